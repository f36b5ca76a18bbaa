import type { Outcome } from '#contract/checkout.ts'
import type { Ticket } from '#contract/ticket.ts'
import { isHeld, take } from '../locks/lock-store.ts'
import { factsOf, pendingNext } from './outcome.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { beginningOf } from '../locks/idempotency.ts'
import { mayBeTriedAgain, readOutcome } from './order-reading.ts'

/**
 * Withdraws a request for payment whose answer was lost, unless it has begun, and returns the order's outcome, which a
 * withdrawn request can no longer change. While a process that has ended may have begun it, the outcome is pending.
 */
export async function withdraw(proxy: ProxyContext, ticket: Ticket, requestId: string): Promise<Outcome> {
  const fate = await fateOf(proxy, beginningOf({ orderNumber: ticket.orderNumber, requestId }))
  const { outcome } = await readOutcome(proxy, ticket)
  if (fate === 'unknown' && mayBeTriedAgain(outcome)) return pendingNext(ticket)
  // The request was not carried out, so the outcome of the attempt before it is not its own.
  return fate === 'withdrawn' && 'again' in outcome && outcome.again ? { state: 'open', ...factsOf(ticket) } : outcome
}

/** What may have happened to a request; one that has begun holds the order's lock until it has ended. */
type Fate = 'begun' | 'withdrawn' | 'unknown'

async function fateOf(proxy: ProxyContext, beginning: string): Promise<Fate> {
  const { locks, config } = proxy
  if (await isHeld(proxy, beginning)) return 'begun'
  if ((locks.remembersFor?.() ?? Infinity) < config.lockTtlMs) return 'unknown'
  return (await take(proxy, beginning, proxy.random.uuid())) ? 'withdrawn' : 'begun'
}
