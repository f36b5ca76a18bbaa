import { gatewayApi } from '#server-contract/gateway/api.ts'
import type { InstantPayment, InstantPaymentAnswer } from '#server-contract/gateway/family/instant-payment.ts'
import { initiatorOf, type Initiator } from '#server-contract/gateway/initiators.ts'
import { languageIn } from '#server-contract/gateway/language.ts'
import type { GatewayContext } from '../context.ts'
import { refusal } from '../errors/refusal.ts'
import { missingField } from '../errors/require-fields.ts'
import { may, type Caller, type Merchant } from '../merchants/merchants.ts'
import type { Order, OrderUpdate } from '../orders/order.ts'
import { checkRegistration, orderFrom } from '../orders/registration.ts'
import { storedAs } from '../orders/storing.ts'
import { externalResult, ordinary } from '../payments/external-three-ds.ts'
import { sourceOf, type Source } from '../methods/moto.ts'
import { payOrder } from '../payments/pay-order.ts'
import {
  checkEmail,
  checkInitiator,
  payable,
  requireBilling,
  requireClient,
  requireEmail,
} from '../payments/payment-checks.ts'
import { oldStatusOf } from './old-status.ts'

/** instantPayment.do (family): its second call, which names the order, continues the 3-D Secure of the first. */
export const payInstantly =
  (context: GatewayContext) =>
  async (request: InstantPayment, caller: Caller): Promise<InstantPaymentAnswer> => {
    const { merchant } = caller
    const { language, threeDSVer2MdOrder: known } = request
    const order =
      known === undefined ? newOrder(context, request, merchant) : payable(context, known, merchant, language)
    const source = sourceOf(context, request, order, merchant)
    const stored = source.binding === undefined ? undefined : context.bindings.byId(merchant.login, source.binding)
    const tii = request.tii ?? (stored && 'F')
    const initiator = initiatorOf(tii)
    if (stored && stored.category !== initiator.uses) throw refusal('binding kind', language, tii)
    checkPayment(request, order, merchant, initiator)
    const external = externalResult(request, caller, gatewayApi.instantPayment)
    const secure = external ?? (initiator.checked ? undefined : ({ type: '0' } as const))
    const update = updateOf(request, order, source, initiator)
    if (known === undefined && !context.orders.add(order)) throw refusal('taken', language)
    if (source.uuid !== undefined) context.spentSeals.add(source.uuid, order.id)
    const holder = stored?.holder ?? request.cardholderName ?? request.cardHolderName ?? ''
    const payment = { context, merchant, order, card: source.card, holder, call: request, update }
    const answer = await payOrder({ ...payment, ...(secure && { secure }) })
    const orderStatus = oldStatusOf(context.orders.byId(order.id)!, languageIn(language))
    return { ...answer, orderId: order.id, orderStatus }
  }

/** The order of a first call; not stored yet. */
function newOrder(context: GatewayContext, request: InstantPayment, merchant: Merchant): Order {
  const { orderNumber: number = context.random.uuid(), preAuth: twoPhase = false } = request
  // Here bindingId is the payment source, not the field of a registration that needs a permission.
  const { bindingId: _, backUrl, returnUrl = backUrl, ...requested } = request
  const operation = gatewayApi.instantPayment
  if (returnUrl === undefined) throw missingField(operation, 'returnUrl', request.language)
  checkRegistration({ ...requested, returnUrl }, merchant, operation, { twoPhase, now: context.clock.now() })
  return orderFrom(context, { ...requested, returnUrl }, merchant, { number, twoPhase })
}

function checkPayment(request: InstantPayment, order: Order, merchant: Merchant, initiator: Initiator): void {
  const { tii, language } = request
  checkInitiator(order, tii, initiator, language)
  requireClient(order, initiator, language)
  if (request.clientBrowserInfo && !may(merchant, 'clientBrowserInfo')) throw refusal('browser info', language)
  requireBilling(merchant, request, order.payer)
  requireEmail(merchant, request, order.payer)
  checkEmail(request, order.payer)
}

function updateOf(request: InstantPayment, order: Order, source: Source, initiator: Initiator): OrderUpdate {
  const { tii, language, bindingNotNeeded, jsonParams } = request
  const params = { ...order.params, ...ordinary(jsonParams) }
  if (source.binding !== undefined)
    return { params, method: 'CARD_BINDING', storing: undefined, tii, binding: source.binding }
  const storing = bindingNotNeeded ? undefined : storedAs({ ...order, params }, initiator)
  if (storing && order.clientId === undefined) throw refusal('no client', language)
  return { params, method: 'CARD', storing, tii, binding: undefined }
}
