import { orderStatus } from '#contract/gateway/orders.ts'
import type { merchantApi, Order, TryState } from '#contract/merchant/merchant.ts'
import type { Request } from '#contract/operation.ts'
import { hasFailed, isDebited } from '#contract/outcome.ts'
import type { GatewayResult } from '#gateway-client/answer-kind.ts'
import { withLock } from '../locks/lock-store.ts'
import { followCode } from '../orders/codes/follow-code.ts'
import { isOlderThanMemory } from '../orders/order-reading.ts'
import { readFree, readOrder, inProgress, type Reading } from '../orders/order.ts'
import { changeOrder, stateRefused, type ChangeContext } from './change-order.ts'

type MerchantRequest<Name extends keyof typeof merchantApi> = Request<(typeof merchantApi)[Name]>

/**
 * Captures a hold (deposit.do, family): the whole, or a part, which is final. An order that shows this very capture is
 * returned as it is.
 */
export async function capture(
  proxy: ChangeContext,
  { orderNumber, amount }: MerchantRequest<'capture'>,
): Promise<Order> {
  const reading = await readOrder(proxy, orderNumber)
  const { order, attempt } = reading
  const isCaptured = (now: Reading): boolean => isDebited(now.order.state) && isOf(now, amount)
  if (isCaptured(reading)) return order
  if (order.state !== 'held') throw stateRefused(order.state, 'only a held order can be captured')
  const send = () => proxy.gateway.deposit({ orderId: attempt.orderId, amount: amount ?? WHOLE })
  return changeOrder(proxy, 'deposit.do', orderNumber, send, isCaptured)
}

/** Whether so much of the order was debited, or all that was held; a gateway that reports no sums is believed. */
function isOf({ order: { current } }: Reading, amount: number | undefined): boolean {
  const { depositedAmount, approvedAmount = depositedAmount } = current
  return depositedAmount === undefined || depositedAmount === (amount ?? approvedAmount)
}

/** The amount that means the whole to the gateway (family). */
const WHOLE = 0

type CancelAction = (proxy: ChangeContext, orderNumber: string, reading: Reading) => Promise<Order>

/** How an order is cancelled in each state, or the reason why it cannot be; a closed order is returned as it is. */
const changes: { readonly [State in TryState]: CancelAction | string } = {
  open: (proxy, orderNumber) => decline(proxy, orderNumber),
  authenticating: (proxy, orderNumber) => decline(proxy, orderNumber),
  held: reverse,
  paid: 'refund it instead',
  refunded: 'refund the rest instead',
  pending: 'it is not decided yet; read it again in a minute',
  verified: async (_, __, { order }) => order,
  reversed: async (_, __, { order }) => order,
  declined: async (_, __, { order }) => order,
  cancelled: async (_, __, { order }) => order,
  expired: async (_, __, { order }) => order,
}

/**
 * Cancels an order: declined while it is not paid, reversed while it is held (decline.do, reverse.do; family). A code that
 * may still be paid is taken back first.
 */
export async function cancel(proxy: ChangeContext, { orderNumber }: MerchantRequest<'cancel'>): Promise<Order> {
  await followCode(proxy, orderNumber, () => true)
  const reading = await readFree(proxy, orderNumber)
  const method = changes[reading.order.state]
  if (typeof method === 'string') throw stateRefused(reading.order.state, method)
  return method(proxy, orderNumber, reading)
}

const endable: ReadonlySet<number | undefined> = new Set([orderStatus.registered, orderStatus.authenticating])

const decline = (proxy: ChangeContext, orderNumber: string): Promise<Order> =>
  changeOrder(
    proxy,
    'decline.do',
    orderNumber,
    () => declined(proxy, orderNumber),
    ({ order }) => hasFailed(order.state),
  )

/** Holds the payment's lock, so that an order which is being paid is never declined. */
async function declined(proxy: ChangeContext, orderNumber: string): Promise<GatewayResult<unknown>> {
  const result = await withLock(proxy, orderNumber, async () => {
    const { attempt, order } = await readOrder(proxy, orderNumber)
    if (await isOlderThanMemory(proxy, attempt)) throw inProgress()
    if (!endable.has(attempt.status.orderStatus)) throw stateRefused(order.state, 'it changed meanwhile; read it again')
    return proxy.gateway.decline({ orderId: attempt.orderId })
  })
  if (!result) throw inProgress()
  return result
}

async function reverse(proxy: ChangeContext, orderNumber: string, { attempt }: Reading): Promise<Order> {
  const send = () => proxy.gateway.reverse({ orderId: attempt.orderId })
  return changeOrder(proxy, 'reverse.do', orderNumber, send, ({ order }) => order.state === 'reversed')
}
