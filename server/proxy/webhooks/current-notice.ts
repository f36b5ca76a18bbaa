import { Refused } from '#contract/faults.ts'
import { isClosed } from '../orders/attempts.ts'
import { readPaid, type Reading } from '../orders/order.ts'
import type { Parts } from '../parts.ts'
import { noticeOf, type OrderNotice } from './notice.ts'

/** Closed at the gateway, and all the same a payment of it may be under way: it is no time to say how it stands. */
export const isHeldBack = ({ order, attempt }: Reading): boolean => order.state === 'pending' && isClosed(attempt)

/** Reads what is to be said of an order now; `undefined` where there is nothing. Throws a fault where nobody knows yet. */
export async function currentNotice(parts: Parts, orderNumber: string): Promise<OrderNotice | undefined> {
  const reading = await readPaid(parts, orderNumber)
  if (isHeldBack(reading)) throw new Refused('busy', 'A payment of this order may be under way.')
  return noticeOf(reading.order, parts.clock.now())
}
