import { orderStatus, type OrderStatusName } from '#contract/gateway/orders.ts'

/**
 * Where an order stands: the states that orderStatus names, and those that last only while the gateway itself is at
 * work. `paying` is a payment call under way, `finishing` an authenticated payment on its way to the issuer; while
 * `reversing`, `refunding` or `refundingMore`, the issuer is asked to take money back.
 */
export type State = Exclude<OrderStatusName, 'partlyCompleted'> | keyof typeof seenAs

/** What may happen to an order. */
export type Event =
  /** A payment call begins to work on it … */
  | 'taken'
  /** … and gives it back undecided, because the shopper's browser must first do its part. */
  | 'released'
  | 'challenged'
  /** The access server has told the result of the challenge. */
  | 'concluded'
  | 'debited'
  | 'held'
  /** Approved only to verify the card, and given back at once. */
  | 'verified'
  | 'refused'
  /** The issuer has not decided. */
  | 'unanswered'
  | 'declined'
  | 'expired'
  | 'completed'
  /** The issuer refuses to complete the hold. */
  | 'stillHeld'
  /** The issuer is being asked to give a hold back … */
  | 'reversing'
  | 'reversed'
  /** A part of the hold is given back, and the rest is held on. */
  | 'reduced'
  /** A completion is undone: the debit is a hold again. */
  | 'reopened'
  /** … or to give a debit back; `released` when it does not. */
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

/** The whole life of an order; what is not written here cannot happen. */
export const lifecycle: Readonly<Record<State, Moves>> = {
  registered: { taken: 'paying', declined: 'declined', expired: 'declined' },
  paying: { released: 'registered', challenged: 'authenticating', ...decided },
  authenticating: { concluded: 'finishing', declined: 'declined', expired: 'declined' },
  finishing: decided,
  held: { completed: 'deposited', reversing: 'reversing', reversed: 'reversed' },
  reversing: { reversed: 'reversed', reduced: 'held', released: 'held' },
  deposited: { reopened: 'held', stillHeld: 'held', refunding: 'refunding' },
  refunding: { refunded: 'refunded', released: 'deposited', stillHeld: 'held' },
  refunded: { refunding: 'refundingMore' },
  refundingMore: { refunded: 'refunded', released: 'refunded' },
  reversed: {},
  declined: {},
  pending: {},
}

/** The state after an event; `undefined` when it cannot happen there. */
export const next = (state: State, event: Event): State | undefined => lifecycle[state][event]

/** How a state is seen that only the gateway's own work makes: its end does not show before it is there. */
const seenAs = {
  paying: 'registered',
  finishing: 'authenticating',
  reversing: 'held',
  refunding: 'deposited',
  refundingMore: 'refunded',
} as const satisfies Readonly<Record<string, OrderStatusName>>

/** Only the gateway's own work goes on here, and only that work ends it. */
export const isAtWork = (state: State): state is keyof typeof seenAs => Object.hasOwn(seenAs, state)

/** The state of an order as a merchant sees it. */
export const seen = (state: State): Exclude<State, keyof typeof seenAs> => (isAtWork(state) ? seenAs[state] : state)

/** orderStatus as the gateway tells it. */
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
