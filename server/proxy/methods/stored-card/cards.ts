import { ProxyError } from '#contract/proxy-errors.ts'
import type { Binding, StoredCard } from '#server-contract/gateway/bindings.ts'
import { categories, type Category } from '#server-contract/gateway/initiators.ts'
import type { Cards, merchantApi } from '#server-contract/merchant/merchant.ts'
import type { Request } from '#contract/operation.ts'
import { cardMonthIn } from '#contract/time/card-month.ts'
import { isRefusedAs } from '#gateway-client/answer-kind.ts'
import { absentOperation, failureOf, refusedByGateway, unusable } from '../../gateway/gateway-failure.ts'
import type { ProxyContext } from '../../proxy-context.ts'

/** The stored cards of a client (getBindings.do, online gateway 4.11). */
export async function cards(
  proxy: Pick<ProxyContext, 'gateway'>,
  { clientId }: { readonly clientId: string },
): Promise<Cards> {
  const result = await proxy.gateway.getBindings({ clientId })
  if (result.kind === 'answered') return { cards: (result.answer.bindings ?? []).filter(isNamed).map(withMonth) }
  if (isRefusedAs(result, 'notFound')) return { cards: [] }
  if (result.kind !== 'refused') throw unusable(result)
  throw refusedByGateway(result.errorCode, result.message)
}

/** Without an id it can be neither paid with nor removed. */
const isNamed = (card: Binding): card is StoredCard => card.bindingId !== undefined

/** The card with its expiry as YYYYMM where another form of it can be read. */
const withMonth = (card: StoredCard): StoredCard => {
  const month = card.expiryDate && cardMonthIn(card.expiryDate)
  return month ? { ...card, expiryDate: month } : card
}

/**
 * Whether a card may be of the category: unless the list says that it is of the other one. Some gateways list cards
 * without it (family), and then the gateway decides when the card is charged.
 */
export const mayBe = (category: Category, { bindingCategory = '' }: Binding): boolean =>
  (categories.find((one) => one === bindingCategory.toUpperCase()) ?? category) === category

type ClientCardReference = Request<typeof merchantApi.removeCard>

/** Deactivates a card of this client (unBindCard.do, family). */
export async function removeCard(
  proxy: Pick<ProxyContext, 'gateway' | 'log' | 'webhooks' | 'clock'>,
  request: ClientCardReference,
): Promise<Cards> {
  const { clientId, bindingId } = request
  const { maskedPan, expiryDate, bindingCategory } = await clientCard(proxy, request)
  const failure = failureOf(proxy, 'unBindCard.do', '', await proxy.gateway.unBindCard({ bindingId }))
  const left = await cards(proxy, request)
  if (failure && left.cards.some((card) => card.bindingId === bindingId)) throw failure
  const card = { clientId, bindingId, maskedPan, expiryDate, bindingCategory }
  // Nobody waits until the merchant's server has accepted it.
  void proxy.webhooks.sendCard({ type: 'card.removed', at: proxy.clock.now(), ...card })
  return left
}

/** Gives a card of this client another expiry (extendBinding.do, family); one that it has already is not sent. */
export async function extendCard(
  proxy: Pick<ProxyContext, 'gateway' | 'log' | 'webhooks' | 'clock'>,
  request: Request<typeof merchantApi.extendCard>,
): Promise<Cards> {
  const { clientId, bindingId, newExpiry } = request
  const { maskedPan, expiryDate, bindingCategory } = await clientCard(proxy, request)
  if (expiryDate === newExpiry) return cards(proxy, request)
  const result = await proxy.gateway.extendBinding({ bindingId, newExpiry })
  const absent = absentOperation('extendBinding.do', result)
  if (absent) throw absent
  const failure = failureOf(proxy, 'extendBinding.do', '', result)
  const after = await cards(proxy, request)
  const isExtended = after.cards.some((card) => card.bindingId === bindingId && card.expiryDate === newExpiry)
  if (failure && !isExtended) throw failure
  const card = { clientId, bindingId, maskedPan, expiryDate: newExpiry, bindingCategory }
  // Nobody waits until the merchant's server has accepted it.
  void proxy.webhooks.sendCard({ type: 'card.changed', at: proxy.clock.now(), ...card })
  return after
}

/** A card that is the client's own, and may be of the category if one is given; throws a refusal for any other. */
export async function clientCard(
  proxy: Pick<ProxyContext, 'gateway'>,
  { clientId, bindingId }: ClientCardReference,
  category?: Category,
): Promise<StoredCard> {
  const card = (await cards(proxy, { clientId })).cards.find((one) => one.bindingId === bindingId)
  if (!card) throw new ProxyError('not_found', 'is not a stored card of this client', 'bindingId')
  if (category && !mayBe(category, card))
    throw new ProxyError('field_invalid', `must be a ${category.toLowerCase()} stored card`, 'bindingId')
  return card
}
