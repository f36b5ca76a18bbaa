import type { Clock } from '#contract/ports.ts'
import { ORDER_WINDOW } from '../config/limits.ts'
import type { Counters } from './counters.ts'

/**
 * The minimum time between opening the form and paying: people need a moment, a robot does not. An early payment is
 * delayed rather than refused, since a browser may have filled the form in: the shopper sees a second of “paying”, and
 * a robot is as slow as people.
 */
export interface MinimumFormTime {
  /** Called when the order's form is shown. */
  opened(orderNumber: string): Promise<void>
  /** Resolves when the order may be paid; an order whose form was never opened counts as opened now. */
  over(orderNumber: string): Promise<void>
  forget(orderNumber: string): Promise<void>
}

const PAUSE = 250

interface MinimumFormTimeOptions {
  readonly clock: Clock
  readonly counters: Counters
}

export function buildMinimumFormTime(
  { clock, counters }: MinimumFormTimeOptions,
  minimumFormTimeMs: number,
): MinimumFormTime {
  const opened = async (orderNumber: string): Promise<void> => {
    await Promise.all([
      counters.add(fresh(orderNumber), ONE, minimumFormTimeMs),
      counters.add(seen(orderNumber), ONE, ORDER_WINDOW),
    ])
  }
  return {
    opened,
    async over(orderNumber) {
      const isFresh = (): Promise<number> => counters.count(fresh(orderNumber))
      const [isSeen, wasFresh] = await Promise.all([counters.count(seen(orderNumber)), isFresh()])
      if (!isSeen) await opened(orderNumber)
      const latest = clock.now() + minimumFormTimeMs
      let waits = !isSeen || wasFresh
      for (; waits && clock.now() < latest; waits = await isFresh()) await clock.sleep(PAUSE)
    },
    forget: async (orderNumber) => void (await counters.remove(seen(orderNumber), ONE)),
  }
}

const ONE = 'form'
const seen = (orderNumber: string): string => `opened ${orderNumber}`
const fresh = (orderNumber: string): string => `just opened ${orderNumber}`

export const noMinimumFormTime: MinimumFormTime = {
  opened: async () => {},
  over: async () => {},
  forget: async () => {},
}
