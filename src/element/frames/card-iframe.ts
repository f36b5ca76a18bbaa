import { isByOperator } from '#contract/methods/methods.ts'
import { documents } from '#bridge/protocol.ts'
import type { Appearance } from '#contract/appearance/appearance.ts'
import { queryOf } from '#contract/appearance/document-query.ts'
import { preferredLocales } from '../i18n/preferred-locales.ts'
import { claimsOf } from '../state/ticket.ts'

/** What the first document of a card frame depends on. */
export interface FrameRequest {
  /** The `locale` attribute. */
  readonly locale: string
  /** The order ticket. */
  readonly order: string
  /** What is known of the theme. */
  readonly appearance: Appearance
}

/** Languages with a label or a hint that needs two lines on a phone. */
const longTexts = /^(az|bg|cs|de|el|es|fi|fr|hi|hu|it|kk|ky|l[tv]|nl|pt|s[kr]|tr|uz|vi)/

/**
 * A frame for the card: of the proxy's origin, sandboxed so that it can neither navigate the page nor open dialogs over
 * it. Its document arrives with a form in the locale and the appearance that the element asks for.
 */
export function cardIframe(
  element: Element,
  origin: string,
  { locale, order, appearance }: FrameRequest,
): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  const { language, channel } = claimsOf(order) as Readonly<Record<string, string | undefined>>
  const locales = preferredLocales(element, locale, language)
  frame.setAttribute(
    'sandbox',
    'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox',
  )
  frame.allow = 'payment; publickey-credentials-get'
  frame.referrerPolicy = 'no-referrer'
  frame.toggleAttribute('data-long', longTexts.test(locales[0]!))
  frame.src = `${origin}${documents.card}?${queryOf({ locales, appearance })}${isByOperator({ channel }) ? `&channel=${channel}` : ''}`
  return frame
}
