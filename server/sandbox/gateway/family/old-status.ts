import { errorCodeText } from '#server-contract/gateway/error-codes.ts'
import type { OldStatus, OldStatusQuestion } from '#server-contract/gateway/family/old-status.ts'
import { languageIn } from '#server-contract/gateway/language.ts'
import type { GatewayContext } from '../context.ts'
import { refusal } from '../errors/refusal.ts'
import { success } from '../errors/words/success.ts'
import type { Caller } from '../merchants/merchants.ts'
import { seen, statusOf } from '../orders/order-lifecycle.ts'
import type { Order } from '../orders/order.ts'
import { text } from '../payments/payment-answers.ts'

/** getOrderStatus.do (family). */
export const reportOldStatus =
  ({ orders }: GatewayContext) =>
  ({ orderId, language }: OldStatusQuestion, { merchant }: Caller): OldStatus => {
    const order = orders.byId(orderId)
    if (order?.merchant !== merchant.login) throw refusal('unknown', language)
    return oldStatusOf(order, languageIn(language))
  }

/** The old authorisation code, which is always the same (family). */
const AUTH_CODE = 2

/** An order as older clients read it, in the language of the request, or else of the order. */
export function oldStatusOf(order: Order, language = order.language): OldStatus {
  const { card, authorisation, ip, clientId, binding } = order
  return {
    depositAmount: order.ledger.deposited,
    currency: order.currency,
    authCode: AUTH_CODE,
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
