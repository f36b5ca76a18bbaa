import { orderStatus } from '#server-contract/gateway/orders.ts'
import { ProxyError } from '#contract/proxy-errors.ts'
import type { SentRefund } from '../store/refund-memory.ts'
import type { Reading } from '../orders/read/for-merchant.ts'
import type { ProxyContext } from '../proxy-context.ts'

export type RefundContext = Pick<ProxyContext, 'refunds'>

/** The refunds of an order that were sent; throws `busy` when they cannot be read. */
export const readSent = ({ refunds }: RefundContext, orderNumber: string): Promise<readonly SentRefund[]> =>
  refunds.read(orderNumber).catch(() => {
    throw new ProxyError('busy', 'The refunds that were sent cannot be read; nothing was sent. Try again.')
  })

/** Whether the gateway's status names the refund. */
const isListed = ({ attempt: { status } }: Reading, refundId: string): boolean =>
  status.refunds?.some(({ externalRefundId }) => externalRefundId === refundId) ?? false

/** The refunded sum, where the gateway reports one: the whole is only assumed of a refunded order without it. */
export function refundedIn({ order, attempt: { status } }: Reading): number | undefined {
  const isAssumed = status.orderStatus === orderStatus.refunded && !status.paymentAmountInfo?.refundedAmount
  return isAssumed ? undefined : order.current.refundedAmount
}

/**
 * Whether the order shows that a refund was carried out, by its name or by the refunded sum. A name that is missing says
 * nothing, since gateways list refunds late, or by names of their own. `undefined` where the gateway reports no sum, or
 * where more was refunded than this refund explains.
 */
export function isShown(
  reading: Reading,
  { refundId, amount, before }: Omit<SentRefund, 'state'>,
): boolean | undefined {
  if (refundId && isListed(reading, refundId)) return true
  const refunded = refundedIn(reading)
  if (refunded === undefined || before === undefined || amount === undefined) return undefined
  return refunded > before + amount ? undefined : refunded === before + amount
}

/**
 * The refunds that must still be remembered, read while no other is being sent: each that was made, also where the
 * status names it now, and each whose answer was lost unless the order shows that it was not made.
 */
export const remainingRefunds = (reading: Reading, sent: readonly SentRefund[]): readonly SentRefund[] =>
  sent.flatMap((one): SentRefund[] => {
    const shown = one.state === 'made' || isShown(reading, one)
    if (!one.refundId || shown === false) return []
    return [shown ? { ...one, state: 'made' } : one]
  })
