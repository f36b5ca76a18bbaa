import { Refused } from '#contract/faults.ts'
import { isClosed } from '../orders/attempts.ts'
import { readPaid, type Reading } from '../orders/order.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { eventOf, type OrderEvent } from './event.ts'

/**
 * Whether the order is closed at the gateway while a payment of it may be in progress: its state must not be sent yet.
 */
export const isHeldBack = ({ order, attempt }: Reading): boolean => order.state === 'pending' && isClosed(attempt)

/**
 * Reads an order's current webhook event; `undefined` where there is none. Throws a fault where the state is not known
 * yet.
 */
export async function currentEvent(proxy: ProxyContext, orderNumber: string): Promise<OrderEvent | undefined> {
  const reading = await readPaid(proxy, orderNumber)
  if (isHeldBack(reading)) throw new Refused('busy', 'A payment of this order may be under way.')
  return eventOf(reading.order, proxy.clock.now())
}
