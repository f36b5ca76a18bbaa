import { documents } from '#bridge/protocol.ts'
import type { Appearance } from '#contract/appearance/appearance.ts'
import { queryOf } from '#contract/appearance/document-query.ts'
import { localeWishes } from '../i18n/locale-wishes.ts'
import { peek } from '../state/ticket.ts'

/** What the first document of a card frame depends on. */
export interface FrameWish {
  /** The `locale` attribute. */
  readonly locale: string
  /** The order ticket. */
  readonly order: string
  /** What is known of the theme. */
  readonly appearance: Appearance
}

/**
 * A frame for the card: of the proxy's origin, sandboxed so that it can neither navigate the page nor open dialogs over
 * it. Its document arrives with a form in the locale and the appearance that the element asks for.
 */
export function cardIframe(
  element: Element,
  origin: string,
  { locale, order, appearance }: FrameWish,
): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  const locales = localeWishes(element, locale, peek(order).language)
  frame.setAttribute(
    'sandbox',
    'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox',
  )
  frame.allow = 'payment; publickey-credentials-get'
  frame.referrerPolicy = 'no-referrer'
  frame.src = `${origin}${documents.card}?${queryOf({ locales, appearance })}`
  return frame
}
