import type { FinishedThreeDs, ThreeDsFinish } from '#server-contract/gateway/family/finish-three-ds.ts'
import type { GatewayContext } from '../context.ts'
import { refusal } from '../errors/refusal.ts'
import { callerFor, type Caller } from '../merchants/merchants.ts'
import { waitingFor } from '../payments/challenge-end.ts'
import { decidedAnswer } from '../payments/payment-answers.ts'

/**
 * finish3dsVer2Payment.do (family): answers once the access server has reported the result of the challenge, and is
 * refused before; it may be called again.
 */
export const finishThreeDs =
  (context: GatewayContext) =>
  async (request: ThreeDsFinish, caller: Caller): Promise<FinishedThreeDs> => {
    const { threeDSServerTransId, language } = request
    const transaction = context.transactions.byId(threeDSServerTransId)
    const order = transaction && context.orders.byId(transaction.orderId)
    const { threeDSVer2MdOrder: named = order?.id } = request
    const isOwn = order && callerFor(caller, context.merchants, order.merchant).merchant.login === order.merchant
    if (!transaction?.challenge || !isOwn || order.id !== named) throw refusal('transaction', language)
    if (waitingFor(context, transaction)) throw refusal('state', language, order.state)
    await transaction.end
    const { errorCode, redirect } = decidedAnswer(context.orders.byId(order.id)!, context.addresses().gateway)
    return { errorCode, ...(redirect !== undefined && { redirect }), is3DSVer2: true }
  }
