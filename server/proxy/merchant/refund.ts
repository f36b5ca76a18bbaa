import { ProxyError } from '#contract/proxy-errors.ts'
import { amount as Amount } from '#contract/fields.ts'
import type { merchantApi, Order } from '#server-contract/merchant/merchant.ts'
import type { Request } from '#contract/operation.ts'
import { isDebited } from '#contract/outcome.ts'
import type { GatewayResult } from '#gateway-client/answer-kind.ts'
import type { Lock } from '../locks/lock-store.ts'
import type { SentRefund } from '../store/refund-memory.ts'
import { readForMerchant, type Reading } from '../orders/read/for-merchant.ts'
import { changeOrder, stateRefused, withChangeLock, type ChangeContext } from './change-order.ts'
import { isShown, readSent, refundedIn, remainingRefunds, type RefundContext } from './sent-refunds.ts'

type RefundRequest = Request<typeof merchantApi.refund>
type Context = ChangeContext & RefundContext

/**
 * Refunds a debit (refund.do, family): a part, or all that is left. The refunds of an order are sent one after another,
 * and each is remembered, so that one refundId is carried out once, also where the gateway's status names no refunds.
 * The amount left, as read from the order, is sent along, for a gateway that compares it.
 */
export const refund = async (proxy: Context, request: RefundRequest): Promise<Order> =>
  (await withChangeLock(proxy, request.orderNumber, (lock) => refundLocked(proxy, request, lock))) ??
  orderOfOther(proxy, request)

/** The order while the answer of a refund is lost, which may still be carried out. */
async function orderOfOther(proxy: Context, request: RefundRequest): Promise<Order> {
  const { orderNumber, refundId } = request
  const reading = await readForMerchant(proxy, orderNumber)
  const sent = await readSent(proxy, orderNumber)
  const asShown = sent.map((one): SentRefund => (isShown(reading, one) ? { ...one, state: 'made' } : one))
  if (isKnown(reading, asShown, request)) return reading.order
  if (sent.some((one) => one.refundId === refundId)) throw new ProxyError('answer_lost')
  throw new ProxyError(
    'busy',
    'Another change of this order is not decided yet; nothing was sent. Try again in a minute.',
  )
}

/** Sends a refund that is not known yet, while no other refund of the order is being sent. */
async function refundLocked(proxy: Context, request: RefundRequest, lock: Lock): Promise<Order> {
  const { orderNumber, refundId } = request
  const reading = await readForMerchant(proxy, orderNumber)
  const { order } = reading
  const earlier = remainingRefunds(reading, await readSent(proxy, orderNumber))
  if (isKnown(reading, earlier, request)) return order
  if (refundId !== undefined && earlier.some((one) => one.refundId === refundId))
    throw new ProxyError('answer_lost', UNDECIDED)
  if (!isDebited(order.state)) throw stateRefused(order.state, 'only a paid order can be refunded')
  const left = leftOf(reading)
  const sent = refundOf(request, refundedIn(reading), left)
  const remember = (refunds: readonly SentRefund[]): Promise<void> => proxy.refunds.write(orderNumber, refunds)
  const fields = fieldsOf(request, reading, left)
  const send = async (): Promise<GatewayResult<unknown>> => {
    await remember([...earlier, { ...sent, state: 'sent' }]).catch(() => {
      throw new ProxyError('busy', 'The refund cannot be remembered; nothing was sent. Try again.')
    })
    return proxy.gateway.refund(fields)
  }
  const shows = (now: Reading): boolean | undefined => isShown(now, sent)
  const change = { orderNumber, op: 'refund.do', send, shows, isRemembered: true } as const
  const { state, failure, result } = await changeOrder(proxy, change, lock)
  const isRemembered = state === 'lost' || (state === 'made' && refundId !== undefined)
  // Where the store fails now, the refund stays noted as sent, and the order's sums decide later.
  await remember(isRemembered ? [...earlier, { ...sent, state }] : earlier).catch(() => {})
  // The sum does not say whose refund it has, where none has a name.
  if (failure && refundId === undefined) throw failure
  return result()
}

type Refund = Omit<SentRefund, 'state'>

/** What is remembered of a refund: its name, its sum, and the sum that was refunded before it. */
function refundOf(
  { refundId = '', amount }: RefundRequest,
  before: number | undefined,
  left: number | undefined,
): Refund {
  const sum = amount ?? left
  return { refundId, ...(sum !== undefined && { amount: sum }), ...(before !== undefined && { before }) }
}

const fieldsOf = ({ amount = REST, refundId }: RefundRequest, { attempt }: Reading, left: number | undefined) => ({
  orderId: attempt.orderId,
  amount,
  ...(left !== undefined && { expectedDepositedAmount: left }),
  ...(refundId !== undefined && { externalRefundId: refundId }),
})

/** The amount that means all that is left to the gateway (family). */
const REST = 0

const UNDECIDED =
  'The answer to this refund was lost, and neither its name nor the refunded sum shows whether it was made: look at the bank before you refund by another refundId.'

/** Whether the refund was made: by the gateway's status, or by what this proxy remembers. */
function isKnown(
  { order, attempt: { status } }: Reading,
  sent: readonly SentRefund[],
  { refundId, amount }: RefundRequest,
): boolean {
  if (refundId === undefined) return false
  const known =
    status.refunds?.find((one) => one.externalRefundId === refundId) ??
    sent.find((one) => one.refundId === refundId && one.state === 'made')
  if (known && amount !== undefined && known.amount !== undefined && known.amount !== amount)
    throw stateRefused(order.state, `this refundId gave ${known.amount} back, not ${amount}`)
  return known !== undefined
}

/** The amount debited and not refunded, where the gateway reports it. */
function leftOf({ order: { current } }: Reading): number | undefined {
  const { depositedAmount, refundedAmount = 0 } = current
  if (depositedAmount === undefined) return undefined
  const left = depositedAmount - refundedAmount
  if (Amount.safeParse(left).success) return left
  throw new ProxyError('gateway_unreachable', 'The gateway returns impossible sums of the order.')
}
