import type { Charge, Order } from '#contract/merchant.ts'
import { underClaim, type Hold } from '../claims.ts'
import type { Parts } from '../parts.ts'
import { isOlderThanMemory } from '../standing.ts'
import { cardOf } from './cards.ts'
import { triesOf } from './charge.ts'
import { orderOf, readOrder } from './order.ts'
import { settled } from './settled.ts'

/**
 * Charges a recurrent stored card (recurrentPayment.do, online gateway 4.11): registers and pays at once. The order
 * number is its key: one that the gateway has is told as it stands, and a lost answer is read by it.
 */
export async function chargeRecurrent(parts: Parts, asked: Charge): Promise<Order> {
  const order = await underClaim(parts, asked.orderNumber, (hold) => chargeClaimed(parts, asked, hold))
  return order ?? (await readOrder(parts, asked.orderNumber)).order
}

async function chargeClaimed(parts: Parts, asked: Charge, hold: Hold): Promise<Order> {
  const { orderNumber } = asked
  const tries = await triesOf(parts, asked)
  if (tries.length) return orderOf(orderNumber, tries, isOlderThanMemory(parts, tries.at(-1)))
  await cardOf(parts, asked, 'RECURRENT')
  const { clientId: _, ...payment } = asked
  hold.keep()
  const told = await parts.gateway.recurrentPayment(payment)
  return settled(parts, { op: 'recurrentPayment.do', orderNumber, number: orderNumber, earlier: [], told }, hold)
}
