import type { Order } from '#sandbox/gateway/order.ts'
import type { Bank } from './bank.ts'
import type { Judge } from './judge.ts'
import type { Answer, Asked } from './serve.ts'

/** States of an order that the sandbox itself lets nobody pay any more, or not yet once more. */
const again: ReadonlySet<string> = new Set([
  'paying',
  'authenticating',
  'finishing',
  'held',
  'deposited',
  'declined',
  'pending',
])

/**
 * A gateway at its worst: whatever pays an order that it knows is charged, as often as it comes, though the order is
 * paid, declined or expired. A number is still registered once: without that, nobody could name an order at all.
 */
export function chargeAgain(
  bank: Bank,
  { body = '' }: Asked,
  sentAt: number,
  judge: Judge,
  at: number,
): Answer | undefined {
  const [, id] = /(?:^|&)(?:MDORDER|mdOrder)=([^&]+)/.exec(body) ?? []
  const order = id === undefined ? undefined : bank.orders.get(id)
  if (!order || !again.has(order.state)) return undefined
  const { amount, number } = order
  judge.charge({ orderId: order.id, number, amount, at, sentAt })
  if (!underWay.has(order.state)) bank.orders.put(order.id, paid(order))
  return { status: 200, body: '{"errorCode":"0","info":"Processed","redirect":"https://shop.example/thanks"}' }
}

/** The sandbox itself still works on these, and will put them where they end. */
const underWay: ReadonlySet<string> = new Set(['paying', 'finishing'])

function paid(order: Order): Order {
  const { amount, twoPhase } = order
  const ledger = { approved: amount, deposited: twoPhase ? 0 : amount, refunded: 0 }
  return { ...order, state: twoPhase ? 'held' : 'deposited', actionCode: 0, ledger }
}
