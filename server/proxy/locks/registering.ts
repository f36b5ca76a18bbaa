import { isHeld, underClaim, type Claims, type Hold } from './claims.ts'
import type { Parts } from '../parts.ts'

/** Longer than any order number, which has at most 32 characters, so that the two never meet. */
const keyOf = (orderNumber: string): string => `the next number to be registered of the order ${orderNumber}`

/** Whether somebody may be registering and paying the order's next number in one request. */
export const isRegistering = (parts: { readonly claims: Claims }, orderNumber: string): Promise<boolean> =>
  isHeld(parts, keyOf(orderNumber))

/**
 * Acts while holding the order's claim, and that of its next number: until a request that registers it is decided, nobody
 * is told that the tries so far came to nothing. `undefined` when somebody else holds either.
 */
export const whileRegistering = <T>(
  parts: Parts,
  orderNumber: string,
  act: (hold: Hold) => Promise<T>,
): Promise<T | undefined> =>
  underClaim(parts, orderNumber, (order) => underClaim(parts, keyOf(orderNumber), (next) => act(bothOf(order, next))))

const bothOf = (one: Hold, other: Hold): Hold => ({
  keep() {
    one.keep()
    other.keep()
  },
  free() {
    one.free()
    other.free()
  },
})
