import { gatewayApi } from '#server-contract/gateway/api.ts'
import type { BindingPayment } from '#server-contract/gateway/bindings.ts'
import type { CardPaymentAnswer } from '#server-contract/gateway/card-payments.ts'
import { initiatorOf, type Initiator, type Tii } from '#server-contract/gateway/initiators.ts'
import type { Operation } from '#contract/operation.ts'
import { payOrder } from './pay-order.ts'
import { checkInitiator, requireEmail, payable } from './payment-checks.ts'
import type { Binding } from '../bindings/binding-table.ts'
import { unseal, type Card } from '../cards/card-data.ts'
import type { GatewayContext } from '../context.ts'
import { externalResult, ordinary } from './external-three-ds.ts'
import { may, must, type Caller, type Merchant } from '../merchants/merchants.ts'
import type { Order } from '../orders/order.ts'
import { requireFields, type With } from '../errors/require-fields.ts'
import { cardRefusal, refusal } from '../errors/refusal.ts'

/** The binding and the CVC of a call, from its seToken or from its own fields. */
interface BindingAndCvc {
  readonly bindingId: string
  readonly cvc?: string
}

/** Charges a binding that is no card; `undefined` where the request names none. */
export type ChargeOther = (
  request: With<BindingPayment, 'mdOrder'>,
  caller: Caller,
  operation: Operation,
) => CardPaymentAnswer | undefined

/** paymentOrderBinding.do (online gateway 4.11): pays an order of a client by what the client has stored. */
export const payByBinding =
  (context: GatewayContext, chargeOther: ChargeOther) =>
  async (requested: BindingPayment, caller: Caller): Promise<CardPaymentAnswer> => {
    const { merchant } = caller
    const request = requireFields(gatewayApi.paymentOrderBinding, requested, ['mdOrder'])
    const charged = chargeOther(request, caller, gatewayApi.paymentOrderBinding)
    if (charged) return charged
    const { language, tii = 'F' } = request
    const order = payable(context, request.mdOrder, merchant, language)
    const initiator = initiatorFor(order, tii)
    checkInitiator(order, tii, initiator, language)
    if (request.clientBrowserInfo && !may(merchant, 'clientBrowserInfo')) throw refusal('browser info', language)
    requireEmail(merchant, request, order.payer)
    const named = namedIn(context, request, order)
    const binding = bindingFor(context, order, merchant, named.bindingId, language)
    checkUse(binding, tii, initiator, language)
    const external = externalResult(request, caller, gatewayApi.paymentOrderBinding)
    const secure = external ?? (initiator.checked ? undefined : ({ type: '0' } as const))
    return payOrder({
      context,
      merchant,
      order,
      card: cardOf(binding, named, initiator, merchant, language),
      holder: binding.holder,
      call: request,
      ...(secure && { secure }),
      update: {
        method: 'CARD_BINDING',
        tii,
        storing: undefined,
        binding: binding.id,
        params: { ...order.params, ...ordinary(request.jsonParams) },
      },
    })
  }

/** An order with the older feature AUTO_PAYMENT is paid like a merchant-initiated one (family). */
const initiatorFor = ({ features }: Order, tii: Tii): Initiator => ({
  ...initiatorOf(tii),
  ...(features.includes('AUTO_PAYMENT') && { checked: false }),
})

function namedIn(
  { seal, browserClock }: GatewayContext,
  request: With<BindingPayment, 'mdOrder'>,
  order: Order,
): BindingAndCvc {
  const { seToken, language } = request
  const sealed = seToken === undefined ? undefined : unseal(seToken, { seal, now: browserClock.now() }, request.mdOrder)
  if (sealed && 'wrong' in sealed) throw cardRefusal(sealed.wrong, language)
  if (sealed?.pan) throw cardRefusal('no card in token', language)
  const bindingId = sealed?.binding || request.bindingId || order.bindingId
  if (!bindingId) throw refusal('binding missing', language)
  const cvc = sealed?.cvc || request.cvc
  return { bindingId, ...(cvc && { cvc }) }
}

/** A binding that can pay an order: of the same merchant and client, and active. */
export function bindingFor(
  { bindings }: GatewayContext,
  { clientId }: Pick<Order, 'clientId'>,
  { login }: Merchant,
  id: string,
  language: string | undefined,
): Binding {
  if (clientId === undefined) throw refusal('no client', language)
  const binding = bindings.byId(login, id)
  if (!binding?.active) throw refusal('no binding', language)
  if (binding.clientId !== clientId) throw refusal('other client', language)
  return binding
}

function checkUse({ category }: Binding, tii: Tii, { uses }: Initiator, language: string | undefined): void {
  if (uses !== category) throw refusal('binding kind', language, tii)
}

function cardOf(
  { card }: Binding,
  { cvc }: BindingAndCvc,
  { checked }: Initiator,
  merchant: Merchant,
  language: string | undefined,
): Card {
  if (!checked) return card
  if (cvc === undefined && must(merchant, 'bindingCvc')) throw refusal('binding cvc', language)
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc)) throw cardRefusal('cvc', language)
  return { ...card, ...(cvc !== undefined && { cvc }) }
}
