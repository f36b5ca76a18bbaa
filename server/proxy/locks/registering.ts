import { isHeld, withLock, type Lock, type LockContext, type LockStore } from './lock-store.ts'

/** Longer than any order number, which has at most 32 characters, so that the two keys never collide. */
const registrationKey = (orderNumber: string): string => `the next number to be registered of the order ${orderNumber}`

/** Whether a request may be registering and paying the order's next number right now. */
export const isRegistering = (proxy: { readonly locks: LockStore }, orderNumber: string): Promise<boolean> =>
  isHeld(proxy, registrationKey(orderNumber))

/**
 * Runs `act` while holding the locks of the order and of its next number: until a request that registers that number is
 * decided, no one is notified that the attempts so far have failed. `undefined` when either lock is taken.
 */
export const whileRegistering = <T>(
  context: LockContext,
  orderNumber: string,
  act: (lock: Lock) => Promise<T>,
  longestMs?: number,
): Promise<T | undefined> =>
  withLock(
    context,
    orderNumber,
    (order) => withLock(context, registrationKey(orderNumber), (next) => act(bothOf(order, next)), longestMs),
    longestMs,
  )

const bothOf = (one: Lock, other: Lock): Lock => ({
  keep() {
    one.keep()
    other.keep()
  },
  free() {
    one.free()
    other.free()
  },
  hold: (code, ms) => one.hold(code, ms),
})
