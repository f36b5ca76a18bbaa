import { ProxyError } from '#contract/proxy-errors.ts'
import { isClosed } from '../orders/attempts.ts'
import { readToReport, type Reading } from '../orders/read/for-merchant.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { isStillSo } from './cards/listed-card.ts'
import { eventOf, isOrderEvent, type KeptEvent } from './event.ts'

/**
 * Whether the order is closed at the gateway while a payment of it may be in progress: its state must not be sent yet.
 */
export const isHeldBack = ({ order, attempt }: Reading): boolean => order.state === 'pending' && isClosed(attempt)

/**
 * Reads what is to be sent now in place of a stored event: the order's current state, or the card's; `undefined` where
 * there is nothing. Throws a fault where the state is not known yet.
 */
export async function currentEvent(proxy: ProxyContext, event: KeptEvent): Promise<KeptEvent | undefined> {
  if (!isOrderEvent(event)) return (await isStillSo(proxy, event)) ? event : undefined
  const reading = await readToReport(proxy, event.data.orderNumber)
  if (isHeldBack(reading)) throw new ProxyError('busy', 'A payment of this order may be under way.')
  return eventOf(reading.order, proxy.clock.now())
}
