import { orderStatus } from '#contract/gateway/orders.ts'
import type { merchantApi, Order, TryState } from '#contract/merchant.ts'
import type { Request } from '#contract/operation.ts'
import type { GatewayResult } from '#gateway-client/meaning.ts'
import { withLock } from '../locks/lock-store.ts'
import type { Parts } from '../parts.ts'
import { isOlderThanMemory } from '../orders/standing.ts'
import { readOrder, underWay, type Reading } from '../orders/order.ts'
import { changeOrder, stateRefused } from './change-order.ts'

type Asked<Name extends keyof typeof merchantApi> = Request<(typeof merchantApi)[Name]>

/** Debits a hold (deposit.do, family): the whole, or a part for good. */
export async function capture(parts: Parts, { orderNumber, amount = WHOLE }: Asked<'capture'>): Promise<Order> {
  const { order, attempt } = await readOrder(parts, orderNumber)
  if (order.state !== 'held') throw stateRefused(order.state, 'only a held order can be captured')
  const send = () => parts.gateway.deposit({ orderId: attempt.orderId, amount })
  return changeOrder(parts, 'deposit.do', orderNumber, send, ({ order }) => order.state === 'paid')
}

/** What the gateway takes for all that there is (family). */
const WHOLE = 0

type Way = (parts: Parts, orderNumber: string, reading: Reading) => Promise<Order>

/** How an order is given up, by where it stands; an order that has come to nothing is told as it is. */
const ways: { readonly [State in TryState]: Way | string } = {
  open: (parts, orderNumber) => decline(parts, orderNumber),
  authenticating: (parts, orderNumber) => decline(parts, orderNumber),
  held: reverse,
  paid: 'refund it instead',
  refunded: 'refund the rest instead',
  pending: 'it is not decided yet; read it again in a minute',
  verified: async (_, __, { order }) => order,
  reversed: async (_, __, { order }) => order,
  declined: async (_, __, { order }) => order,
  cancelled: async (_, __, { order }) => order,
}

/** Gives an order up: declined while it is not paid, reversed while it is held (decline.do, reverse.do; family). */
export async function cancel(parts: Parts, { orderNumber }: Asked<'cancel'>): Promise<Order> {
  const reading = await readOrder(parts, orderNumber)
  const way = ways[reading.order.state]
  if (typeof way === 'string') throw stateRefused(reading.order.state, way)
  return way(parts, orderNumber, reading)
}

const endable: ReadonlySet<number | undefined> = new Set([orderStatus.registered, orderStatus.authenticating])

const decline = (parts: Parts, orderNumber: string): Promise<Order> =>
  changeOrder(
    parts,
    'decline.do',
    orderNumber,
    () => declined(parts, orderNumber),
    ({ order }) => closed.has(order.state),
  )

/** Under the lock of the payment, so that an order which is being paid is never declined. */
async function declined(parts: Parts, orderNumber: string): Promise<GatewayResult<unknown>> {
  const told = await withLock(parts, orderNumber, async () => {
    const { attempt, order } = await readOrder(parts, orderNumber)
    if (await isOlderThanMemory(parts, attempt)) throw underWay()
    if (!endable.has(attempt.status.orderStatus)) throw stateRefused(order.state, 'it changed meanwhile; read it again')
    return parts.gateway.decline({ orderId: attempt.orderId })
  })
  if (!told) throw underWay()
  return told
}

const closed: ReadonlySet<TryState> = new Set(['cancelled', 'declined'])

async function reverse(parts: Parts, orderNumber: string, { attempt }: Reading): Promise<Order> {
  const send = () => parts.gateway.reverse({ orderId: attempt.orderId })
  return changeOrder(parts, 'reverse.do', orderNumber, send, ({ order }) => order.state === 'reversed')
}
