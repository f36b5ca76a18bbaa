import type { Outcome } from '#contract/checkout.ts'
import type { checkoutApi } from '#contract/checkout-api.ts'
import { ProxyError } from '#contract/proxy-errors.ts'
import { errorCodeText } from '#server-contract/gateway/error-codes.ts'
import type { MotoAnswer, MotoPayment } from '#server-contract/gateway/moto.ts'
import type { Request } from '#contract/operation.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import type { GatewayResult } from '#gateway-client/answer-kind.ts'
import { requireChannel } from '../tickets/methods.ts'
import { isStored } from '../methods/card/saving.ts'
import { callbackFor, isCalledBack } from '../orders/callback-address.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { numberAt } from '../orders/attempts.ts'
import { pendingNext } from '../orders/outcome.ts'
import type { LockedOrderContext } from './locked-order.ts'
import { declineUnpaidAttempt, newNonce, payForShopper } from './shopper-payment.ts'
import { concludeForShopper } from './conclude-for-shopper.ts'
import { holdDatesOf, paramsOf, registrationOf } from '../orders/registration.ts'
import type { PaymentAnswer } from './steps.ts'

type MotoCard = Request<typeof checkoutApi.payMoto>

/**
 * Pays a mail or telephone order by the card that an operator typed (motoPayment.do, online gateway 4.5). The request
 * registers its own number; an order that was prepared and not paid is declined first.
 */
export async function payMoto(proxy: LockedOrderContext, ticket: Ticket, card: MotoCard): Promise<Outcome> {
  requireChannel(ticket, 'moto')
  const { requestId, cardholder } = card
  if (cardholder === undefined) throw new ProxyError('field_invalid', 'is required', 'cardholder')
  return payForShopper(proxy, { ticket, requestId }, async (order, { attempts }) => {
    const earlier = await declineUnpaidAttempt(proxy, attempts)
    if (!earlier) return pendingNext(ticket)
    const payment = {
      op: 'motoPayment.do',
      method: 'moto',
      number: numberAt(ticket.orderNumber, earlier.length),
      earlier,
      registers: ticket,
      hasCallback: isCalledBack(ticket),
      ticket,
      methodNonce: newNonce(proxy),
    } as const
    const fields = { ...fieldsOf(proxy, ticket, card, payment.number), ...callbackFor(proxy, ticket), cardholder }
    const answer = await order.sendOnce(payment, async () => asPayment(await proxy.gateway.motoPayment(fields)))
    return order.finish(await concludeForShopper(answer, payment, proxy))
  })
}

function fieldsOf(
  proxy: Pick<ProxyContext, 'config' | 'signer'>,
  ticket: Ticket,
  { seToken, save }: MotoCard,
  number: string,
): Omit<MotoPayment, 'cardholder'> {
  const { cardholderName: _, features = [], ...registration } = registrationOf(ticket, number)
  const stored = isStored(ticket, save) && !features.includes(STORE) ? [...features, STORE] : features
  return {
    ...registration,
    ...paramsOf(proxy, ticket),
    ...(stored.length && { features: stored }),
    ...(ticket.capture === 'two-phase' && { preAuth: true }),
    ...holdDatesOf(ticket),
    seToken,
  }
}

/** The feature that stores a card where there is no tii (family). */
const STORE = 'FORCE_CREATE_BINDING'

function asPayment(result: GatewayResult<MotoAnswer>): GatewayResult<PaymentAnswer> {
  if (result.kind !== 'answered') return result
  const { mdOrder } = result.answer
  return {
    kind: 'answered',
    answer: { errorCode: errorCodeText('success'), ...(mdOrder !== undefined && { orderId: mdOrder }) },
  }
}
