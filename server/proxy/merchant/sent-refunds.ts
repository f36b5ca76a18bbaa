import { Refused } from '#contract/refusal-codes.ts'
import type { SentRefund } from '../locks/refund-memory.ts'
import type { Reading } from '../orders/order.ts'
import type { ProxyContext } from '../proxy-context.ts'

export type RefundContext = Pick<ProxyContext, 'refunds'>

/** The refunds of an order that were sent; throws `busy` when they cannot be read. */
export const readSent = ({ refunds }: RefundContext, orderNumber: string): Promise<readonly SentRefund[]> =>
  refunds.read(orderNumber).catch(() => {
    throw new Refused('busy', 'The refunds that were sent cannot be read; nothing was sent. Try again.')
  })

/** Whether the gateway's status names the refund. */
const isListed = ({ attempt: { status } }: Reading, refundId: string): boolean =>
  status.refunds?.some(({ externalRefundId }) => externalRefundId === refundId) ?? false

/**
 * Whether the order shows that a refund was carried out, by its name or, where the gateway's status has no names, by
 * the refunded sum; `undefined` where it reports neither.
 */
export function isShown(
  reading: Reading,
  { refundId, amount, before }: Omit<SentRefund, 'state'>,
): boolean | undefined {
  const { order, attempt } = reading
  if (!refundId) return undefined
  if (isListed(reading, refundId)) return true
  if (attempt.status.refunds?.some(({ externalRefundId }) => externalRefundId !== undefined)) return false
  return isInSum(order, { amount, before })
}

/** Whether the refunded sum has a refund in it; `undefined` where the gateway reports no sums. */
export function isInSum(
  { current: { refundedAmount } }: Reading['order'],
  { amount, before }: { readonly amount?: number | undefined; readonly before?: number | undefined },
): boolean | undefined {
  if (refundedAmount === undefined || before === undefined || amount === undefined) return undefined
  return refundedAmount >= before + amount
}

/**
 * The refunds that must still be remembered, read while no other is being sent: each that was made, and each whose
 * answer was lost and of which the order shows nothing.
 */
export const remainingRefunds = (reading: Reading, sent: readonly SentRefund[]): readonly SentRefund[] =>
  sent.flatMap((one): SentRefund[] => {
    if (isListed(reading, one.refundId)) return []
    if (one.state === 'made') return [one]
    const shown = isShown(reading, one)
    if (!one.refundId || shown === false) return []
    return [shown ? { ...one, state: 'made' } : one]
  })
