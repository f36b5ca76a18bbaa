import { isByOperator } from '#contract/methods/methods.ts'
import { ProxyError } from '#contract/proxy-errors.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import { monotonicNow } from '#ports/monotonic-now.ts'
import { isNoted } from '../locks/lock-store.ts'
import { offersFor } from '../methods/offers.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { isUndecided, type OrderAttempt } from './attempts.ts'

type Memory = Pick<ProxyContext, 'locks' | 'clock' | 'config'>

/**
 * The end of the second in the ticket's `iat`, which is rounded down. Unix milliseconds; `-Infinity` without an `iat`.
 */
const signedBy = ({ iat = -Infinity }: Ticket): number => (iat + 1) * 1000

/**
 * Whether a process that ended before this one started may have sent a payment that registers the next number by
 * itself. No process sends one before {@link signedBy}, so a ticket that is newer than the lock store has been paid by
 * none.
 */
export function earlierProcessMayHavePaid(proxy: Memory, ticket: Ticket): boolean {
  const { locks, clock } = proxy
  if (untilLockExpires(proxy) <= 0 || signedBy(ticket) > clock.now() - locks.remembersFor!()) return false
  return mayRegisterNext(proxy, ticket)
}

/** Whether a payment of the ticket may register the order's next number by itself. */
const mayRegisterNext = ({ config }: Pick<Memory, 'config'>, ticket: Ticket): boolean =>
  isByOperator(ticket) || Object.keys(offersFor(config, ticket)).length > 0

/**
 * Whether a withdrawal may be forgotten unnoticed: the ticket's `iat` is ahead of our clock, so that a memory which is
 * lost before then counts as older than the ticket.
 */
export const mayForgetWithdrawal = (proxy: Memory, ticket: Ticket): boolean =>
  proxy.locks.remembersFor !== undefined && signedBy(ticket) > proxy.clock.now() && mayRegisterNext(proxy, ticket)

/** Milliseconds until every lost lock would have expired. */
const untilLockExpires = ({ locks, config }: Memory): number => config.lockTtlMs - (locks.remembersFor?.() ?? Infinity)

/** Waits for the rest of the second in which the ticket was signed, where locks may be lost. */
export async function untilSigned({ locks, clock }: Memory, ticket: Ticket): Promise<void> {
  const rest = signedBy(ticket) - clock.now()
  if (locks.remembersFor && rest > 0 && rest <= 1000) await clock.sleep(rest)
}

/**
 * Throws `too_early` with the seconds to wait, before anything is sent or recorded: while {@link earlierProcessMayHavePaid}, and
 * while the ticket's `iat` is ahead of our clock, since the merchant's may be ahead by a minute.
 */
export function requireSendable(proxy: Memory, ticket: Ticket): void {
  const { locks, clock } = proxy
  const ahead = locks.remembersFor && (ticket.iat ?? 0) * 1000 > clock.now() ? signedBy(ticket) - clock.now() : 0
  const wait = Math.max(ahead, earlierProcessMayHavePaid(proxy, ticket) ? untilLockExpires(proxy) : 0)
  if (wait > 0) throw new ProxyError('too_early', undefined, undefined, Math.ceil(wait / 1000))
}

/**
 * Whether a payment of the attempt may be in progress whose lock is lost: of a process that ended before this one
 * started, or from before the shared store lost its data. Decided by our own records, since the gateway's clock may be
 * ahead of ours.
 */
export const lostLockMayStillPay = async (
  proxy: Memory & Pick<ProxyContext, 'registered'>,
  attempt: OrderAttempt | undefined,
): Promise<boolean> => attempt !== undefined && isUndecided(attempt) && lockMayBeLost(proxy, attempt.number)

/** Whether a lock of that number may be lost, and its request still be under way. */
export async function lockMayBeLost(
  { registered, locks, clock, config }: Memory & Pick<ProxyContext, 'registered'>,
  number: string,
): Promise<boolean> {
  const age = locks.remembersFor?.() ?? Infinity
  if (age >= config.lockTtlMs) return false
  if ((registered.get(number)?.at ?? -Infinity) >= monotonicNow(clock) - age) return false
  return !(await isNoted({ locks }, number))
}
