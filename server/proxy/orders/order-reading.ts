import type { CodeStep, Outcome, Step } from '#contract/checkout.ts'
import { Refused } from '#contract/refusal-codes.ts'
import { mayBePaid } from '#contract/outcome.ts'
import type { Ticket } from '#contract/ticket.ts'
import { steadyOf } from '#ports/steady.ts'
import {
  isUndecided,
  mayTryAgain,
  readAttempts,
  readAttemptsShared,
  type AttemptsContext,
  type OrderAttempt,
} from './attempts.ts'
import { isCancelled } from '../locks/cancelled-numbers.ts'
import { isHeld, isNoted } from '../locks/lock-store.ts'
import { followCode, type CodeContext, type IsUnwanted } from './codes/follow-code.ts'
import { isOther, isUnlike, mismatchIn, reuseIn, requireAsRegistered, unpaid } from './comparison.ts'
import { termsOf } from './order-terms.ts'
import { cancelledOutcome, factsOf, isRepeatable, outcomeOf, pendingNext, refusal } from './outcome.ts'
import { isRegistering } from '../locks/registering.ts'
import { earlierProcessMayHavePaid } from './too-early.ts'
import type { ProxyContext } from '../proxy-context.ts'

/** What an order is read with, beside the locks of those that may be paying it. */
export type ReadingContext = CodeContext

/** The state of the ticket's order: its attempts, the current one, and the outcome for the shopper. */
export interface OrderReading {
  readonly attempts: readonly OrderAttempt[]
  readonly current: OrderAttempt | undefined
  readonly outcome: Outcome
}

/** Reads an order's state without regard to locks. Throws `order_mismatch` when money moved for another amount. */
export async function readOrderState(proxy: ReadingContext, ticket: Ticket): Promise<OrderReading> {
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
  const isOver = wasCancelled && isRepeatable(outcome)
  return { attempts, current, outcome: isOver ? cancelledOutcome(factsOf(ticket, current?.orderId)) : outcome }
}

/**
 * Throws `ticket_invalid` where a newer ticket registered the order with other terms: the page of the older one is
 * outdated.
 */
function requireLatest(proxy: AttemptsContext, ticket: Ticket, attempts: readonly OrderAttempt[]): void {
  const { iat } = ticket
  const isOlder = (attempt: OrderAttempt): boolean =>
    (termsOf(proxy, attempt)?.iat ?? 0) > iat! && isOther(proxy, attempt, ticket)
  if (iat !== undefined && attempts.some(isOlder))
    throw new Refused('ticket_invalid', 'is older than the ticket that the order was registered with since', 'iat')
}

function outcomeOfLatest(proxy: AttemptsContext, ticket: Ticket, attempts: readonly OrderAttempt[]): Outcome {
  const [attempt, again] = [attempts.at(-1)!, mayTryAgain(proxy, attempts, ticket)]
  if (unpaid.has(attempt.status.orderStatus)) {
    requireLatest(proxy, ticket, attempts)
    // The gateway would return each further number with another sum, too.
    requireAsRegistered(proxy, attempt)
  }
  if (!isUnlike(proxy, attempt, ticket)) return outcomeOfAttempt(proxy, ticket, attempt, again)
  return again ? { state: 'open', ...factsOf(ticket) } : refusal(factsOf(ticket), undefined, again)
}

/** The outcome of one attempt; logs and throws `order_mismatch` when its amount, currency or date is not the ticket's. */
export function outcomeOfAttempt(
  proxy: AttemptsContext,
  ticket: Ticket,
  attempt: OrderAttempt,
  again: boolean,
): Outcome {
  const mismatch = mismatchIn(proxy, attempt, ticket) ?? reuseIn(proxy, attempt, ticket)
  if (mismatch) throw mismatch
  const { orderId, status } = attempt
  return outcomeOf(status, ticket, { orderId, again, resume: () => resumeStep(proxy, orderId) })
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
 * pending.
 */
export async function readOutcome(proxy: ReadingContext, ticket: Ticket): Promise<OrderReading> {
  const { orderNumber } = ticket
  const withCode = await readWithCode(proxy, ticket, (attempt) => isUnlike(proxy, attempt, ticket))
  if (withCode) return withCode
  // A payment in progress now may have ended when the status is read, and the status may still be the one before it.
  const { wasRegistering, wasHeld, wasCancelled } = await locksOf(proxy, orderNumber)
  const reading = orderStateIn(proxy, ticket, await readAttemptsShared(proxy, orderNumber), wasCancelled)
  const { current, outcome } = reading
  if (!mayBePaid(outcome.state)) return reading
  if ((await isRegistering(proxy, orderNumber)) || wasRegistering) return { ...reading, outcome: pendingNext(ticket) }
  const isOver = current ? !isUndecided(current) : true
  // An order without an attempt cannot be reported wrongly: only the next payment waits before it is sent.
  if (current && isOver && earlierProcessMayHavePaid(proxy, ticket)) return { ...reading, outcome: pendingNext(ticket) }
  if (isOver && outcome.state !== 'open') return reading
  if (wasHeld || (await isBusy(proxy, orderNumber, current)))
    return { ...reading, outcome: { state: 'pending', ...factsOf(ticket, current?.orderId) } }
  // An attempt closed without a payment may have been read during a payment that has ended since.
  if (outcome.state === 'open') return reading
  return orderStateIn(proxy, ticket, await readAttemptsShared(proxy, orderNumber), wasCancelled)
}

/** Reads an order that may still be paid by a code; `undefined` where there is none, or none any more. */
export async function readWithCode(
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
  const isOthers = attempt && !step?.accepted && isUnlike(proxy, attempt, ticket)
  return {
    ...orderStateIn(proxy, ticket, attempts, false),
    outcome: outcomeWith(isOthers ? undefined : step, ticket, attempt),
  }
}

const outcomeWith = (step: CodeStep | undefined, ticket: Ticket, attempt: OrderAttempt | undefined): Outcome =>
  step
    ? { state: 'authenticate', ...factsOf(ticket, attempt?.orderId), step }
    : { state: 'pending', ...factsOf(ticket, attempt?.orderId) }

/** Whether a request may be paying the order's attempt now; what the store remembers is known once it has answered. */
const isBusy = async (
  proxy: ReadingContext,
  orderNumber: string,
  current: OrderAttempt | undefined,
): Promise<boolean> => (await isHeld(proxy, orderNumber)) || (await lostLockMayStillPay(proxy, current))

interface Locks {
  readonly wasRegistering: boolean
  readonly wasHeld: boolean
  readonly wasCancelled: boolean
}

/** The locks of an order before it is read; one that cannot be read counts as held. */
async function locksOf(proxy: Pick<ProxyContext, 'locks'>, orderNumber: string): Promise<Locks> {
  const [wasRegistering, wasHeld, wasCancelled] = await Promise.all([
    isRegistering(proxy, orderNumber).catch(() => true),
    isHeld(proxy, orderNumber).catch(() => true),
    isCancelled(proxy, orderNumber).catch(() => false), // the locks that cannot be read say that it is pending
  ])
  return { wasRegistering, wasHeld, wasCancelled }
}

/**
 * Reads an order for a page that waits for the end of a payment: `open` would mean that nothing was charged, so the
 * outcome stays `pending` while a payment may be in progress whose lock is lost.
 */
export const readAwaited = (proxy: ReadingContext, ticket: Ticket): Promise<Outcome> =>
  readOutcome(proxy, ticket).then(({ outcome }) =>
    outcome.state === 'open' && earlierProcessMayHavePaid(proxy, ticket) ? pendingNext(ticket) : outcome,
  )

/**
 * Whether a payment may be in progress whose lock is lost: of a process that ended before this one started, or from
 * before the shared store lost its data. Decided by our own records, since the gateway's clock may be ahead of ours.
 */
export const lostLockMayStillPay = async (proxy: LockMemory, attempt: OrderAttempt | undefined): Promise<boolean> =>
  attempt !== undefined && isUndecided(attempt) && lockMayBeLost(proxy, attempt.number)

type LockMemory = Pick<ProxyContext, 'registered' | 'locks' | 'clock' | 'config'>

/** Whether a lock of that number may be lost, and its request still be under way. */
export async function lockMayBeLost(
  { registered, locks, clock, config }: LockMemory,
  number: string,
): Promise<boolean> {
  const age = locks.remembersFor?.() ?? Infinity
  if (age >= config.lockTtlMs) return false
  if ((registered.get(number)?.at ?? -Infinity) >= steadyOf(clock) - age) return false
  return !(await isNoted({ locks }, number))
}
