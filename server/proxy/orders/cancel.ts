import type { Outcome } from '#contract/checkout.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import { withLock } from '../locks/lock-store.ts'
import { asPending, factsOf } from './outcome.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { hasCode } from './codes/follow-code.ts'
import { lostLockMayStillPay } from './lost-locks.ts'
import { readForShopper, readUnderLock } from './read/for-shopper.ts'
import type { ReadingContext } from './read/facts.ts'

/**
 * Cancels the order, unless a payment is in progress; returns the gateway's state, which may be that it is paid. A code
 * that may still be paid is taken back instead, and the order stays open for another way to pay.
 */
export async function cancel(proxy: ReadingContext & Pick<ProxyContext, 'random'>, ticket: Ticket): Promise<Outcome> {
  if (await hasCode(proxy, ticket.orderNumber)) return (await readForShopper(proxy, ticket, () => true)).outcome
  const ended = await withLock(proxy, ticket.orderNumber, () => end(proxy, ticket))
  return ended ?? asPending((await readForShopper(proxy, ticket)).outcome)
}

const endable: ReadonlySet<Outcome['state']> = new Set(['open', 'authenticate'])

async function end(proxy: ReadingContext & Pick<ProxyContext, 'random'>, ticket: Ticket): Promise<Outcome> {
  const { current, outcome } = await readUnderLock(proxy, ticket)
  if (!current) return { state: 'cancelled', ...factsOf(ticket), reason: 'cancelled', again: true }
  if (!endable.has(outcome.state)) return outcome
  if (await lostLockMayStillPay(proxy, current)) return asPending(outcome)
  await proxy.gateway.decline({ orderId: current.orderId })
  return (await readUnderLock(proxy, ticket)).outcome
}
