import { Refused } from '#contract/faults.ts'
import type { Order } from '#contract/merchant.ts'
import type { Charge, Terms } from '#contract/merchant-charges.ts'
import type { Ticket } from '#contract/ticket.ts'
import { isOpen, readChain, readLink, type Link } from '../orders/chain.ts'
import { underClaim, type Hold } from '../locks/claims.ts'
import type { Parts } from '../parts.ts'
import { sendOnce } from '../payments/send-once.ts'
import { registerOrder } from '../orders/registration.ts'
import { isOlderThanMemory } from '../orders/standing.ts'
import { cardOf } from '../payment-methods/cards.ts'
import { orderOf, readOrder, underWay } from '../orders/order.ts'
import { settled } from './settled.ts'

/**
 * Charges a common stored card by the merchant's wish (online gateway 2.3 tii U, 4.11): one-phase, without its holder.
 * Under the claim at most one paymentOrderBinding.do is sent, never a second for a lost answer; a number that has been
 * tried is told as it stands.
 */
export async function charge(parts: Parts, asked: Charge): Promise<Order> {
  const order = await underClaim(parts, asked.orderNumber, (hold) => chargeClaimed(parts, asked, hold))
  return order ?? (await readOrder(parts, asked.orderNumber)).order
}

async function chargeClaimed(parts: Parts, asked: Charge, hold: Hold): Promise<Order> {
  const { orderNumber, bindingId } = asked
  const tries = await triesOf(parts, asked)
  const last = tries.at(-1)
  const isOlder = await isOlderThanMemory(parts, last)
  if (last && (isOlder || !isOpen(last))) return orderOf(orderNumber, tries, isOlder)
  await cardOf(parts, asked, 'COMMON')
  const before = last ?? (await registered(parts, asked))
  const { number, orderId: mdOrder } = before
  const send = () => parts.gateway.paymentOrderBinding({ mdOrder, bindingId, tii: 'U' })
  const { told } = await sendOnce(parts, hold, { orderNumber, number, registers: false, hasCallback: true, send })
  const sent = { op: 'paymentOrderBinding.do', orderNumber, number, earlier: tries.slice(0, -1) }
  return settled(parts, { ...sent, before, told }, hold)
}

/** The tries that the gateway has of this number; the last must be of this very sum. */
export async function triesOf(parts: Parts, asked: Terms): Promise<readonly Link[]> {
  const links = await readChain(parts, asked.orderNumber)
  const last = links.at(-1)
  if (last) checkTerms(last, asked)
  return links
}

function checkTerms({ status }: Link, { amount, currency }: Terms): void {
  if (status.amount !== amount || (status.currency ?? currency) !== currency) throw new Refused('order_mismatch')
}

/** Registers the number and reads it back, since it may have been registered by somebody else just now. */
async function registered(parts: Parts, asked: Charge): Promise<Link> {
  await registerOrder(parts, ticketOf(parts, asked), asked.orderNumber)
  const link = await readLink(parts, asked.orderNumber)
  if (!link || !isOpen(link)) throw underWay()
  checkTerms(link, asked)
  return link
}

/** Nobody comes back from such a payment; the gateway wants an address all the same (online gateway 4.1). */
const ticketOf = ({ config }: Parts, { bindingId: _, ...terms }: Charge): Ticket => ({
  ...terms,
  returnUrl: config.shopOrigins[0]!,
  exp: 0,
})
