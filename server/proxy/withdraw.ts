import type { Outcome } from '#contract/checkout.ts'
import type { Ticket } from '#contract/ticket.ts'
import { isHeld, take } from './claims.ts'
import { pendingNext } from './outcome.ts'
import type { Parts } from './parts.ts'
import { beginningOf } from './requests.ts'
import { mayBeTriedAgain, readOutcome } from './standing.ts'

/**
 * Takes back a request for payment whose answer was lost, unless it has begun, and tells where the order stands: from here
 * on the request changes nothing that is told. While a process that is gone may have begun it, the order is pending.
 */
export async function withdraw(parts: Parts, ticket: Ticket, requestId: string): Promise<Outcome> {
  const isKnown = await isBegunOrBack(parts, beginningOf({ orderNumber: ticket.orderNumber, requestId }))
  const { outcome } = await readOutcome(parts, ticket)
  return isKnown || !mayBeTriedAgain(outcome) ? outcome : pendingNext(ticket)
}

async function isBegunOrBack(parts: Parts, beginning: string): Promise<boolean> {
  const { claims, config } = parts
  if (await isHeld(parts, beginning)) return true
  if ((claims.remembersFor?.() ?? Infinity) < config.fenceMs) return false
  await take(parts, beginning) // where the request itself was faster, it holds the order's claim until it has ended
  return true
}
