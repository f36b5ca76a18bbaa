import { errorCodeText } from '#server-contract/gateway/error-codes.ts'
import type { Acknowledgement, OldStatus, OldStatusQuestion } from '#server-contract/gateway/family/old-status.ts'
import { languageIn } from '#server-contract/gateway/language.ts'
import type { GatewayContext } from '../context.ts'
import { refusal } from '../errors/refusal.ts'
import { describeAction } from '../errors/words/actions.ts'
import { success } from '../errors/words/success.ts'
import type { Caller, Merchant } from '../merchants/merchants.ts'
import { seen, statusOf } from '../orders/order-lifecycle.ts'
import type { Order } from '../orders/order.ts'
import { text } from '../payments/payment-answers.ts'

/** getOrderStatus.do (family). */
export const reportOldStatus =
  (context: GatewayContext) =>
  ({ orderId, language }: OldStatusQuestion, { merchant }: Caller): OldStatus =>
    oldStatusOf(ownOrder(context, orderId, merchant, language), languageIn(language))

/** acknowledgeTransaction.do (family): only a payment can be acknowledged, and any order is answered. */
export const acknowledge =
  (context: GatewayContext) =>
  ({ mdOrder, language }: Acknowledgement, { merchant }: Caller): OldStatus => {
    const order = ownOrder(context, mdOrder, merchant, language)
    context.orders.acknowledge(order.id)
    return oldStatusOf(order, languageIn(language))
  }

function ownOrder({ orders }: GatewayContext, id: string, { login }: Merchant, language: string | undefined): Order {
  const order = orders.byId(id)
  if (order?.merchant !== login) throw refusal('unknown', language)
  return order
}

/** The old authorisation code, which is always the same (family). */
const AUTH_CODE = 2

/** An order as older clients read it, in the language of the request, or else of the order. */
export function oldStatusOf(order: Order, language = order.language): OldStatus {
  const { card, authorisation, ip, clientId, binding } = order
  return {
    depositAmount: order.ledger.deposited - order.ledger.refunded,
    currency: order.currency,
    authCode: AUTH_CODE,
    actionCode: order.actionCode,
    actionCodeDescription: describeAction(order.actionCode, language),
    ...verdictOf(order, language),
    OrderStatus: statusOf(order.state),
    OrderNumber: order.number,
    Amount: order.amount,
    ...(card && { Pan: card.maskedPan, expiration: card.expiration, cardholderName: card.holder }),
    ...(authorisation?.approvalCode !== undefined && { approvalCode: authorisation.approvalCode }),
    ...(ip !== undefined && { Ip: ip }),
    ...(clientId !== undefined && { clientId }),
    ...(binding !== undefined && { bindingId: binding }),
  }
}

/** A declined payment has an errorCode of its own here. */
function verdictOf(order: Order, language: string): Pick<OldStatus, 'ErrorCode' | 'ErrorMessage'> {
  const { errorCode, errorMessage } = success(language)
  return seen(order.state) === 'declined'
    ? { ErrorCode: errorCodeText('paymentDeclined'), ErrorMessage: text('declined', { ...order, language }) }
    : { ErrorCode: errorCode, ErrorMessage: errorMessage }
}
