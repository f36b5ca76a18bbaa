import { ProxyError } from '#contract/proxy-errors.ts'
import type { CardNotice } from '#server-contract/merchant/webhooks.ts'
import { cards } from '../../methods/stored-card/cards.ts'
import type { ProxyContext } from '../../proxy-context.ts'
import type { CardEvent } from '../event.ts'
import type { Listed } from './card-record.ts'

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

/** Whether a stored event is still true: a removed card is not listed, any other is. */
export async function isStillSo(proxy: ProxyContext, { type, data }: CardEvent): Promise<boolean> {
  const listed = await listedCard(proxy, data)
  return listed === 'unknown' || (listed === 'absent') === (type === 'card.removed')
}
