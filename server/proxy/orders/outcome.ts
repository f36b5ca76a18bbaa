import type { Outcome, Step } from '#contract/checkout.ts'
import type { Reason } from '#contract/reasons.ts'
import type { OrderState } from '#server-contract/gateway/orders.ts'
import type { TryState } from '#contract/outcome.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import { receiptOf, type ReceiptFacts } from './receipt.ts'
import { declineOf, refundedAmountOf, meaningOfStatus } from './order-state.ts'

/** Data of an outcome besides the order's status. */
export interface About extends ReceiptFacts {
  /** Whether another attempt may be made with this ticket. */
  readonly again: boolean
  /** The step that resumes a challenge in progress. */
  resume(): Extract<Step, { kind: 'resume' }>
}

type Facts = Pick<Outcome, 'orderNumber' | 'orderId' | 'amount' | 'currency'>
type Build = (facts: Facts, order: OrderState, about: About) => Outcome

export const factsOf = ({ orderNumber, amount, currency }: Ticket, orderId?: string): Facts => ({
  orderNumber,
  ...(orderId !== undefined && { orderId }),
  amount,
  currency,
})

const declined: Build = (facts, { actionCode }, { again }) => refusal(facts, actionCode, again)

/** What the shopper is shown in each state. */
const outcomes: Readonly<Record<TryState, Build>> = {
  open: (facts) => ({ state: 'open', ...facts }),
  held: (facts, order, about) => ({ state: 'held', ...facts, ...receiptOf(order, about, 'held') }),
  paid: (facts, order, about) => ({ state: 'paid', ...facts, ...receiptOf(order, about, 'paid') }),
  verified: (facts, order, about) => ({ state: 'verified', ...facts, ...receiptOf(order, about, 'verified') }),
  // A hold was released: nothing has been debited.
  reversed: (facts) => cancelledOutcome(facts),
  refunded: (facts, order, about) => ({
    state: 'refunded',
    ...facts,
    refundedAmount: refundedAmountOf(order),
    ...receiptOf(order, about, 'refunded'),
  }),
  authenticating: (facts, _, about) => ({ state: 'authenticate', ...facts, step: about.resume() }),
  declined,
  cancelled: declined,
  expired: declined,
  pending: (facts) => ({ state: 'pending', ...facts }),
}

/** The outcome of an order for the shopper. */
export const outcomeOf = (order: OrderState, ticket: Ticket, about: About): Outcome =>
  outcomes[meaningOfStatus(order).state](factsOf(ticket, about.orderId), order, about)

/**
 * Its codes distinguish a wrong security code from a wrong number, which would help only those who guess; the merchant
 * gets them.
 */
const WRONG: Reason = 'wrong_details'

/** A refusal by its actionCode; without one the payment was simply not made. */
export function refusal(facts: Facts, actionCode: number | undefined, again: boolean): Outcome {
  const { state, reason, code, kind } = declineOf(actionCode)
  const more = again && reason !== 'attempts_used_up'
  if (state === 'cancelled') return { state, ...facts, reason, again: more }
  // No card is at fault; see `stateOf` for the word.
  if (state === 'expired')
    return { state: 'declined', ...facts, reason, ...(code !== undefined && { code }), again: more }
  const detail = reason === WRONG || code === undefined ? {} : { code, kind }
  return { state: 'declined', ...facts, reason: more ? reason : 'attempts_used_up', ...detail, again: more }
}

/** Whether the order may be paid, for the first time or again. */
export const isRepeatable = (outcome: Outcome): boolean =>
  outcome.state === 'open' || ('again' in outcome && outcome.again)

/** The outcome of an order that the merchant has cancelled: nothing was debited, and nothing may be paid. */
export const cancelledOutcome = (facts: Facts): Outcome => ({
  state: 'cancelled',
  ...facts,
  reason: 'cancelled',
  again: false,
})

/** The outcome of an order whose payment may still be in progress. */
export const asPending = (outcome: Outcome): Outcome => {
  if (outcome.state !== 'open') return outcome
  const { state: _, ...facts } = outcome
  return { state: 'pending', ...facts }
}

/**
 * The outcome of an order whose next number may be registered and paid at any moment: the attempts so far decide
 * nothing.
 */
export const pendingNext = (ticket: Ticket): Outcome => ({ state: 'pending', ...factsOf(ticket) })
