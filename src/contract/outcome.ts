import type { CodeStep, Outcome } from './checkout.ts'
import type { Reason } from './reasons.ts'

/**
 * The state of a try, and so of its order: the gateway's orderStatus by name (family; paid and held: online gateway
 * 4.8). `verified`: the card was checked and stored, without a payment; `cancelled`: the shopper or the merchant
 * cancelled before it was paid; `reversed`: the hold was released; `refunded`: the debit was refunded, in full or in
 * part; `expired`: its session at the gateway ended before anybody had paid, also while a bank was asking the payer;
 * `pending`: not decided yet, and must not be paid by other means.
 */
export const tryStates = [
  'open',
  'authenticating',
  'held',
  'paid',
  'verified',
  'reversed',
  'refunded',
  'declined',
  'cancelled',
  'expired',
  'pending',
] as const
export type TryState = (typeof tryStates)[number]

/** A state of an order, as a shopper's outcome or the merchant's order names it. */
export type OrderStateName = Outcome['state'] | TryState

/** What a state says of the payment. */
type Meaning =
  /** Nobody is paying. */
  | 'open'
  /** The bank or the gateway has not decided: the shopper must not pay again. */
  | 'undecided'
  /** The payment was made; it stays so after a refund. */
  | 'paid'
  /** The payment was not made: nothing was debited or held. */
  | 'failed'
  /** The payment was made, and the hold was released. */
  | 'released'

const meanings = {
  open: 'open',
  authenticate: 'undecided',
  authenticating: 'undecided',
  pending: 'undecided',
  paid: 'paid',
  held: 'paid',
  verified: 'paid',
  refunded: 'paid',
  declined: 'failed',
  cancelled: 'failed',
  expired: 'failed',
  reversed: 'released',
} as const satisfies Record<OrderStateName, Meaning>

/**
 * The state of an outcome, or of the merchant's order, by its name. The outcome of an expired order is a decline for that
 * reason: a card frame or an element of the last version knows no other word for it during an upgrade.
 */
export const stateOf = <State extends string>(result: {
  readonly state: State
  readonly reason?: Reason | undefined
}): State | 'expired' => (result.state === 'declined' && result.reason === 'order_expired' ? 'expired' : result.state)

/** Any other word, such as a state of the element, is of no meaning. */
const meaningOf = (state: string): Meaning | undefined => (meanings as Readonly<Record<string, Meaning>>)[state]

/** Whether the payment was made: the amount is debited or held, or the card verified; also once it was refunded. */
export const isPaid = (state: string): boolean => meaningOf(state) === 'paid'

/** Whether the payment has ended without being made. Whether it may be tried again, an outcome's `again` says. */
export const hasFailed = (state: string): boolean => meaningOf(state) === 'failed'

/** Whether the payment was decided: it was made, or has failed. */
export const isFinal = (state: string): boolean => isPaid(state) || hasFailed(state) || meaningOf(state) === 'released'

/** Whether nobody has paid or is paying, so that the next payment may begin. */
export const mayBePaid = (state: string): boolean => meaningOf(state) === 'open' || hasFailed(state)

/** Whether the bank or the gateway has still to decide. */
export const isInProgress = (state: string): boolean => meaningOf(state) === 'undecided'

/** Whether the amount was debited, so that it can be refunded. */
export const isDebited = (state: string): boolean => state === 'paid' || state === 'refunded'

/** The code by which an app of the payer's bank may pay now, if there is one. */
export const codeStepOf = (outcome: Outcome | undefined): CodeStep | undefined =>
  outcome?.state === 'authenticate' && outcome.step.kind === 'code' ? outcome.step : undefined
