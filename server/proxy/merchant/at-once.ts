import { Refused } from '#contract/faults.ts'
import type { Order } from '#contract/merchant.ts'
import type { Terms } from '#contract/merchant-charges.ts'
import type { Told } from '#gateway-client/meaning.ts'
import { underClaim, type Hold } from '../locks/claims.ts'
import type { Parts } from '../parts.ts'
import { sendOnce } from '../payments/send-once.ts'
import { isOlderThanMemory } from '../orders/standing.ts'
import { triesOf } from './charge.ts'
import { orderOf, readOrder } from '../orders/order.ts'
import { settled } from './settled.ts'

/** A request of the gateway that registers and pays an order in one. */
export interface AtOnce<T> {
  /** The gateway's name of it, for the log. */
  readonly op: string
  /** Whether its request names an address for the gateway's callbacks. */
  readonly hasCallback: boolean
  /** Checks what can be checked before anything is sent, and gives the sending; throws a refusal. */
  prepare(): Promise<() => Promise<Told<T>>>
  /** Hears what the request came to before the status is read; what it throws is the answer. */
  heard?(told: Told<T>, hold: Hold): Promise<void>
}

/**
 * Registers and pays an order in one request. The order number is its key: one that the gateway has is told as it
 * stands, at most one request is sent under the claim, and a lost answer is read by the number, never sent again.
 */
export async function payAtOnce<T>(parts: Parts, terms: Terms, way: AtOnce<T>): Promise<Order> {
  const order = await underClaim(parts, terms.orderNumber, (hold) => payClaimed(parts, terms, way, hold))
  return order ?? (await readOrder(parts, terms.orderNumber)).order
}

async function payClaimed<T>(parts: Parts, terms: Terms, { op, ...way }: AtOnce<T>, hold: Hold): Promise<Order> {
  const { orderNumber } = terms
  const tries = await triesOf(parts, terms)
  if (tries.length) return orderOf(orderNumber, tries, await isOlderThanMemory(parts, tries.at(-1)))
  const send = await way.prepare()
  const payment = { orderNumber, number: orderNumber, registers: true, hasCallback: way.hasCallback, send }
  const { told, followed } = await sendOnce(parts, hold, payment)
  await way.heard?.(told, hold)
  const order = await settled(parts, { op, orderNumber, number: orderNumber, earlier: [], told }, hold)
  followed.settle(order)
  checkPaid(parts, terms, order)
  return order
}

/** The gateway may have read another amount out of what it was sent than the merchant had in mind. */
function checkPaid({ log }: Parts, { amount, currency }: Terms, { orderNumber, current }: Order): void {
  if (current.amount === amount && (current.currency ?? currency) === currency) return
  log.error({ order: orderNumber, code: 'order_mismatch', state: current.state })
  throw new Refused('order_mismatch')
}
