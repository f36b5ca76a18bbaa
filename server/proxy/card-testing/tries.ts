import { ORDER_WINDOW } from '../config/limits.ts'
import type { Counters } from './counters.ts'

/** Whether a try of an order is new, was counted before, or is over the limit. */
export type TryEntry = 'new' | 'known' | 'over'

/**
 * Counts the tries of an order by their sealed data; the second call of a payment sends the same data as the first, and
 * is no other try.
 */
export interface Tries {
  /**
   * Counts the try under the name of this submit until it is known whether it was sent, unless it is over the limit.
   */
  enter(orderNumber: string, mark: string, submit: string): Promise<TryEntry>
  /** Removes the submit, and counts the try if it was sent; another submit cannot undo that. */
  release(orderNumber: string, mark: string, submit: string, wasSent: boolean): Promise<void>
  forget(orderNumber: string, mark: string): Promise<void>
}

export function buildTries(counters: Counters, limit: number): Tries {
  const forget = async (orderNumber: string, mark: string): Promise<void> =>
    void (await counters.remove(triesKey(orderNumber), mark))
  return {
    async enter(orderNumber, mark, submit) {
      const key = triesKey(orderNumber)
      const [before, count] = await Promise.all([counters.count(key), counters.add(key, mark, ORDER_WINDOW)])
      const isOver = count > limit
      if (!isOver && count === before) return 'known'
      await Promise.all([!isOver && counters.add(key, submit, ORDER_WINDOW), forget(orderNumber, mark)])
      return isOver ? 'over' : 'new'
    },
    async release(orderNumber, mark, submit, wasSent) {
      const key = triesKey(orderNumber)
      await Promise.all([wasSent && counters.add(key, mark, ORDER_WINDOW), forget(orderNumber, submit)])
    },
    forget,
  }
}

const triesKey = (orderNumber: string): string => `tries of ${orderNumber}`
