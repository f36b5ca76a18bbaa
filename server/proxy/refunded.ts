import { orderStatus, type OrderState } from '#contract/gateway/orders.ts'

type Sums = Pick<OrderState, 'orderStatus' | 'amount' | 'paymentAmountInfo'>

/** What was given back of a debit, by orderStatus; some gateways leave a partly refunded order deposited (family). */
const refunds: ReadonlyMap<number | undefined, (status: Sums) => number | undefined> = new Map([
  [orderStatus.refunded, ({ paymentAmountInfo, amount }: Sums) => paymentAmountInfo?.refundedAmount || amount],
  [orderStatus.deposited, ({ paymentAmountInfo }: Sums) => paymentAmountInfo?.refundedAmount],
  [orderStatus.partlyCompleted, ({ paymentAmountInfo }: Sums) => paymentAmountInfo?.refundedAmount],
  // A debit that is reversed on the same day has no refund of its own.
  [orderStatus.reversed, ({ paymentAmountInfo }: Sums) => paymentAmountInfo?.depositedAmount],
])

/** Minor units that were debited and given back, 0 where none were; all of the order where the gateway tells no sum. */
export const refundedAmountOf = (status: Sums): number => refunds.get(status.orderStatus)?.(status) ?? 0
