import type { Outcome } from '#contract/checkout.ts'

/** Where the checkout stands, as the page and the shopper see it; also the element's `state` attribute. */
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
  'pending',
  'failed',
] as const
export type State = (typeof states)[number]

/** What may happen to it: an outcome is told, or the page loads the frame, gives leave to pay, or cannot go on. */
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
  'pending',
] as const satisfies readonly (Outcome['state'] | 'load' | 'submit' | 'fail')[]
export type CheckoutEvent = (typeof checkoutEvents)[number]

type Row = Readonly<Record<CheckoutEvent, State>>

/** What an outcome leads to from every state that may still change. */
const result = {
  open: 'ready',
  authenticate: 'authenticating',
  paid: 'paid',
  held: 'held',
  verified: 'verified',
  refunded: 'refunded',
  declined: 'declined',
  cancelled: 'cancelled',
  pending: 'pending',
} as const satisfies Record<Outcome['state'], State>

const staying = (state: State): Row => Object.fromEntries(checkoutEvents.map((event) => [event, state])) as Row
const moving = (submit: State): Row => ({ ...result, load: 'loading', submit, fail: 'failed' })

/** `paid`, `held`, `verified` and `refunded` are never left; `pending` gives way only to an outcome, lest the shopper pays again. */
const table: Readonly<Record<State, Row>> = {
  loading: moving('loading'),
  ready: moving('submitting'),
  submitting: moving('submitting'),
  authenticating: moving('authenticating'),
  paid: staying('paid'),
  held: staying('held'),
  verified: staying('verified'),
  refunded: staying('refunded'),
  declined: moving('declined'),
  cancelled: moving('cancelled'),
  pending: { ...staying('pending'), ...result },
  failed: { ...moving('failed'), open: 'failed' },
}

/** The state that follows. */
export const follow = (state: State, event: CheckoutEvent): State => table[state][event]

/** Whether the checkout is busy and will come to rest by itself. */
export const busy: ReadonlySet<State> = new Set<State>(['loading', 'submitting', 'authenticating'])

/** Whether the form is what the shopper sees. */
export const atForm: ReadonlySet<State> = new Set<State>(['ready', 'submitting'])
