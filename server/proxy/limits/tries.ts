import { ORDER_WINDOW } from './limits.ts'
import type { Tallies } from './tallies.ts'

/** How a try stands among those of its order: as a new one, as one that was counted before, or as one too many. */
export type Standing = 'new' | 'known' | 'over'

/** What was sealed to pay one order; the second call of a payment brings what its first did, and is no other try. */
export interface Tries {
  /** Counts it, unless it is over. */
  add(orderNumber: string, mark: string): Promise<Standing>
  forget(orderNumber: string, mark: string): Promise<void>
}

export function buildTries(tallies: Tallies, limit: number): Tries {
  const forget = async (orderNumber: string, mark: string): Promise<void> =>
    void (await tallies.remove(keyOf(orderNumber), mark))
  return {
    async add(orderNumber, mark) {
      const before = await tallies.count(keyOf(orderNumber))
      const count = await tallies.add(keyOf(orderNumber), mark, ORDER_WINDOW)
      if (count <= limit) return count === before ? 'known' : 'new'
      await forget(orderNumber, mark)
      return 'over'
    },
    forget,
  }
}

const keyOf = (orderNumber: string): string => `tries of ${orderNumber}`
