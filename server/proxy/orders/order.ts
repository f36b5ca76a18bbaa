import { Refused } from '#contract/refusal-codes.ts'
import type { Order, Try, TryState } from '#contract/merchant/merchant.ts'
import { isPaid, mayBePaid } from '#contract/outcome.ts'
import { isClosed, isOpen, isUndecided, orderOfLaterAttempt, readAttempts, type OrderAttempt } from './attempts.ts'
import { isCancelled } from '../locks/cancelled-numbers.ts'
import { isHeld } from '../locks/lock-store.ts'
import { requireAsRegistered } from './comparison.ts'
import { meaningOfStatus } from './order-state.ts'
import { termsOf } from './order-terms.ts'
import { isRegistering } from '../locks/registering.ts'
import { followCode } from './codes/follow-code.ts'
import { lostLockMayStillPay, type ReadingContext } from './order-reading.ts'
import { tryFactsOf } from './try-facts.ts'
import { versionOf } from './version.ts'

/** An order as read: as the merchant sees it, and the current attempt that the next step acts on. */
export interface Reading {
  readonly order: Order
  readonly attempt: OrderAttempt
}

/** Reads an order by its number, to look at it or to change it; throws `order_unknown` when the gateway has none. */
export async function readOrder(proxy: ReadingContext, orderNumber: string, onlyLooks = false): Promise<Reading> {
  // Frees the order where a code is decided or over, also when no page asks any more.
  await followCode(proxy, orderNumber)
  const attempts = await readAttempts(proxy, orderNumber, onlyLooks)
  const attempt = attempts.at(-1)
  if (attempt && !isOpen(attempt) && !isClosed(attempt)) return { order: orderOf(orderNumber, attempts), attempt }
  const busy = (await isHeld(proxy, orderNumber)) || (await lostLockMayStillPay(proxy, attempt))
  if (!attempt) throw busy ? inProgress() : new Refused('order_unknown')
  const undecided = (await isRegistering(proxy, orderNumber)) ? mayBePaid : isUnpaid
  // An attempt closed without a payment may have been read during a payment that has ended since.
  const mayHaveEnded = !busy && !isOpen(attempt) && isUndecided(attempt)
  const reread = mayHaveEnded ? await readAttempts(proxy, orderNumber, onlyLooks) : attempts
  return {
    order: orderOf(orderNumber, reread.length ? reread : attempts, busy, undecided),
    attempt: reread.at(-1) ?? attempt,
  }
}

/** Milliseconds between reads while another request is at work on an order. */
export const pauses = [500, 1500]

/** Reads an order once no other request is at work on it; it is `pending` where one still is after two seconds. */
export async function readFree(proxy: ReadingContext, orderNumber: string): Promise<Reading> {
  for (const pause of pauses) {
    const reading = await readOrder(proxy, orderNumber)
    if (reading.order.state !== 'pending') return reading
    await proxy.clock.sleep(pause)
  }
  return readOrder(proxy, orderNumber)
}

/**
 * Reads an order for a caller who learns that it is paid; throws `order_mismatch` when the amount or currency is not the
 * registered one. The number of a later attempt is read as the order that it is of.
 */
export async function readPaid(proxy: ReadingContext, number: string): Promise<Reading> {
  const read = await readOrder(proxy, number, true)
  const registeredFor = termsOf(proxy, read.attempt)?.orderNumber
  const isLater = registeredFor !== undefined && registeredFor === orderOfLaterAttempt(number)
  const reading = isLater ? await readOrder(proxy, registeredFor, true) : read
  if (isPaid(reading.order.state)) requireAsRegistered(proxy, reading.attempt)
  return reading
}

/**
 * Reads an order for the merchant's server as {@link readPaid} does, and one that was cancelled before the gateway had
 * it, which only the proxy knows.
 */
export async function readForMerchant(proxy: ReadingContext, orderNumber: string): Promise<Order> {
  try {
    return (await readPaid(proxy, orderNumber)).order
  } catch (error) {
    if (isOrderUnknown(error) && (await isCancelled(proxy, orderNumber))) return neverRegistered(orderNumber)
    throw error
  }
}

export const isOrderUnknown = (error: unknown): boolean => error instanceof Refused && error.code === 'order_unknown'

/** An order that was cancelled before the gateway had it: no try was made, and no amount is known. */
export function neverRegistered(orderNumber: string): Order {
  const current = { orderNumber, orderId: '', state: 'cancelled', reason: 'cancelled', amount: 0 } as const
  return { orderNumber, state: 'cancelled', current, tries: [], version: 1 }
}

/** Decides nothing while the attempt may be charged at any moment; nor does a failed attempt while the next number may be. */
const isUnpaid = (state: TryState): boolean => state === 'open'

/** The refusal while the order may be being paid, or while the answer to a payment of it is lost. */
export const inProgress = (): Refused =>
  new Refused('state_refused', 'A payment of this order may be under way; read it again in a minute.')

/** The order that the merchant sees, from its attempts; `busy` means that it may be charged at any moment. */
export function orderOf(
  orderNumber: string,
  attempts: readonly OrderAttempt[],
  busy = false,
  undecided: (state: TryState) => boolean = isUnpaid,
): Order {
  const tries = attempts.map(tryOf)
  const last = tries.at(-1)!
  const current = busy && (undecided(last.state) || isUndecided(attempts.at(-1)!)) ? pending(last) : last
  const version = versionOf(tries)
  return { orderNumber, state: current.state, current, tries: [...tries.slice(0, -1), current], version }
}

const pending = ({ reason: _, code: __, ...facts }: Try): Try => ({ ...facts, state: 'pending' })

/** A try as the merchant sees it. */
export function tryOf({ number, orderId, status }: OrderAttempt): Try {
  const { amount } = status
  if (amount === undefined)
    throw new Refused('gateway_unreachable', 'The gateway does not return the amount of the order.')
  const { state, reason, code } = meaningOfStatus(status)
  return {
    orderNumber: number,
    orderId,
    state,
    ...(reason && { reason }),
    ...(code !== undefined && { code }),
    amount,
    ...tryFactsOf(status),
  }
}
