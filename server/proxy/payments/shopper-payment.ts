import type { Outcome } from '#contract/checkout.ts'
import type { Ticket } from '#contract/ticket.ts'
import { isClosed, mayTryAgain, readAttempt, type AttemptsContext, type OrderAttempt } from '../orders/attempts.ts'
import { isUnlike } from '../orders/comparison.ts'
import { asPending, isRepeatable } from '../orders/outcome.ts'
import { orderStateIn, readOutcome, type OrderReading, type ReadingContext } from '../orders/order-reading.ts'
import type { ProxyContext } from '../proxy-context.ts'
import type { LockedOrder, LockedReading } from './locked-order.ts'

/** Reads the ticket's order under its lock, with the outcome for the shopper. */
export async function readForShopper(
  proxy: AttemptsContext,
  ticket: Ticket,
  order: Pick<LockedOrder, 'read'>,
): Promise<OrderReading & LockedReading> {
  const reading = await order.read()
  return { ...reading, ...orderStateIn(proxy, ticket, reading.attempts, reading.isCancelled) }
}

/** The outcome while another request pays the order: an open order is `pending`. */
export const outcomeWhileLocked = async (proxy: ReadingContext, ticket: Ticket): Promise<Outcome> =>
  asPending((await readOutcome(proxy, ticket)).outcome)

/** Whether this attempt is the current one and may be paid. */
export const isPayable = (
  proxy: Pick<ProxyContext, 'config' | 'signer'>,
  ticket: Ticket,
  { current, outcome }: OrderReading,
  orderId: string,
): boolean => outcome.state === 'open' && current?.orderId === orderId && !isUnlike(proxy, current, ticket)

/** Whether the order's next number may be registered and paid. */
export const isNextPayable = (
  proxy: Pick<ProxyContext, 'config'>,
  ticket: Ticket,
  { outcome, attempts }: OrderReading,
): boolean => isRepeatable(outcome) && mayTryAgain(proxy, attempts, ticket)

/** Declines the last attempt if it is open, and returns all attempts; `undefined` when a payment may be in progress. */
export async function closed(
  proxy: AttemptsContext,
  attempts: readonly OrderAttempt[],
): Promise<readonly OrderAttempt[] | undefined> {
  const last = attempts.at(-1)
  if (!last || isClosed(last)) return attempts
  await proxy.gateway.decline({ orderId: last.orderId })
  const after = await readAttempt(proxy, last.number)
  return after && isClosed(after) ? [...attempts.slice(0, -1), after] : undefined
}

/** Bytes of a nonce that cannot be guessed. */
const NONCE = 16

/** The nonce that the method's notification page sends to its parent. */
export const newNonce = ({ random }: Pick<ProxyContext, 'random'>): string =>
  Buffer.from(random.bytes(NONCE)).toString('base64url')
