import { ProxyError } from '#contract/proxy-errors.ts'
import type { Order } from '#server-contract/merchant/merchant.ts'
import { isPaid } from '#contract/outcome.ts'
import { isCancelled } from '../../locks/cancelled-numbers.ts'
import { orderOfLaterAttempt, type OrderAttempt } from '../attempts.ts'
import { followCode } from '../codes/follow-code.ts'
import { requireAsRegistered } from '../comparison.ts'
import { inProgress, isOrderUnknown, neverRegistered, orderOf } from '../order.ts'
import { meaningOfStatus } from '../order-state.ts'
import { termsOf } from '../order-terms.ts'
import { readAttempts } from './attempts.ts'
import { meaningOf, type ReadingContext } from './facts.ts'

/** An order as read: as the merchant sees it, and the current attempt that the next step acts on. */
export interface Reading {
  readonly order: Order
  readonly attempt: OrderAttempt
}

/** Reads an order by its number, to look at it or to change it; throws `order_unknown` when the gateway has none. */
export async function readForMerchant(proxy: ReadingContext, orderNumber: string, onlyLooks = false): Promise<Reading> {
  // Frees the order where a code is decided or over, also when no page asks any more.
  await followCode(proxy, orderNumber)
  const read = (): Promise<readonly OrderAttempt[]> => readAttempts(proxy, orderNumber, onlyLooks)
  const attempts = await read()
  const current = attempts.at(-1)
  const state = current ? meaningOfStatus(current.status).state : 'open'
  const meaning = await meaningOf(proxy, { orderNumber, current, state })
  const isPending = meaning === 'pending' || meaning === 'next pending'
  if (!current) throw isPending ? inProgress() : new ProxyError('order_unknown')
  const again = meaning === 'read again' ? await read() : []
  const last = again.length ? again : attempts
  return { order: orderOf(orderNumber, last, isPending), attempt: last.at(-1)! }
}

/** Milliseconds between reads while another request is at work on an order. */
export const pauses = [500, 1500]

/** Reads an order once no other request is at work on it; it is `pending` where one still is after two seconds. */
export async function readWhenFree(proxy: ReadingContext, orderNumber: string): Promise<Reading> {
  for (const pause of pauses) {
    const reading = await readForMerchant(proxy, orderNumber)
    if (reading.order.state !== 'pending') return reading
    await proxy.clock.sleep(pause)
  }
  return readForMerchant(proxy, orderNumber)
}

/**
 * Reads an order for a caller who learns that it is paid; throws `order_mismatch` when the amount or currency is not the
 * registered one. The number of a later attempt is read as the order that it is of.
 */
export async function readToReport(proxy: ReadingContext, number: string): Promise<Reading> {
  const read = await readForMerchant(proxy, number, true)
  const registeredFor = termsOf(proxy, read.attempt)?.orderNumber
  const isLater = registeredFor !== undefined && registeredFor === orderOfLaterAttempt(number)
  const reading = isLater ? await readForMerchant(proxy, registeredFor, true) : read
  if (isPaid(reading.order.state)) requireAsRegistered(proxy, reading.attempt)
  return reading
}

/**
 * The order for the merchant's server as {@link readToReport} reads it, and one that was cancelled before the gateway had
 * it, which only the proxy knows.
 */
export async function orderForMerchant(proxy: ReadingContext, orderNumber: string): Promise<Order> {
  try {
    return (await readToReport(proxy, orderNumber)).order
  } catch (error) {
    if (isOrderUnknown(error) && (await isCancelled(proxy, orderNumber))) return neverRegistered(orderNumber)
    throw error
  }
}
