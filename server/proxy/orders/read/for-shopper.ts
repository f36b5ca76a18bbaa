import type { Outcome, Step } from '#contract/checkout.ts'
import { ProxyError } from '#contract/proxy-errors.ts'
import { orderStatus } from '#server-contract/gateway/orders.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import { isCancelled } from '../../locks/cancelled-numbers.ts'
import { isHeld } from '../../locks/lock-store.ts'
import { isRegistering } from '../../locks/registering.ts'
import type { ProxyContext } from '../../proxy-context.ts'
import { mayTryAgain, type OrderAttempt } from '../attempts.ts'
import { followCode, type IsUnwanted } from '../codes/follow-code.ts'
import {
  differsFromTicket,
  needsNextNumber,
  reportedMismatch,
  reportedReuse,
  requireAsRegistered,
  unpaid,
} from '../comparison.ts'
import { earlierProcessMayHavePaid } from '../lost-locks.ts'
import { termsOf } from '../order-terms.ts'
import { cancelledOutcome, factsOf, isRepeatable, outcomeOf, pendingNext, refusal } from '../outcome.ts'
import { readAttempts, readAttemptsShared, type AttemptsContext } from './attempts.ts'
import { meaningOf, type ReadingContext } from './facts.ts'

/** The state of the ticket's order: its attempts, the current one, and the outcome for the shopper. */
export interface OrderReading {
  readonly attempts: readonly OrderAttempt[]
  readonly current: OrderAttempt | undefined
  readonly outcome: Outcome
}

/** Reads an order whose lock the caller holds. Throws `order_mismatch` when money moved for another amount. */
export async function readUnderLock(proxy: ReadingContext, ticket: Ticket): Promise<OrderReading> {
  const { orderNumber } = ticket
  return orderStateIn(proxy, ticket, await readAttempts(proxy, orderNumber), await isCancelled(proxy, orderNumber))
}

/**
 * The state of the ticket's order by its attempts, and by whether the merchant has cancelled it. Throws
 * `order_mismatch` when money moved for another amount.
 */
export function orderStateIn(
  proxy: AttemptsContext,
  ticket: Ticket,
  attempts: readonly OrderAttempt[],
  wasCancelled: boolean,
): OrderReading {
  const current = attempts.at(-1)
  const outcome: Outcome = current ? outcomeOfLatest(proxy, ticket, attempts) : { state: 'open', ...factsOf(ticket) }
  if (!wasCancelled || !isRepeatable(outcome)) return { attempts, current, outcome }
  // The bank is still asking the payer of another ticket, who may be faster than the cancellation.
  const mayBePaid = current?.status.orderStatus === orderStatus.authenticating
  const facts = factsOf(ticket, current?.orderId)
  return { attempts, current, outcome: mayBePaid ? { state: 'pending', ...facts } : cancelledOutcome(facts) }
}

/**
 * Throws `ticket_invalid` where a newer ticket registered the order with other terms: the page of the older one is
 * outdated.
 */
function requireLatest(proxy: AttemptsContext, ticket: Ticket, attempts: readonly OrderAttempt[]): void {
  const { iat } = ticket
  const isOlder = (attempt: OrderAttempt): boolean =>
    (termsOf(proxy, attempt)?.iat ?? 0) > iat! && differsFromTicket(proxy, attempt, ticket)
  if (iat !== undefined && attempts.some(isOlder))
    throw new ProxyError('ticket_invalid', 'is older than the ticket that the order was registered with since', 'iat')
}

function outcomeOfLatest(proxy: AttemptsContext, ticket: Ticket, attempts: readonly OrderAttempt[]): Outcome {
  const [attempt, again] = [attempts.at(-1)!, mayTryAgain(proxy, attempts, ticket)]
  if (unpaid.has(attempt.status.orderStatus)) {
    requireLatest(proxy, ticket, attempts)
    // The gateway would return each further number with another sum, too.
    requireAsRegistered(proxy, attempt)
  }
  if (!needsNextNumber(proxy, attempt, ticket)) return outcomeOfAttempt(proxy, ticket, attempt, again)
  return again ? { state: 'open', ...factsOf(ticket) } : refusal(factsOf(ticket), undefined, again)
}

/** The outcome of one attempt; logs and throws `order_mismatch` when its amount, currency or date is not the ticket's. */
export function outcomeOfAttempt(
  proxy: AttemptsContext,
  ticket: Ticket,
  attempt: OrderAttempt,
  again: boolean,
): Outcome {
  const mismatch = reportedMismatch(proxy, attempt, ticket) ?? reportedReuse(proxy, attempt, ticket)
  if (mismatch) throw mismatch
  const { orderId, status } = attempt
  return outcomeOf(status, ticket, { orderId, again, config: proxy.config, resume: () => resumeStep(proxy, orderId) })
}

const resumeStep = (
  { signer, gateway }: Pick<ProxyContext, 'signer' | 'gateway'>,
  orderId: string,
): Extract<Step, { kind: 'resume' }> => ({
  kind: 'resume',
  nonce: signer.nonceOf(orderId),
  redirectUrl: gateway.acsRedirect(orderId),
})

/**
 * Reads an order for a shopper: while another request may be paying the order, or its next number, the outcome is
 * pending. A code that is unwanted is taken back; by default, one of an order that is unlike the ticket's.
 */
export async function readForShopper(
  proxy: ReadingContext,
  ticket: Ticket,
  isUnwanted: IsUnwanted = (attempt) => needsNextNumber(proxy, attempt, ticket),
): Promise<OrderReading> {
  const { orderNumber } = ticket
  const withCode = await readWithCode(proxy, ticket, isUnwanted)
  if (withCode) return withCode
  const { wasCancelled, ...before } = await locksBefore(proxy, orderNumber)
  const read = async (): Promise<OrderReading> =>
    orderStateIn(proxy, ticket, await readAttemptsShared(proxy, orderNumber), wasCancelled)
  const reading = await read()
  const { current, outcome } = reading
  const meaning = await meaningOf(proxy, { orderNumber, current, state: outcome.state, ticket, before })
  if (meaning === 'decided') return reading
  if (meaning === 'read again') return read()
  const orderId = meaning === 'pending' ? current?.orderId : undefined
  return { ...reading, outcome: { state: 'pending', ...factsOf(ticket, orderId) } }
}

/** Reads an order that may still be paid by a code; `undefined` where there is none, or none any more. */
async function readWithCode(
  proxy: ReadingContext,
  ticket: Ticket,
  isUnwanted: IsUnwanted,
): Promise<OrderReading | undefined> {
  const followed = await followCode(proxy, ticket.orderNumber, (attempt) => {
    requireLatest(proxy, ticket, [attempt]) // an outdated page does not take back the code of a newer one
    return isUnwanted(attempt)
  })
  if (!followed) return undefined
  const { attempts, attempt, step } = followed
  const isOthers = attempt && !step?.accepted && needsNextNumber(proxy, attempt, ticket)
  const facts = factsOf(ticket, attempt?.orderId)
  const outcome: Outcome =
    step && !isOthers ? { state: 'authenticate', ...facts, step } : { state: 'pending', ...facts }
  return { ...orderStateIn(proxy, ticket, attempts, false), outcome }
}

/**
 * Reads an order for a page that a robot may have opened, such as one that shows a link in a chat: nothing is taken back,
 * and what is in progress is left to the element.
 */
export async function lookAt(
  proxy: AttemptsContext & Pick<ProxyContext, 'locks'>,
  ticket: Ticket,
): Promise<OrderReading> {
  const { orderNumber } = ticket
  const wasCancelled = isCancelled(proxy, orderNumber).catch(() => false)
  return orderStateIn(proxy, ticket, await readAttemptsShared(proxy, orderNumber), await wasCancelled)
}

/**
 * The locks of an order before it is read; one that cannot be read counts as held. Where the cancellation cannot be read,
 * the next number counts as being registered: otherwise it would be, although the merchant may have cancelled the order.
 */
async function locksBefore(proxy: Pick<ProxyContext, 'locks'>, orderNumber: string) {
  const [registering, held, cancelled] = await Promise.all([
    isRegistering(proxy, orderNumber).catch(() => true),
    isHeld(proxy, orderNumber).catch(() => true),
    isCancelled(proxy, orderNumber).catch(() => undefined),
  ])
  return { isRegistering: registering || cancelled === undefined, isHeld: held, wasCancelled: cancelled === true }
}

/**
 * The outcome for a page that waits for the end of a payment: `open` would mean that nothing was charged, so it is
 * `pending` while a process that has ended may have paid the order.
 */
export const awaitedOutcome = (proxy: ReadingContext, ticket: Ticket, { outcome }: OrderReading): Outcome =>
  outcome.state === 'open' && earlierProcessMayHavePaid(proxy, ticket) ? pendingNext(ticket) : outcome
