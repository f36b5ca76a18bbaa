import { orderStatus } from '#server-contract/gateway/orders.ts'
import { ProxyError } from '#contract/proxy-errors.ts'
import type { merchantApi, Order } from '#server-contract/merchant/merchant.ts'
import type { TryState } from '#contract/outcome.ts'
import type { Request } from '#contract/operation.ts'
import { hasFailed, isDebited, isPaid } from '#contract/outcome.ts'
import type { GatewayResult } from '#gateway-client/answer-kind.ts'
import { forgetCancelled, noteCancelled } from '../locks/cancelled-numbers.ts'
import { withLock, type Lock } from '../locks/lock-store.ts'
import { isClosed } from '../orders/attempts.ts'
import { readAttempts } from '../orders/read/attempts.ts'
import { requireAsRegistered } from '../orders/comparison.ts'
import { followCode } from '../orders/codes/follow-code.ts'
import { lostLockMayStillPay, lockMayBeLost } from '../orders/lost-locks.ts'
import { inProgress, isOrderUnknown, neverRegistered, tryOf } from '../orders/order.ts'
import { readWhenFree, readForMerchant, type Reading } from '../orders/read/for-merchant.ts'
import { changeOrder, stateRefused, withChangeLock, type ChangeContext } from './change-order.ts'

type MerchantRequest<Name extends keyof typeof merchantApi> = Request<(typeof merchantApi)[Name]>

/**
 * Captures a hold (deposit.do, family): the whole, or a part, which is final. An order that shows this very capture is
 * returned as it is.
 */
export async function capture(
  proxy: ChangeContext,
  { orderNumber, amount }: MerchantRequest<'capture'>,
): Promise<Order> {
  const shows = (now: Reading): boolean | undefined => isDebited(now.order.state) && isOf(now, amount)
  const captured = await withChangeLock(proxy, orderNumber, async (lock) => {
    const reading = await readForMerchant(proxy, orderNumber)
    const { order, attempt } = reading
    if (isPaid(order.state)) requireAsRegistered(proxy, attempt)
    const shown = shows(reading)
    if (shown) return order
    if (shown === undefined) throw new ProxyError('answer_lost', NO_SUMS)
    if (order.state !== 'held') throw stateRefused(order.state, 'only a held order can be captured')
    const send = () => proxy.gateway.deposit({ orderId: attempt.orderId, amount: amount ?? WHOLE })
    return (await changeOrder(proxy, { orderNumber, op: 'deposit.do', send, shows }, lock)).result()
  })
  return captured ?? orderOfOther(proxy, orderNumber, shows)
}

/** Whether so much of the order was debited, or all that was held; `undefined` where the gateway reports no sum. */
function isOf({ order: { current } }: Reading, amount: number | undefined): boolean | undefined {
  const { depositedAmount, approvedAmount = current.amount } = current
  return depositedAmount === undefined ? undefined : depositedAmount === (amount ?? approvedAmount)
}

/** The amount that means the whole to the gateway (family). */
const WHOLE = 0

const NO_SUMS =
  'The order is debited, and the gateway does not report how much of it: nothing was sent; look at the bank before you ask again.'

/** The order while another change of it is not over, which may be this very one. */
async function orderOfOther(
  proxy: ChangeContext,
  orderNumber: string,
  shows: (reading: Reading) => boolean | undefined,
): Promise<Order> {
  const reading = await readForMerchant(proxy, orderNumber)
  if (shows(reading)) return reading.order
  throw new ProxyError('answer_lost', 'Another change of this order is not decided yet; read it again in a minute.')
}

type CancelAction = (proxy: ChangeContext, orderNumber: string, reading: Reading, lock: Lock) => Promise<Order>

/** How an order is cancelled in each state, or the reason why it cannot be. */
const changes: { readonly [State in TryState]: CancelAction | string } = {
  open: close,
  authenticating: close,
  held: reverse,
  paid: 'refund it instead',
  refunded: 'refund the rest instead',
  pending: 'it is not decided yet; read it again in a minute',
  verified: async (_, __, { order }) => order,
  reversed: async (_, __, { order }) => order,
  declined: close,
  cancelled: close,
  expired: close,
}

/**
 * Cancels an order: reversed while it is held (reverse.do, family), and otherwise closed for every ticket of it. A code
 * that may still be paid is taken back first.
 */
export async function cancel(proxy: ChangeContext, { orderNumber }: MerchantRequest<'cancel'>): Promise<Order> {
  await followCode(proxy, orderNumber, () => true)
  const cancelled = await withChangeLock(proxy, orderNumber, async (lock) => {
    const reading = await readIfRegistered(proxy, orderNumber)
    if (!reading) return close(proxy, orderNumber)
    const method = changes[reading.order.state]
    if (typeof method === 'string') throw stateRefused(reading.order.state, method)
    return method(proxy, orderNumber, reading, lock)
  })
  return cancelled ?? orderOfOther(proxy, orderNumber, ({ order: { state } }) => state === 'reversed')
}

const readIfRegistered = (proxy: ChangeContext, orderNumber: string): Promise<Reading | undefined> =>
  readWhenFree(proxy, orderNumber).catch((error: unknown): undefined => {
    if (!isOrderUnknown(error)) throw error
  })

/**
 * Closes the order's number for every ticket, and declines what the gateway has open under it: again where a
 * registration that began before the note has come between.
 */
async function close(proxy: ChangeContext, orderNumber: string): Promise<Order> {
  const order = await closeOnce(proxy, orderNumber)
  if (!unended.has(order.state)) return order
  const later = await closeOnce(proxy, orderNumber).catch(() => order) // the number is closed, whatever fails now
  if (unended.has(later.state)) throw new ProxyError('answer_lost', NOT_SHOWN)
  return later
}

const unended: ReadonlySet<TryState> = new Set(['open', 'authenticating'])

const NOT_SHOWN =
  'Nothing can pay the order any more, and the gateway does not show that yet: read it again in a minute.'

/** Notes the cancellation, and declines the order (decline.do, family); without effect, the note is taken back. */
async function closeOnce(proxy: ChangeContext, orderNumber: string): Promise<Order> {
  const nonce = proxy.random.uuid()
  const send = () => declined(proxy, orderNumber, nonce)
  const shows = ({ order }: Reading): boolean => hasFailed(order.state)
  const { result } = await changeOrder(proxy, { orderNumber, op: 'decline.do', send, shows })
  try {
    return result()
  } catch (error) {
    if (isOrderUnknown(error)) return neverRegistered(orderNumber)
    const isRefused = error instanceof ProxyError && error.code !== 'answer_lost'
    if (isRefused) await forgetCancelled(proxy, orderNumber, nonce)
    throw error
  }
}

const endable: ReadonlySet<number | undefined> = new Set([orderStatus.registered, orderStatus.authenticating])

/** Holds the payment's lock, so that an order which is being paid is never declined. */
async function declined(proxy: ChangeContext, orderNumber: string, nonce: string): Promise<GatewayResult<unknown>> {
  const result = await withLock(proxy, orderNumber, async (): Promise<GatewayResult<unknown>> => {
    await noteCancelled(proxy, orderNumber, nonce)
    const attempt = (await readAttempts(proxy, orderNumber)).at(-1)
    const isUnderWay = attempt ? lostLockMayStillPay(proxy, attempt) : lockMayBeLost(proxy, orderNumber)
    if (await isUnderWay) throw inProgress()
    if (!attempt || isClosed(attempt)) return { kind: 'answered', answer: undefined }
    if (!endable.has(attempt.status.orderStatus))
      throw stateRefused(tryOf(attempt).state, 'it changed meanwhile; read it again')
    return proxy.gateway.decline({ orderId: attempt.orderId })
  })
  if (!result) throw inProgress()
  return result
}

async function reverse(proxy: ChangeContext, orderNumber: string, { attempt }: Reading, lock: Lock): Promise<Order> {
  const send = () => proxy.gateway.reverse({ orderId: attempt.orderId })
  const shows = ({ order }: Reading): boolean => order.state === 'reversed'
  return (await changeOrder(proxy, { orderNumber, op: 'reverse.do', send, shows }, lock)).result()
}
