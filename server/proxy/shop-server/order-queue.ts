/**
 * Runs what is done about an order after what was begun before about the same order, in this process: for an engine
 * without locks, so that a webhook and the page after the payment do not both book a payment. Several processes need a
 * lock of their database besides.
 *
 * @example
 * ```ts
 * import { orderQueue } from 'tender-checkout/merchant'
 *
 * const inQueue = orderQueue()
 * export const state = await inQueue('A-17', async () => 'booked')
 * ```
 */
export function orderQueue(): <T>(orderNumber: string, act: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return async (orderNumber, act) => {
    const before = last.get(orderNumber)
    const run = Promise.resolve(before)
      .catch(() => {}) // its own caller gets its failure
      .then(act)
    last.set(orderNumber, run)
    try {
      return await run
    } finally {
      if (last.get(orderNumber) === run) last.delete(orderNumber)
    }
  }
}
