import { html, render } from 'lit'
import type { ButtonAppearance, Picture } from './wallet.ts'

/** The picture of a code. */
export const codePicture: Picture = {
  path: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5v2.5H14zM20 14v2.5M17 20h3v-1M14 20h.5',
}

/** A button with the name of a method by a code, or with all that it does where there is room. */
export function codeButton(
  { name, label, locale, press }: ButtonAppearance,
  { path }: Picture = codePicture,
): HTMLElement {
  const place = document.createDocumentFragment()
  const button = html`<button type="button" class="express-code" lang=${locale} aria-label=${label} @click=${press}>
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${path} /></svg>
    <span class="express-name" translate="no" .textContent=${name}></span>
    <span class="express-label" .textContent=${label}></span>
  </button>`
  render(button, place)
  return place.querySelector('button')!
}
