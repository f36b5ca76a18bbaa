import { gatewayApi } from '#server-contract/gateway/api.ts'
import type { RecurrentAnswer, RecurrentPayment } from '#server-contract/gateway/bindings.ts'
import { payOrder } from './pay-order.ts'
import type { Binding } from '../bindings/binding-table.ts'
import type { GatewayContext } from '../context.ts'
import type { Caller, Merchant } from '../merchants/merchants.ts'
import { stateOf } from '../orders/order-state.ts'
import { requireFields, type With } from '../errors/require-fields.ts'
import { refusal } from '../errors/refusal.ts'
import { checkRegistration, orderFrom } from '../orders/registration.ts'

/** recurrentPayment.do (online gateway 4.11): registers a one-phase order and pays it by a recurrent binding, tii R. */
export const payRecurrently =
  (context: GatewayContext) =>
  async (asked: RecurrentPayment, { merchant }: Caller): Promise<RecurrentAnswer> => {
    const request = requireFields(gatewayApi.recurrentPayment, asked, ['orderNumber', 'bindingId', 'amount'])
    const binding = bindingIn(context, request, merchant)
    const { orderNumber: number, additionalParameters, bindingId: _, ...rest } = request
    const requested = {
      ...rest,
      clientId: binding.clientId,
      ...(additionalParameters && { jsonParams: additionalParameters }),
    }
    const twoPhase = false
    checkRegistration(requested, merchant, gatewayApi.recurrentPayment, { twoPhase, now: context.clock.now() })
    const order = orderFrom(context, requested, merchant, { number, twoPhase })
    if (!context.orders.add(order)) throw refusal('taken json', request.language)
    const { card, holder } = binding
    const update = { method: 'CARD_BINDING', tii: 'R', binding: binding.id } as const
    await payOrder({ context, merchant, order, card, holder, call: {}, secure: { type: '0' }, update })
    return {
      success: true,
      data: { orderId: order.id },
      orderStatus: stateOf(context.orders.byId(order.id)!, merchant),
    }
  }

function bindingIn(
  { bindings }: GatewayContext,
  { bindingId, language }: With<RecurrentPayment, 'bindingId'>,
  { login }: Merchant,
): Binding {
  const binding = bindings.byId(login, bindingId)
  if (!binding?.active) throw refusal('no binding', language)
  if (binding.category !== 'RECURRENT') throw refusal('binding kind', language, 'R')
  return binding
}
