import { Refused } from '#contract/faults.ts'
import type { Order, Try, TryState } from '#contract/merchant.ts'
import { isClosed, isOpen, isUndecided, readChain, type Link } from './chain.ts'
import { isHeld } from '../locks/claims.ts'
import { isOtherSum, termsOf } from './order-terms.ts'
import { refundedAmountOf, meaningOfStatus } from './order-state.ts'
import type { Parts } from '../parts.ts'
import { isRegistering } from '../locks/registering.ts'
import { isOlderThanMemory } from './standing.ts'
import { versionOf } from './version.ts'

/** An order as read: what the merchant is told, and the current try that the next step acts on. */
export interface Reading {
  readonly order: Order
  readonly link: Link
}

/** Reads an order by its number; throws `order_unknown` when the gateway has none. */
export async function readOrder(parts: Parts, orderNumber: string): Promise<Reading> {
  const links = await readChain(parts, orderNumber)
  const link = links.at(-1)
  if (link && !isOpen(link) && !isClosed(link)) return { order: orderOf(orderNumber, links), link }
  const busy = (await isHeld(parts, orderNumber)) || (await isOlderThanMemory(parts, link))
  if (!link) throw busy ? underWay() : new Refused('order_unknown')
  const undecided = (await isRegistering(parts, orderNumber)) ? untilNext : untilPaid
  // What was closed without a payment may have been read while one was under way that has ended since.
  const again = !busy && !isOpen(link) && isUndecided(link) ? await readChain(parts, orderNumber) : links
  return { order: orderOf(orderNumber, again.length ? again : links, busy, undecided), link: again.at(-1) ?? link }
}

/** States that an order of another sum must not be told in. */
const moved: ReadonlySet<TryState> = new Set(['held', 'paid', 'refunded'])

/** The same for whoever is told that it is paid; throws `order_mismatch` when it is of another sum than it was registered for. */
export async function readPaid(parts: Parts, orderNumber: string): Promise<Reading> {
  const reading = await readOrder(parts, orderNumber)
  const { order, link } = reading
  if (moved.has(order.state) && isOtherSum(termsOf(parts, link, orderNumber), link)) throw new Refused('order_mismatch')
  return reading
}

/** States that say nothing while the try may be charged any moment … */
const untilPaid: ReadonlySet<TryState> = new Set(['open'])

/** … or while the next number may. */
const untilNext: ReadonlySet<TryState> = new Set(['open', 'declined', 'cancelled'])

/** Somebody pays the order right now, or an answer about it was lost. */
export const underWay = (): Refused =>
  new Refused('state_refused', 'A payment of this order may be under way; read it again in a minute.')

/** The tries of an order in the merchant's words; `busy` says that the order may be charged any moment. */
export function orderOf(orderNumber: string, links: readonly Link[], busy = false, undecided = untilPaid): Order {
  const tries = links.map(tryOf)
  const last = tries.at(-1)!
  const current = busy && (undecided.has(last.state) || isUndecided(links.at(-1)!)) ? pending(last) : last
  const version = versionOf(tries)
  return { orderNumber, state: current.state, current, tries: [...tries.slice(0, -1), current], version }
}

const pending = ({ reason: _, code: __, ...facts }: Try): Try => ({ ...facts, state: 'pending' })

function tryOf({ number, orderId, status }: Link): Try {
  const { amount, currency, date, paymentAmountInfo: sums, cardAuthInfo } = status
  if (amount === undefined)
    throw new Refused('gateway_unreachable', 'The gateway does not tell the amount of the order.')
  const refundedAmount = refundedAmountOf(status) || sums?.refundedAmount
  const { state, reason, code } = meaningOfStatus(status)
  const maskedPan = cardAuthInfo?.maskedPan ?? cardAuthInfo?.pan
  return {
    orderNumber: number,
    orderId,
    state,
    ...(reason && { reason }),
    ...(code !== undefined && { code }),
    amount,
    ...(currency !== undefined && { currency }),
    ...(sums?.approvedAmount !== undefined && { approvedAmount: sums.approvedAmount }),
    ...(sums?.depositedAmount !== undefined && { depositedAmount: sums.depositedAmount }),
    ...(refundedAmount !== undefined && { refundedAmount }),
    ...(maskedPan !== undefined && { maskedPan }),
    ...(date !== undefined && { date }),
  }
}
