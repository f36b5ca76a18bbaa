import { queryOf, type DocumentRequest } from './document-query.ts'

/** Path of the card's document on the proxy. */
export const cardPath = '/card'

/** Attributes of a card frame: sandboxed, so that it can neither navigate the page nor open dialogs over it. */
export const cardFrameAttributes = {
  sandbox: 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox',
  allow: 'payment; publickey-credentials-get',
  referrerpolicy: 'no-referrer',
  // Until the element names it in the language of the shopper.
  title: 'Card',
} as const

/** Whether a language has a label or a hint that needs two lines on a phone. */
export const hasLongTexts = (locale: string | undefined): boolean =>
  /^(az|bg|cs|de|el|es|f[ir]|h[iu]|it|k[ky]|l[tv]|nl|pt|s[kr]|tr|uz|vi)/.test(locale ?? '')

/** What the first document of a card frame is made for. */
export interface CardDocument extends DocumentRequest {
  /** The ticket's `channel`, where an operator types the card. */
  readonly channel?: string | undefined
}

/** The address of a card's document on the proxy at that origin. */
export const cardAddress = (origin: string, { channel, ...request }: CardDocument): string =>
  `${origin}${cardPath}?${queryOf(request)}${channel === undefined ? '' : `&channel=${channel}`}`
