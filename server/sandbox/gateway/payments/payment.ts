import { gatewayApi } from '#server-contract/gateway/api.ts'
import { initiatorOf, type Initiator } from '#server-contract/gateway/initiators.ts'
import type { CardPayment, CardPaymentAnswer } from '#server-contract/gateway/card-payments.ts'
import { payOrder } from './pay-order.ts'
import { checkInitiator, requireBilling, requireClient, requireEmail, payable } from './payment-checks.ts'
import { paymentCard, type Card } from '../cards/card-data.ts'
import type { GatewayContext } from '../context.ts'
import { externalResult, ordinary } from './external-three-ds.ts'
import { fieldRefusal } from '../errors/field-refusal.ts'
import { may, must, type Caller } from '../merchants/merchants.ts'
import { attributesOf } from '../orders/fields/attributes.ts'
import { checkIndicators } from '../orders/indicators.ts'
import type { OrderUpdate, Order } from '../orders/order.ts'
import { cardRefusal, refusal } from '../errors/refusal.ts'
import { storedAs } from '../orders/storing.ts'

/** paymentorder.do: first and second call (online gateway 4.3), or the only one with an external 3DS server (4.4). */
export const payByCard =
  (context: GatewayContext) =>
  async (request: CardPayment, caller: Caller): Promise<CardPaymentAnswer> => {
    const { merchant } = caller
    const { language, tii, TEXT: holder } = request
    if (must(merchant, 'bankPage') || context.takesNoCards) throw refusal('access', language)
    const order = payable(context, request.MDORDER, merchant, language)
    const initiator = initiatorOf(tii)
    checkInitiator(order, tii, initiator, language)
    requireClient(order, initiator, language)
    if (request.clientBrowserInfo && !may(merchant, 'clientBrowserInfo')) throw refusal('browser info', language)
    checkIndicators(request, gatewayApi.paymentorder, language)
    requireBilling(merchant, request, order.payer)
    requireEmail(merchant, request, order.payer)
    const card = cardIn(context, request, initiator)
    const external = externalResult(request, caller)
    const secure = external ?? (initiator.checked ? undefined : ({ type: '0' } as const))
    const update = updateOf(request, order, initiator)
    return payOrder({ context, merchant, order, card, holder, call: request, update, ...(secure && { secure }) })
  }

function cardIn({ seal, browserClock }: GatewayContext, request: CardPayment, { checked }: Initiator): Card {
  const read = paymentCard(request, { seal, now: browserClock.now() }, checked)
  if ('wrong' in read) throw cardRefusal(read.wrong, request.language)
  const { pan, expiry } = read.card
  return checked ? read.card : { pan, expiry }
}

function updateOf(request: CardPayment, order: Order, initiator: Initiator): OrderUpdate {
  if (request.bindingNotNeeded && order.features.includes('FORCE_CREATE_BINDING')) throw notNeeded(request.language)
  const params = { ...order.params, ...ordinary(request.jsonParams) }
  const storing = request.bindingNotNeeded ? undefined : storedAs({ ...order, params }, initiator)
  if (storing && order.clientId === undefined) throw refusal('no client', request.language)
  if (storing && initiator.stores === 'RECURRENT') requireTerms(request)
  // Overwrites what an unfinished earlier call has set.
  return { params, method: 'CARD', storing, tii: request.tii, binding: undefined }
}

/** Requires the terms of a new recurrent binding (online gateway 3); the issuer uses them, the gateway does not. */
function requireTerms({ jsonParams, language }: CardPayment): void {
  const params = attributesOf(jsonParams)
  const missing = ['recurringFrequency', 'recurringExpiry'].find((name) => !params[name])
  if (missing === undefined) return
  const problem = { field: `jsonParams.${missing}`, kind: 'missing', rule: 'is required with tii RI' } as const
  throw fieldRefusal(gatewayApi.paymentorder, problem, language)
}

const notNeeded = (language: string): Error =>
  fieldRefusal(
    gatewayApi.paymentorder,
    { field: 'bindingNotNeeded', kind: 'rule', rule: 'must not be true of an order whose features force a binding' },
    language,
  )
