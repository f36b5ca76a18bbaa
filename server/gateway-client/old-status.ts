import { errorCodes, errorCodeText } from '#server-contract/gateway/error-codes.ts'
import { orderStatus, type OrderState } from '#server-contract/gateway/orders.ts'
import type { OldStatus } from '#server-contract/gateway/family/old-status.ts'
import type { GatewayResult } from './answer-kind.ts'

interface Question {
  readonly orderId?: string | undefined
  readonly orderNumber?: string | undefined
}

type Read<Answer> = (question: { readonly orderId: string }) => Promise<GatewayResult<Answer>>

/** Refused as by a gateway that wants an orderId. */
const unnamed: GatewayResult<OrderState> = {
  kind: 'refused',
  errorCode: errorCodes.identifierMissing.code,
  message: 'getOrderStatus.do takes an orderId alone',
}

/** Reads orders by getOrderStatus.do, and answers what it says by the names of the extended status (family). */
export const byOldStatus =
  (read: Read<OldStatus>) =>
  async ({ orderId }: Question): Promise<GatewayResult<OrderState>> => {
    if (orderId === undefined) return unnamed
    const result = await read({ orderId })
    return result.kind === 'answered' ? { ...result, answer: extended(result.answer, orderId) } : result
  }

/** An old status by the names of the extended one. A declined payment may lack its OrderStatus (family). */
function extended(status: OldStatus, orderId: string): OrderState {
  const { ErrorCode, OrderStatus, Amount = 0, depositAmount = Amount, params, Pan } = status
  const isDeclined = Number(ErrorCode) === errorCodes.paymentDeclined.code
  return present({
    errorCode: errorCodeText('success'),
    orderNumber: status.OrderNumber,
    orderStatus: OrderStatus ?? (isDeclined ? orderStatus.declined : undefined),
    actionCode: status.actionCode,
    actionCodeDescription: params?.respCode_desc ?? status.actionCodeDescription,
    amount: status.Amount,
    currency: status.currency,
    ip: status.Ip,
    attributes: [{ name: 'mdOrder', value: orderId }],
    // What is left of the debit: a refund lessens it.
    paymentAmountInfo: OrderStatus === orderStatus.refunded && { refundedAmount: Amount - depositAmount },
    cardAuthInfo: Pan && {
      ...present({
        maskedPan: Pan,
        pan: Pan,
        expiration: status.expiration,
        cardholderName: status.cardholderName,
        approvalCode: status.approvalCode,
      }),
    },
    bindingInfo: status.bindingId && present({ clientId: status.clientId, bindingId: status.bindingId }),
  })
}

/** The fields that have a value. */
const present = (fields: object): object =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== '' && value !== false),
  )
