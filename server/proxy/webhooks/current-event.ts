import { Refused } from '#contract/faults.ts'
import { isClosed } from '../orders/attempts.ts'
import { readPaid, type Reading } from '../orders/order.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { eventOf, type OrderEvent } from './event.ts'

/** Closed at the gateway, and all the same a payment of it may be under way: it is no time to say how it stands. */
export const isHeldBack = ({ order, attempt }: Reading): boolean => order.state === 'pending' && isClosed(attempt)

/** Reads what is to be said of an order now; `undefined` where there is nothing. Throws a fault where nobody knows yet. */
export async function currentEvent(proxy: ProxyContext, orderNumber: string): Promise<OrderEvent | undefined> {
  const reading = await readPaid(proxy, orderNumber)
  if (isHeldBack(reading)) throw new Refused('busy', 'A payment of this order may be under way.')
  return eventOf(reading.order, proxy.clock.now())
}
