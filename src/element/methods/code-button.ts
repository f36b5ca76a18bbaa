import { html, render } from 'lit'
import { plainButton, type ButtonAppearance } from './wallet.ts'

/** The picture of a code, as a path in a square of 24. */
export const codePicture = 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5v2.5H14zM20 14v2.5M17 20h3v-1M14 20h.5'

/** A button with the name of a method by a code. */
export function codeButton(appearance: ButtonAppearance): HTMLButtonElement {
  const button = plainButton(appearance)
  button.className = 'express-code'
  button.part.add('button')
  const name = html`<span translate="no" .textContent=${appearance.name}></span>`
  render(html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d=${codePicture} /></svg>${name}`, button)
  return button
}
