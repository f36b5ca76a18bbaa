import { Refused } from '#contract/refusal-codes.ts'
import { amount as Amount } from '#contract/fields.ts'
import type { merchantApi, Order } from '#contract/merchant/merchant.ts'
import type { Request } from '#contract/operation.ts'
import { isDebited } from '#contract/outcome.ts'
import { stopwatch } from '#contract/time/stopwatch.ts'
import type { GatewayResult } from '#gateway-client/answer-kind.ts'
import { withLock, type Lock } from '../locks/lock-store.ts'
import type { SentRefund } from '../locks/refund-memory.ts'
import { readOrder, type Reading } from '../orders/order.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { changeOrder, stateRefused, type ChangeContext } from './change-order.ts'
import { isInSum, isShown, readSent, remainingRefunds, type RefundContext } from './sent-refunds.ts'

type RefundRequest = Request<typeof merchantApi.refund>
type Context = ChangeContext & RefundContext & Pick<ProxyContext, 'config'>

/** Milliseconds between looks at whether another refund of the order is over. */
const PAUSE = 250

/**
 * Refunds a debit (refund.do, family): a part, or all that is left. The refunds of an order are sent one after another,
 * and each is remembered, so that one refundId is carried out once, also where the gateway's status names no refunds.
 * The amount left, as read from the order, is sent along, for a gateway that compares it.
 */
export async function refund(proxy: Context, request: RefundRequest): Promise<Order> {
  const { orderNumber } = request
  const waited = stopwatch(proxy.clock)
  for (;;) {
    const order = await withLock(proxy, lockOf(orderNumber), (lock) => refundLocked(proxy, request, lock))
    if (order) return order
    const isOver = waited() > proxy.config.gateway.timeoutMs
    if (isOver || (await readSent(proxy, orderNumber)).some(({ state }) => state === 'lost')) break
    await proxy.clock.sleep(PAUSE)
  }
  return orderOfOther(proxy, request)
}

/** Longer than any order number, so that it is never the key of a payment. */
const lockOf = (orderNumber: string): string => `the refunds of the order number ${orderNumber}`

/** The order while the answer of a refund is lost, which may still be carried out. */
async function orderOfOther(proxy: Context, request: RefundRequest): Promise<Order> {
  const { orderNumber, refundId } = request
  const reading = await readOrder(proxy, orderNumber)
  const sent = await readSent(proxy, orderNumber)
  const asShown = sent.map((one): SentRefund => (isShown(reading, one) ? { ...one, state: 'made' } : one))
  if (isKnown(reading, asShown, request)) return reading.order
  if (sent.some((one) => one.refundId === refundId)) throw new Refused('answer_lost')
  throw new Refused('busy', 'Another refund of this order is not decided yet; nothing was sent. Try again in a minute.')
}

/** Sends a refund that is not known yet, while no other refund of the order is being sent. */
async function refundLocked(proxy: Context, request: RefundRequest, lock: Lock): Promise<Order> {
  const { orderNumber, refundId } = request
  const reading = await readOrder(proxy, orderNumber)
  const { order } = reading
  const earlier = remainingRefunds(reading, await readSent(proxy, orderNumber))
  if (isKnown(reading, earlier, request)) return order
  if (refundId !== undefined && earlier.some((one) => one.refundId === refundId))
    throw new Refused('answer_lost', UNDECIDED)
  if (!isDebited(order.state)) throw stateRefused(order.state, 'only a paid order can be refunded')
  const sent = refundOf(request, order, leftOf(reading))
  const remember = (refunds: readonly SentRefund[]): Promise<void> => proxy.refunds.write(orderNumber, refunds)
  lock.keep()
  await remember([...earlier, { ...sent, state: 'sent' }]).catch(() => {
    lock.free()
    throw new Refused('busy', 'The refund cannot be remembered; nothing was sent. Try again.')
  })
  const { state, result } = await sendRefund(proxy, request, reading, sent)
  if (state !== 'lost') lock.free()
  const isRemembered = state === 'lost' || (state === 'made' && refundId !== undefined)
  // Where the store fails now, the refund stays noted as sent, and the order's sums decide later.
  await remember(isRemembered ? [...earlier, { ...sent, state }] : earlier).catch(() => {})
  return result()
}

type Refund = Omit<SentRefund, 'state'>

/** What is remembered of a refund: its name, its sum, and the sum that was refunded before it. */
function refundOf({ refundId = '', amount }: RefundRequest, { current }: Order, left: number | undefined): Refund {
  const { refundedAmount: before } = current
  const sum = amount ?? left
  return { refundId, ...(sum !== undefined && { amount: sum }), ...(before !== undefined && { before }) }
}

/** What became of a refund, and the order after it; `result` throws where the refund failed, or its answer is lost. */
interface Refunded {
  readonly state: 'made' | 'lost' | 'refused'
  readonly result: () => Order
}

async function sendRefund(
  proxy: Context,
  { orderNumber, amount = REST, refundId }: RefundRequest,
  reading: Reading,
  sent: Refund,
): Promise<Refunded> {
  const left = leftOf(reading)
  const fields = {
    orderId: reading.attempt.orderId,
    amount,
    ...(left !== undefined && { expectedDepositedAmount: left }),
    ...(refundId !== undefined && { externalRefundId: refundId }),
  }
  let answer: GatewayResult<unknown>['kind'] | undefined
  let isInOrder: boolean | undefined
  const send = async (): Promise<GatewayResult<unknown>> => {
    const result = await proxy.gateway.refund(fields)
    answer = result.kind
    return result
  }
  const shows = (now: Reading): boolean => {
    isInOrder = isInSum(now.order, sent)
    return isShown(now, sent) === true
  }
  try {
    const order = await changeOrder(proxy, 'refund.do', orderNumber, send, shows)
    return { state: 'made', result: () => order }
  } catch (error) {
    const result = (): never => {
      throw error
    }
    if (answer === 'answered') return { state: 'made', result }
    return { state: answer === 'ambiguous' && !isInOrder ? 'lost' : 'refused', result }
  }
}

/** The amount that means all that is left to the gateway (family). */
const REST = 0

const UNDECIDED =
  'The answer to this refund was lost, and the gateway shows neither its name nor the sum: look at the bank before you refund by another refundId.'

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
  throw new Refused('gateway_unreachable', 'The gateway returns impossible sums of the order.')
}
