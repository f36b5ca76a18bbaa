import type { Random } from '#contract/ports.ts'
import { RATIO_TRIES, WINDOW } from '../config/limits.ts'
import type { Counters } from './counters.ts'

/** How many of the merchant's latest tries of a kind were declined. */
export interface DeclineRate {
  isReached(): Promise<boolean>
  /** Counts a try from a network, unless that network has had its share of what is counted. */
  note(isDeclined: boolean, network: string): Promise<void>
}

/** What a ratio is of: whoever checks cards for nothing must not make up for declined payments, and the other way round. */
export type DeclineRateKind = 'payments' | 'verifications'

/** Declines, and others, of one network that a ratio counts in its window: nobody alone can make it bad, or good. */
const SHARE = 5

interface DeclineRateOptions {
  readonly random: Random
  readonly counters: Counters
}

/** Each process keeps its latest tries in as many places of its own, so that what is counted does not grow. */
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
      return tries >= RATIO_TRIES && declined * 100 > tries * percent
    },
    async note(isDeclined, network) {
      const share = `${isDeclined ? 'declined' : 'others'} of the ${kind} from ${network}`
      if ((await counters.count(share)) >= SHARE) return
      await counters.add(share, random.uuid(), WINDOW)
      const place = `${me} ${next++ % RATIO_TRIES}`
      await counters.add(triesKey, place, WINDOW)
      await (isDeclined ? counters.add(declinedKey, place, WINDOW) : counters.remove(declinedKey, place))
    },
  }
}

export const anyDeclineRate: DeclineRate = { isReached: async () => false, note: async () => {} }
