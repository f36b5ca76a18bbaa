import { MAX_TICKET_LIFETIME } from '#contract/ticket.ts'
import { isHeld, storeDown, type LockStore } from './lock-store.ts'

type Context = { readonly locks: LockStore }

/** Longer than any order number, so that it is never the key of a payment. */
const keyOf = (orderNumber: string): string => `the cancellation of the order number ${orderNumber}`

/** The same in every process, since the cancellation has no holder. */
const NONCE = 'cancelled'

/** Milliseconds for which a ticket that is signed now may be accepted: its lifetime, and a minute of each clock. */
const KEPT = (MAX_TICKET_LIFETIME + 120) * 1000

/** Whether the merchant has cancelled the order: then nothing is registered or paid under its numbers. */
export const isCancelled = ({ locks }: Context, orderNumber: string): Promise<boolean> =>
  isHeld({ locks }, keyOf(orderNumber))

/**
 * Notes that the merchant has cancelled the order, for as long as a ticket of it may live from now. Called under the
 * order's lock and before the order is read: a registration looks for the note after it, so that one of the two sees the
 * other.
 */
export async function noteCancelled({ locks }: Context, orderNumber: string): Promise<void> {
  const key = keyOf(orderNumber)
  await locks.release(key, NONCE).catch(storeDown)
  await locks.take(key, NONCE, KEPT).catch(storeDown)
}

/** Forgets a cancellation that did not come about; where that fails, the number stays closed. */
export const forgetCancelled = ({ locks }: Context, orderNumber: string): Promise<void> =>
  locks.release(keyOf(orderNumber), NONCE).catch(() => {})
