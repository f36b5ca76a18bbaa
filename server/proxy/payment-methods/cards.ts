import { Refused } from '#contract/faults.ts'
import type { Binding } from '#contract/gateway/bindings.ts'
import type { Category } from '#contract/gateway/initiators.ts'
import type { Cards, merchantApi } from '#contract/merchant.ts'
import type { Request } from '#contract/operation.ts'
import { isLost, refusedByGateway, unusable } from '../gateway/gateway-fault.ts'
import type { Parts } from '../parts.ts'

/** What the gateway answers of a client without cards (family). */
const NONE = 2

/** The stored cards of a client (getBindings.do, online gateway 4.11). */
export async function cards(parts: Parts, { clientId }: { readonly clientId: string }): Promise<Cards> {
  const told = await parts.gateway.getBindings({ clientId })
  if (told.kind === 'answered') return { cards: told.answer.bindings ?? [] }
  if (told.kind !== 'refused') throw unusable(told)
  if (told.errorCode === NONE) return { cards: [] }
  throw refusedByGateway(told.errorCode, told.message)
}

type Named = Request<typeof merchantApi.removeCard>

/** Deactivates a card of this very client (unBindCard.do, family). */
export async function removeCard(parts: Parts, asked: Named): Promise<Cards> {
  const { bindingId } = asked
  await cardOf(parts, asked)
  const lost = isLost(parts, 'unBindCard.do', '', await parts.gateway.unBindCard({ bindingId }))
  const left = await cards(parts, asked)
  if (lost && left.cards.some((card) => card.bindingId === bindingId)) throw new Refused('answer_lost')
  return left
}

/** A card that is the client's own, and of the category if one is asked for; any other is as good as none. */
export async function cardOf(parts: Parts, { clientId, bindingId }: Named, category?: Category): Promise<Binding> {
  const card = (await cards(parts, { clientId })).cards.find((one) => one.bindingId === bindingId)
  if (!card) throw new Refused('not_found', 'is not a stored card of this client', 'bindingId')
  if (category && card.bindingCategory !== category)
    throw new Refused('field_invalid', `must be a ${category.toLowerCase()} stored card`, 'bindingId')
  return card
}
