import { Refused } from '#contract/faults.ts'
import { amount as Amount } from '#contract/fields.ts'
import type { merchantApi, Order } from '#contract/merchant/merchant.ts'
import type { Request } from '#contract/operation.ts'
import { isDebited } from '#contract/outcome.ts'
import { readOrder, type Reading } from '../orders/order.ts'
import { changeOrder, stateRefused, type ChangeContext } from './change-order.ts'

type RefundRequest = Request<typeof merchantApi.refund>

/**
 * Refunds a debit (refund.do, family): a part, or all that is left. The amount left, as read from the order, is sent
 * along, so that two concurrent refunds cannot both be carried out; a refundId that the order already shows is not sent
 * again.
 */
export async function refund(proxy: ChangeContext, request: RefundRequest): Promise<Order> {
  const { orderNumber, amount = REST, refundId } = request
  const reading = await readOrder(proxy, orderNumber)
  const { order, attempt } = reading
  if (isKnown(reading, request)) return order
  if (!isDebited(order.state)) throw stateRefused(order.state, 'only a paid order can be refunded')
  const fields = {
    orderId: attempt.orderId,
    amount,
    ...leftOf(reading),
    ...(refundId !== undefined && { externalRefundId: refundId }),
  }
  return changeOrder(
    proxy,
    'refund.do',
    orderNumber,
    () => proxy.gateway.refund(fields),
    (now) => isKnown(now, request),
  )
}

/** The amount that means all that is left to the gateway (family). */
const REST = 0

function isKnown({ order, attempt: { status } }: Reading, { refundId, amount }: RefundRequest): boolean {
  const known = status.refunds?.find(({ externalRefundId }) => refundId !== undefined && externalRefundId === refundId)
  if (known?.amount !== undefined && amount !== undefined && known.amount !== amount)
    throw stateRefused(order.state, `this refundId gave ${known.amount} back, not ${amount}`)
  return known !== undefined
}

/** The amount debited and not refunded, where the gateway reports it. */
function leftOf({ order: { current } }: Reading): { expectedDepositedAmount?: number } {
  const { depositedAmount, refundedAmount = 0 } = current
  if (depositedAmount === undefined) return {}
  const left = depositedAmount - refundedAmount
  if (Amount.safeParse(left).success) return { expectedDepositedAmount: left }
  throw new Refused('gateway_unreachable', 'The gateway returns impossible sums of the order.')
}
