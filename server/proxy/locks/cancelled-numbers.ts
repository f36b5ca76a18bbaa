import { DAY } from '#contract/time/periods.ts'
import { isHeld, storeDown, type LockStore } from './lock-store.ts'

type Context = { readonly locks: LockStore }

/** Longer than any order number, so that it is never the key of a payment. */
const keyOf = (orderNumber: string): string => `the cancellation of the order number ${orderNumber}`

/**
 * Milliseconds: a ticket lives for a day at most, and a merchant who cancels again after signing another one does so
 * within a month. A note is never written anew, since a failure between would lose it.
 */
const KEPT = 31 * DAY

/** Whether the merchant has cancelled the order: then nothing is registered or paid under its numbers. */
export const isCancelled = ({ locks }: Context, orderNumber: string): Promise<boolean> =>
  isHeld({ locks }, keyOf(orderNumber))

/**
 * Notes that the merchant has cancelled the order, unless it is noted. Called under the order's lock and before the order
 * is read: a registration looks for the note after it, so that one of the two sees the other. `nonce` is the
 * cancellation's own.
 */
export async function noteCancelled({ locks }: Context, orderNumber: string, nonce: string): Promise<void> {
  await locks.take(keyOf(orderNumber), nonce, KEPT).catch(storeDown)
}

/** Forgets a cancellation that did not come about, and no other one; where that fails, the number stays closed. */
export const forgetCancelled = ({ locks }: Context, orderNumber: string, nonce: string): Promise<void> =>
  locks.release(keyOf(orderNumber), nonce).catch(() => {})
