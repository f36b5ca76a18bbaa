import { isByOperator } from '#contract/methods/methods.ts'
import type { Appearance } from '#contract/appearance/appearance.ts'
import { cardAddress, cardFrameAttributes, hasLongTexts } from '#contract/appearance/card-frame.ts'
import { preferredLocales } from '../i18n/preferred-locales.ts'
import { claimsOf } from '#browser/ticket-claims.ts'

/** What the first document of a card frame depends on. */
export interface FrameRequest {
  /** The `locale` attribute. */
  readonly locale: string
  /** The order ticket. */
  readonly order: string
  /** What is known of the theme. */
  readonly appearance: Appearance
}

/**
 * A frame for the card, of the proxy's origin: `served`, which the page's HTML had, or a new one. Its document arrives
 * with a form in the locale and the appearance that the element asks for.
 */
export function cardIframe(
  element: Element,
  origin: string,
  { locale, order, appearance }: FrameRequest,
  served?: HTMLIFrameElement,
): HTMLIFrameElement {
  const frame = served ?? document.createElement('iframe')
  const { channel } = claimsOf(order) as { readonly channel?: string }
  const locales = preferredLocales(element, locale, order)
  frame.toggleAttribute('data-long', hasLongTexts(locales[0]))
  if (served) return served
  frame.name = order // by which the document reads the order while its script is on its way
  for (const [name, value] of Object.entries(cardFrameAttributes)) frame.setAttribute(name, value)
  frame.src = cardAddress(origin, { locales, appearance, channel: isByOperator({ channel }) ? channel : undefined })
  return frame
}
