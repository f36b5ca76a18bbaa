import { html, render } from 'lit'
import type { ButtonAppearance } from './wallet.ts'

/** A button with the name of a method by a code, or with all that it does where there is room. */
export function codeButton({ name, label, locale, press }: ButtonAppearance, mark: unknown): HTMLElement {
  const place = document.createDocumentFragment()
  const button = html`<button type="button" class="express-code" lang=${locale} aria-label=${label} @click=${press}>
    ${mark}
    <span class="express-name" translate="no" .textContent=${name}></span>
    <span class="express-label" .textContent=${label}></span>
  </button>`
  render(button, place)
  return place.querySelector('button')!
}
