import { ProxyError } from '#contract/proxy-errors.ts'
import type { CardNotice } from '#server-contract/merchant/webhooks.ts'
import { cards } from '../methods/stored-card/cards.ts'
import { isClosed } from '../orders/attempts.ts'
import { readToReport, type Reading } from '../orders/read/for-merchant.ts'
import type { ProxyContext } from '../proxy-context.ts'
import type { Listed } from './card-record.ts'
import { eventOf, isOrderEvent, type CardEvent, type KeptEvent } from './event.ts'

/**
 * Whether the order is closed at the gateway while a payment of it may be in progress: its state must not be sent yet.
 */
export const isHeldBack = ({ order, attempt }: Reading): boolean => order.state === 'pending' && isClosed(attempt)

/**
 * Reads what is to be sent now in place of a stored event: the order's current state, or the card's; `undefined` where
 * there is nothing. Throws a ProxyError where the state is not known yet.
 */
export async function currentEvent(proxy: ProxyContext, event: KeptEvent): Promise<KeptEvent | undefined> {
  if (!isOrderEvent(event)) return (await isStillSo(proxy, event)) ? event : undefined
  const reading = await readToReport(proxy, event.data.orderNumber)
  if (isHeldBack(reading)) throw new ProxyError('busy', 'A payment of this order may be under way.')
  return eventOf(reading.order, proxy.clock.now())
}

/** Reads a card from its client's list of active cards. Throws where the gateway does not answer. */
export async function listedCard(
  proxy: ProxyContext,
  { clientId, bindingId }: Pick<CardNotice, 'clientId' | 'bindingId'>,
): Promise<Listed> {
  try {
    const listed = await cards(proxy, { clientId })
    return listed.cards.find((card) => card.bindingId === bindingId) ?? 'absent'
  } catch (error) {
    if (error instanceof ProxyError && error.code === 'gateway_refused') return 'unknown'
    throw error
  }
}

/** Whether an event about a card is still true: a removed card is not listed, any other is. */
async function isStillSo(proxy: ProxyContext, { type, data }: CardEvent): Promise<boolean> {
  const listed = await listedCard(proxy, data)
  return listed === 'unknown' || (listed === 'absent') === (type === 'card.removed')
}
