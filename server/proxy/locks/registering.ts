import { isHeld, withLock, type LockStore, type Lock } from './lock-store.ts'
import type { ProxyContext } from '../proxy-context.ts'

/** Longer than any order number, which has at most 32 characters, so that the two never meet. */
const keyOf = (orderNumber: string): string => `the next number to be registered of the order ${orderNumber}`

/** Whether somebody may be registering and paying the order's next number in one request. */
export const isRegistering = (proxy: { readonly locks: LockStore }, orderNumber: string): Promise<boolean> =>
  isHeld(proxy, keyOf(orderNumber))

/**
 * Acts while holding the order's lock, and that of its next number: until a request that registers it is decided, nobody
 * is told that the tries so far came to nothing. `undefined` when somebody else holds either.
 */
export const whileRegistering = <T>(
  proxy: ProxyContext,
  orderNumber: string,
  act: (lock: Lock) => Promise<T>,
): Promise<T | undefined> =>
  withLock(proxy, orderNumber, (order) => withLock(proxy, keyOf(orderNumber), (next) => act(bothOf(order, next))))

const bothOf = (one: Lock, other: Lock): Lock => ({
  keep() {
    one.keep()
    other.keep()
  },
  free() {
    one.free()
    other.free()
  },
})
