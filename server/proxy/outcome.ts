import type { Outcome, Step } from '#contract/checkout.ts'
import { meaningOf } from '#contract/gateway/action-codes.ts'
import type { Reason } from '#contract/gateway/reasons.ts'
import { orderStatus, type OrderState } from '#contract/gateway/orders.ts'
import type { Ticket } from '#contract/ticket.ts'
import { isVerification } from './means/ways.ts'
import { refundedAmountOf } from './refunded.ts'

/** What an outcome says besides the status. */
export interface About {
  readonly orderId: string
  /** Whether another try of this ticket may be made. */
  readonly again: boolean
  /** How a challenge under way is taken up again. */
  resume(): Extract<Step, { kind: 'resume' }>
}

type Facts = Pick<Outcome, 'orderNumber' | 'orderId' | 'amount' | 'currency'>
type Telling = (facts: Facts, status: OrderState, about: About, ticket: Ticket) => Outcome

export const factsOf = ({ orderNumber, amount, currency }: Ticket, orderId?: string): Facts => ({
  orderNumber,
  ...(orderId !== undefined && { orderId }),
  amount,
  currency,
})

const paid: Telling = (facts) => ({ state: 'paid', ...facts })
/** A hold was given back: nothing has been debited. */
const released: Telling = (facts) => ({ state: 'cancelled', ...facts, reason: 'cancelled', again: false })

/** A card that was only to be checked is approved and given back in one (family). */
const isVerified = ({ actionCode }: OrderState, _: About, ticket: Ticket): boolean =>
  actionCode === 0 && isVerification(ticket)

/** What each orderStatus is to the shopper (family; paid and held: online gateway 4.8). */
const tellings: ReadonlyMap<number | undefined, Telling> = new Map<number, Telling>([
  [orderStatus.registered, (facts) => ({ state: 'open', ...facts })],
  [orderStatus.held, (facts) => ({ state: 'held', ...facts })],
  [orderStatus.deposited, paid],
  [
    orderStatus.reversed,
    (facts, ...rest) => (isVerified(...rest) ? { state: 'verified', ...facts } : released(facts, ...rest)),
  ],
  [orderStatus.refunded, (facts) => ({ state: 'refunded', ...facts, refundedAmount: 0 })],
  [orderStatus.authenticating, (facts, _, about) => ({ state: 'authenticate', ...facts, step: about.resume() })],
  [orderStatus.declined, (facts, status, about) => refusal(facts, status.actionCode, about.again)],
  [orderStatus.partlyCompleted, paid],
])

/** Where an order stands by the gateway's word; a status that is not listed is undecided. */
export function outcomeOf(status: OrderState, ticket: Ticket, about: About): Outcome {
  const facts = factsOf(ticket, about.orderId)
  const refundedAmount = refundedAmountOf(status)
  if (refundedAmount > 0) return { state: 'refunded', ...facts, refundedAmount }
  return tellings.get(status.orderStatus)?.(facts, status, about, ticket) ?? { state: 'pending', ...facts }
}

const byShopper: ReadonlySet<Reason> = new Set(['cancelled', 'authentication_cancelled'])

const NO_ATTEMPT = -100

/** Its codes tell a wrong security code from a wrong number, which helps only those who guess; the merchant reads them. */
const WRONG: Reason = 'wrong_details'

/** A refusal by its actionCode; without one the payment was simply not made. */
export function refusal(facts: Facts, actionCode: number | undefined, again: boolean): Outcome {
  if (!actionCode || actionCode === NO_ATTEMPT)
    return { state: 'declined', ...facts, reason: again ? 'not_processed' : 'attempts_used_up', again }
  const { reason, kind } = meaningOf(actionCode)
  const more = again && reason !== 'attempts_used_up'
  if (byShopper.has(reason)) return { state: 'cancelled', ...facts, reason, again: more }
  const told = reason === WRONG ? {} : { code: actionCode, kind }
  return { state: 'declined', ...facts, reason: more ? reason : 'attempts_used_up', ...told, again: more }
}

/** The word for an order whose payment may still be under way. */
export const asPending = (outcome: Outcome): Outcome => {
  if (outcome.state !== 'open') return outcome
  const { state: _, ...facts } = outcome
  return { state: 'pending', ...facts }
}

/** The word for an order whose next number may be registered and paid any moment: the tries so far decide nothing. */
export const pendingNext = (ticket: Ticket): Outcome => ({ state: 'pending', ...factsOf(ticket) })
