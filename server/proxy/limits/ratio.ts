import type { Random } from '#contract/ports.ts'
import { RATIO_TRIES, WINDOW } from './limits.ts'
import type { Tallies } from './tallies.ts'

/** How many of the merchant's latest tries were declined. */
export interface Ratio {
  isReached(): Promise<boolean>
  note(isDeclined: boolean): Promise<void>
}

const [TRIES, DECLINED] = ['the latest tries', 'the declined of them']

interface RatioParts {
  readonly random: Random
  readonly tallies: Tallies
}

/** Each process keeps its latest tries in as many places of its own, so that what is counted does not grow. */
export function buildRatio({ random, tallies }: RatioParts, percent: number): Ratio {
  const me = random.uuid()
  let next = 0
  return {
    async isReached() {
      const [tries, declined] = await Promise.all([tallies.count(TRIES), tallies.count(DECLINED)])
      return tries >= RATIO_TRIES && declined * 100 > tries * percent
    },
    async note(isDeclined) {
      const place = `${me} ${next++ % RATIO_TRIES}`
      await tallies.add(TRIES, place, WINDOW)
      await (isDeclined ? tallies.add(DECLINED, place, WINDOW) : tallies.remove(DECLINED, place))
    },
  }
}

export const anyRatio: Ratio = { isReached: async () => false, note: async () => {} }
