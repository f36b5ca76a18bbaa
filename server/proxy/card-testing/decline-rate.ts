import type { Random } from '#contract/ports.ts'
import { DECLINE_RATE_TRIES, WINDOW } from '../config/limits.ts'
import type { Counters } from './counters.ts'

/** Share of declined tries among the merchant's latest tries of a kind. */
export interface DeclineRate {
  isReached(): Promise<boolean>
  /** Counts a try from a network, unless the network has used up its share. */
  note(isDeclined: boolean, network: string): Promise<void>
}

/** What a rate covers: free card verifications must not offset declined payments, or the reverse. */
export type DeclineRateKind = 'payments' | 'verifications'

/** Declines, and other outcomes, that one network adds to a rate within its window: no network alone can change it. */
const SHARE = 5

interface DeclineRateOptions {
  readonly random: Random
  readonly counters: Counters
}

/** Each process reuses a fixed number of places of its own for its latest tries, so that the counters do not grow. */
export function buildDeclineRate(
  { random, counters }: DeclineRateOptions,
  kind: DeclineRateKind,
  percent: number,
): DeclineRate {
  const [triesKey, declinedKey] = [`the latest tries of ${kind}`, `the declined of them, ${kind}`]
  const me = random.uuid()
  let next = 0
  return {
    async isReached() {
      const [tries, declined] = await Promise.all([counters.count(triesKey), counters.count(declinedKey)])
      return tries >= DECLINE_RATE_TRIES && declined * 100 > tries * percent
    },
    async note(isDeclined, network) {
      const share = `${isDeclined ? 'declined' : 'others'} of the ${kind} from ${network}`
      if ((await counters.count(share)) >= SHARE) return
      const place = `${me} ${next++ % DECLINE_RATE_TRIES}`
      await Promise.all([
        counters.add(share, random.uuid(), WINDOW),
        counters.add(triesKey, place, WINDOW),
        isDeclined ? counters.add(declinedKey, place, WINDOW) : counters.remove(declinedKey, place),
      ])
    },
  }
}

export const anyDeclineRate: DeclineRate = { isReached: async () => false, note: async () => {} }
