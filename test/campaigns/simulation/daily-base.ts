import { DAY } from '#contract/time/periods.ts'

/** Seeds of one day: more than a run with all its checks plays. */
const A_DAY = 1_000_000

/** The first seed of a day's runs, which no run of another day has played in the next ten years. */
export const dailyBase = (now = Date.now()): number => (Math.floor(now / DAY) % 4000) * A_DAY + 1

/** The command that plays the same scenarios again. */
export const commandFor = (first: number, scenarios: number): string =>
  `npm run simulate -- --seed ${first} --scenarios ${scenarios}`
