import type { Outcome } from '#contract/checkout.ts'
import type { Ticket } from '#contract/ticket.ts'
import { withLock } from '../locks/lock-store.ts'
import { asPending, factsOf } from './outcome.ts'
import type { Parts } from '../parts.ts'
import { isOlderThanMemory, readOutcome, readStanding } from './standing.ts'

/** Gives the order up, unless a payment is under way; tells the gateway's word, which may be that it is paid. */
export async function cancel(parts: Parts, ticket: Ticket): Promise<Outcome> {
  const ended = await withLock(parts, ticket.orderNumber, () => end(parts, ticket))
  return ended ?? asPending((await readOutcome(parts, ticket)).outcome)
}

const endable: ReadonlySet<Outcome['state']> = new Set(['open', 'authenticate'])

async function end(parts: Parts, ticket: Ticket): Promise<Outcome> {
  const { current, outcome } = await readStanding(parts, ticket)
  if (!current) return { state: 'cancelled', ...factsOf(ticket), reason: 'cancelled', again: true }
  if (!endable.has(outcome.state)) return outcome
  if (await isOlderThanMemory(parts, current)) return asPending(outcome)
  await parts.gateway.decline({ orderId: current.orderId })
  return (await readStanding(parts, ticket)).outcome
}
