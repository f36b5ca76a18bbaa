import { gatewayApi } from '#server-contract/gateway/api.ts'
import { errorCodeText } from '#server-contract/gateway/error-codes.ts'
import type { MotoAnswer, MotoPayment } from '#server-contract/gateway/moto.ts'
import { initiatorOf } from '#server-contract/gateway/initiators.ts'
import { payOrder } from '../payments/pay-order.ts'
import { checkEmail, requireBilling, requireEmail } from '../payments/payment-checks.ts'
import { bindingFor } from '../payments/binding-payment.ts'
import { cardIn, unseal, type Card } from '../cards/card-data.ts'
import type { GatewayContext } from '../context.ts'
import type { Caller, Merchant } from '../merchants/merchants.ts'
import type { OrderUpdate, Order } from '../orders/order.ts'
import { text } from '../payments/payment-answers.ts'
import { cardRefusal, refusal } from '../errors/refusal.ts'
import { checkRegistration, orderFrom } from '../orders/registration.ts'
import { storedAs } from '../orders/storing.ts'

/** The source of a payment: a card, and the binding that it comes from, if any. */
export interface Source {
  readonly card: Card
  readonly binding?: string
  /** The UUID of a sealed card. */
  readonly uuid?: string
}

/** motoPayment.do (online gateway 4.5): registers an order and pays it without 3-D Secure; a CVC is checked if sent. */
export const payByMoto =
  (context: GatewayContext) =>
  async (request: MotoPayment, { merchant }: Caller): Promise<MotoAnswer> => {
    // Here bindingId is the payment source, not the field of a registration that needs a permission.
    const { bindingId: _, ...requested } = request
    const { orderNumber: number = context.random.uuid(), preAuth: twoPhase = false } = request
    checkRegistration(requested, merchant, gatewayApi.motoPayment, { twoPhase, now: context.browserClock.now() })
    const order = orderFrom(context, requested, merchant, { number, twoPhase })
    const source = sourceOf(context, request, order, merchant)
    requireBilling(merchant, request)
    requireEmail(merchant, request)
    checkEmail(request)
    if (!context.orders.add(order)) throw refusal('taken', request.language)
    if (source.uuid !== undefined) context.spentSeals.add(source.uuid, order.id)
    await payOrder({
      context,
      merchant,
      order,
      card: source.card,
      holder: request.cardholder,
      call: request,
      secure: { type: '0' },
      update: updateOf(order, source),
    })
    return answerOf(context.orders.byId(order.id)!)
  }

function updateOf(order: Order, { binding }: Source): OrderUpdate {
  const storing = storedAs(order, initiatorOf(undefined))
  return { method: 'CARD_MOTO', ...(storing && { storing }), ...(binding !== undefined && { binding }) }
}

/** The card, sealed card or stored card of a call that registers its order itself, so that a seal names none. */
export function sourceOf(
  context: GatewayContext,
  request: Pick<MotoPayment, 'language' | 'seToken' | 'cvc' | 'bindingId' | 'pan' | 'expiry'>,
  order: Order,
  merchant: Merchant,
): Source {
  const { language, seToken, cvc } = request
  const sealed =
    seToken === undefined ? undefined : unseal(seToken, { seal: context.seal, now: context.browserClock.now() }, '')
  if (sealed && 'wrong' in sealed) throw cardRefusal(sealed.wrong, language)
  if (sealed && context.spentSeals.has(sealed.uuid, order.id)) throw cardRefusal('seal spent', language)
  const uuid = sealed && { uuid: sealed.uuid }
  const id = sealed ? sealed.binding : request.bindingId
  if (id) {
    const { card } = bindingFor(context, order, merchant, id, language)
    return { ...uuid, binding: id, card: { ...card, ...((sealed?.cvc || cvc) && { cvc: sealed?.cvc || cvc! }) } }
  }
  return { ...uuid, card: cardOf(sealed ?? request, language) }
}

function cardOf(
  { pan, expiry, cvc }: { readonly [Field in keyof Card]?: string | undefined },
  language: MotoPayment['language'],
): Card {
  if (!pan || !expiry) throw refusal('card source', language)
  const read = cardIn({ pan, expiry, ...(cvc && { cvc }) })
  if ('wrong' in read) throw cardRefusal(read.wrong, language)
  return read.card
}

/** Success means that the request was processed, not that the order is paid (online gateway 4.5). */
const answerOf = (order: Order): MotoAnswer => ({
  success: true,
  errorCode: errorCodeText('success'),
  mdOrder: order.id,
  orderNumber: order.number,
  ...(order.state === 'declined' && { userMessage: text('declined', order) }),
})
