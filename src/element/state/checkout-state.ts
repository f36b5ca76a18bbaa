import type { Outcome } from '#contract/checkout.ts'
import type { stateOf } from '#contract/outcome.ts'

/**
 * The states of the checkout, as the page and the shopper see them; also the values of the element's `state` attribute.
 */
export const states = [
  'loading',
  'ready',
  'submitting',
  'authenticating',
  'paid',
  'held',
  'verified',
  'refunded',
  'declined',
  'cancelled',
  'expired',
  'pending',
  'failed',
] as const
export type State = (typeof states)[number]

/** What an outcome says of the order. */
type OutcomeState = ReturnType<typeof stateOf<Outcome['state']>>

/** The events that change the state: an outcome, or the page loads the frame, begins to pay, or cannot continue. */
export const checkoutEvents = [
  'load',
  'submit',
  'fail',
  'open',
  'authenticate',
  'paid',
  'held',
  'verified',
  'refunded',
  'declined',
  'cancelled',
  'expired',
  'pending',
] as const satisfies readonly (OutcomeState | 'load' | 'submit' | 'fail')[]
export type CheckoutEvent = (typeof checkoutEvents)[number]

type Row = Readonly<Record<CheckoutEvent, State>>

/** The state that follows an outcome, from every state that may still change. */
const result = {
  open: 'ready',
  authenticate: 'authenticating',
  paid: 'paid',
  held: 'held',
  verified: 'verified',
  refunded: 'refunded',
  declined: 'declined',
  cancelled: 'cancelled',
  expired: 'expired',
  pending: 'pending',
} as const satisfies Record<OutcomeState, State>

const staying = (state: State): Row => Object.fromEntries(checkoutEvents.map((event) => [event, state])) as Row
const moving = (submit: State): Row => ({ ...result, load: 'loading', submit, fail: 'failed' })

/**
 * `paid`, `held`, `verified` and `refunded` are final; `pending` changes only by an outcome, so that the shopper does
 * not pay again. `declined` is paid from while the form is shown below the reason.
 */
const table: Readonly<Record<State, Row>> = {
  loading: moving('loading'),
  ready: moving('submitting'),
  submitting: moving('submitting'),
  authenticating: moving('authenticating'),
  paid: staying('paid'),
  held: staying('held'),
  verified: staying('verified'),
  refunded: staying('refunded'),
  declined: moving('submitting'),
  cancelled: moving('cancelled'),
  expired: moving('expired'),
  pending: { ...staying('pending'), ...result },
  failed: { ...moving('failed'), open: 'failed' },
}

export const follow = (state: State, event: CheckoutEvent): State => table[state][event]

/** The states in which the checkout is busy and will finish by itself. */
export const busy: ReadonlySet<State> = new Set<State>(['loading', 'submitting', 'authenticating'])

/** The states in which the shopper always sees the form, which may be typed into before the order is known. */
export const atForm: ReadonlySet<State> = new Set<State>(['loading', 'ready', 'submitting'])
