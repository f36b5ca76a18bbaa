import type { CheckoutError } from '#bridge/protocol.ts'
import type { CheckoutTexts } from '#texts/texts.ts'

/**
 * What an error means for a payment under way. `final`: the form cannot pay the order; `unsent`: nothing has
 * been sent, so the shopper may try again; `uncertain`: the request may have arrived, so the outcome must be read.
 */
export type Weight = 'final' | 'unsent' | 'uncertain'

interface Meaning {
  readonly text: keyof CheckoutTexts
  readonly weight: Weight
  /** In place of the text at the form, where it is known that the order was open and that the press sent nothing. */
  readonly atForm?: keyof CheckoutTexts
}

/** The first prefix that matches a code decides, so the narrower ones are first. */
const meanings: readonly (readonly [prefix: string, meaning: Meaning])[] = [
  ['ticket_expired', { text: 'troubleExpired', weight: 'final' }],
  ['ticket_', { text: 'troubleTicket', weight: 'final' }],
  ['order_', { text: 'troubleOrder', weight: 'final' }],
  ['frame_timeout', { text: 'troubleSlow', weight: 'uncertain', atForm: 'troubleUnsent' }],
  ['frame_network', { text: 'troubleReach', weight: 'uncertain', atForm: 'troubleUnsent' }],
  ['frame_offline', { text: 'troubleOffline', weight: 'unsent' }],
  ['frame_paying', { text: 'troubleUnsent', weight: 'unsent' }],
  // The card frame reports it only before it has sent anything.
  ['script_failed', { text: 'troubleScript', weight: 'final' }],
  ['frame_unsent', { text: 'troubleUnsent', weight: 'unsent' }],
  ['wallet_', { text: 'troubleWallet', weight: 'unsent' }],
  ['gateway_unreachable', { text: 'troubleReach', weight: 'unsent', atForm: 'troubleUnsent' }],
  // Wrong credentials, or a wrong address: the shopper cannot fix it.
  ['gateway_refused_credentials', { text: 'troubleSetup', weight: 'unsent' }],
  ['gateway_misconfigured', { text: 'troubleSetup', weight: 'unsent' }],
  ['too_many_tries', { text: 'troubleTries', weight: 'unsent' }],
  ['too_early', { text: 'troubleWait', weight: 'unsent' }],
  ['busy', { text: 'troubleReach', weight: 'unsent', atForm: 'troubleUnsent' }],
  ['too_slow', { text: 'troubleReach', weight: 'unsent', atForm: 'troubleUnsent' }],
  ['field_', { text: 'troubleUnsent', weight: 'unsent' }],
  ['', { text: 'troubleOther', weight: 'uncertain', atForm: 'troubleUnsent' }],
]

export const meaningOf = (code: string): Meaning => meanings.find(([prefix]) => code.startsWith(prefix))![1]

/** What the shopper is told. */
export function textOf(code: string, isAtForm: boolean): keyof CheckoutTexts {
  const { text, atForm = text } = meaningOf(code)
  return isAtForm ? atForm : text
}

/** The error of a frame or of a loader, whose code is the error's name; any other becomes `frame_error`. */
export function checkoutErrorOf(error: unknown): CheckoutError {
  const { name = '', message = String(error) } = Object(error) as Partial<Error>
  return { code: /^[a-z_]+$/.test(name) ? name : 'frame_error', message }
}

/** The reverse: an `Error` with which a promise can be rejected. */
export const asError = ({ code, message }: CheckoutError): Error => Object.assign(new Error(message), { name: code })

/** One line for the merchant's console. */
export const lineOf = ({ code, message, field, traceId }: CheckoutError): string =>
  `tender-checkout: ${code}: ${message}${field ? ` (${field})` : ''}${traceId ? ` [traceId ${traceId}]` : ''}`
