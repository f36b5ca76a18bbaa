import { ORDER_WINDOW } from '../config/limits.ts'
import type { Counters } from './counters.ts'

/** How a try stands among those of its order: as a new one, as one that was counted before, or as one too many. */
export type TryEntry = 'new' | 'known' | 'over'

/** What was sealed to pay one order; the second call of a payment brings what its first did, and is no other try. */
export interface Tries {
  /** Counts it under a name of this one submit until it is known whether it was sent, unless it is over. */
  enter(orderNumber: string, mark: string, submit: string): Promise<TryEntry>
  /** Counts what was sent, and the submit no longer; nobody else's submit takes that back. */
  release(orderNumber: string, mark: string, submit: string, wasSent: boolean): Promise<void>
  forget(orderNumber: string, mark: string): Promise<void>
}

export function buildTries(counters: Counters, limit: number): Tries {
  const forget = async (orderNumber: string, mark: string): Promise<void> =>
    void (await counters.remove(keyOf(orderNumber), mark))
  return {
    async enter(orderNumber, mark, submit) {
      const key = keyOf(orderNumber)
      const before = await counters.count(key)
      const count = await counters.add(key, mark, ORDER_WINDOW)
      if (count <= limit && count === before) return 'known'
      if (count <= limit) await counters.add(key, submit, ORDER_WINDOW)
      await forget(orderNumber, mark)
      return count <= limit ? 'new' : 'over'
    },
    async release(orderNumber, mark, submit, wasSent) {
      if (wasSent) await counters.add(keyOf(orderNumber), mark, ORDER_WINDOW)
      await forget(orderNumber, submit)
    },
    forget,
  }
}

const keyOf = (orderNumber: string): string => `tries of ${orderNumber}`
