import { gatewayApi } from '#server-contract/gateway/api.ts'
import type { Bindings, BindingsQuestion, BindingSwitch, StoredCard } from '#server-contract/gateway/bindings.ts'
import type { Category } from '#server-contract/gateway/initiators.ts'
import type { Verdict } from '#server-contract/gateway/orders.ts'
import { maskPan } from '#ports/mask.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import type { Binding } from './binding-table.ts'
import { systemOf } from '../cards/card-data.ts'
import type { GatewayContext } from '../context.ts'
import type { Caller } from '../merchants/merchants.ts'
import { requireFields } from '../errors/require-fields.ts'
import { refusal } from '../errors/refusal.ts'
import { success } from '../errors/words/success.ts'

const types: Readonly<Record<'C' | 'R', Category>> = { C: 'COMMON', R: 'RECURRENT' }

/** getBindings.do (online gateway 4.11): the active bindings of a client. */
export const listBindings =
  ({ bindings }: GatewayContext) =>
  (request: BindingsQuestion, { merchant }: Caller): Bindings => {
    const { clientId, bindingType, language } = requireFields(gatewayApi.getBindings, request, ['clientId'])
    const found = bindings
      .of(merchant.login, clientId)
      .filter(({ active, category }) => active && (!bindingType || category === types[bindingType]))
    if (!found.length) throw refusal('no bindings', language)
    return { ...success(language), bindings: found.map(listed) }
  }

/** The names that the bank has given to its cards, by number. */
const names = new Map(testCards.map(({ pan, label }) => [pan, label]))

const listed = ({ id, card: { pan, expiry }, category }: Binding): Required<StoredCard> => ({
  bindingId: id,
  maskedPan: maskPan(pan),
  expiryDate: expiry,
  paymentWay: 'CARD',
  paymentSystem: systemOf(pan),
  displayLabel: names.get(pan) ?? `**** ${pan.slice(-4)}`,
  bindingCategory: category,
})

/** bindCard.do and unBindCard.do (family): a binding that is already in that state is rejected. */
export const switchBinding =
  ({ bindings }: GatewayContext, active: boolean) =>
  ({ bindingId, language }: BindingSwitch, { merchant }: Caller): Verdict => {
    if (!bindings.setActive(merchant.login, bindingId, active)) throw refusal('no binding', language)
    return success(language)
  }
