import { orderStatus, type OrderStatusName } from '#server-contract/gateway/orders.ts'

/**
 * The state of an order: those of orderStatus, and those that last only while the gateway is processing the order.
 * `paying`: a payment call is in progress; `finishing`: an authenticated payment is being sent to the issuer;
 * `reversing`, `refunding`, `refundingMore`: the issuer is being asked to return money.
 */
export type State = Exclude<OrderStatusName, 'partlyCompleted'> | keyof typeof seenAs

/** What may happen to an order. */
export type Event =
  /** A payment call starts. */
  | 'taken'
  /** A payment call ends undecided, because the shopper's browser must act first; or the issuer returns no money. */
  | 'released'
  | 'challenged'
  /** The payer's bank has sent a transfer, which is on its way. */
  | 'sent'
  /** The access server has reported the result of the challenge. */
  | 'concluded'
  | 'debited'
  | 'held'
  /** Approved only to verify the card, and reversed at once. */
  | 'verified'
  | 'refused'
  /** The issuer has not decided. */
  | 'unanswered'
  | 'declined'
  | 'expired'
  | 'completed'
  /** The issuer refuses to complete the hold. */
  | 'stillHeld'
  /** The issuer is being asked to return a hold. */
  | 'reversing'
  | 'reversed'
  /** The merchant has not acknowledged the payment in time. */
  | 'unacknowledged'
  /** A part of the hold is returned, and the rest stays held. */
  | 'reduced'
  /** A completion is undone: the debit is a hold again. */
  | 'reopened'
  /** The issuer is being asked to return a debit. */
  | 'refunding'
  | 'refunded'

type Moves = Readonly<Partial<Record<Event, State>>>

const decided: Moves = {
  debited: 'deposited',
  held: 'held',
  verified: 'reversed',
  refused: 'declined',
  unanswered: 'pending',
}

/** The lifecycle of an order; a transition that is not listed cannot happen. */
export const lifecycle: Readonly<Record<State, Moves>> = {
  registered: { taken: 'paying', sent: 'registered', debited: 'deposited', declined: 'declined', expired: 'declined' },
  paying: { released: 'registered', challenged: 'authenticating', ...decided },
  authenticating: { concluded: 'finishing', declined: 'declined', expired: 'declined' },
  finishing: decided,
  held: { completed: 'deposited', reversing: 'reversing', reversed: 'reversed', unacknowledged: 'reversed' },
  reversing: { reversed: 'reversed', reduced: 'held', released: 'held' },
  deposited: { reopened: 'held', stillHeld: 'held', refunding: 'refunding', unacknowledged: 'reversed' },
  refunding: { refunded: 'refunded', released: 'deposited', stillHeld: 'held' },
  refunded: { refunding: 'refundingMore' },
  refundingMore: { refunded: 'refunded', released: 'refunded' },
  reversed: {},
  declined: {},
  pending: {},
}

/** The state after an event; `undefined` when it cannot happen there. */
export const next = (state: State, event: Event): State | undefined => lifecycle[state][event]

/** How a state in which the gateway is processing is reported: its result is not shown before it is final. */
const seenAs = {
  paying: 'registered',
  finishing: 'authenticating',
  reversing: 'held',
  refunding: 'deposited',
  refundingMore: 'refunded',
} as const satisfies Readonly<Record<string, OrderStatusName>>

/** Whether the gateway is processing the order; only that processing ends such a state. */
export const isAtWork = (state: State): state is keyof typeof seenAs => Object.hasOwn(seenAs, state)

/** The state of an order as a merchant sees it. */
export const seen = (state: State): Exclude<State, keyof typeof seenAs> => (isAtWork(state) ? seenAs[state] : state)

export const statusOf = (state: State): number => orderStatus[seen(state)]

const paymentStates: Readonly<Record<Exclude<State, keyof typeof seenAs>, string>> = {
  registered: 'CREATED',
  authenticating: 'CREATED',
  pending: 'CREATED',
  held: 'APPROVED',
  deposited: 'DEPOSITED',
  reversed: 'REVERSED',
  refunded: 'REFUNDED',
  declined: 'DECLINED',
}

/** paymentState, which always agrees with orderStatus (family). */
export const paymentStateOf = (state: State): string => paymentStates[seen(state)]
