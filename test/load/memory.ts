import type { Figure } from '../figures/figure.ts'
import { keptBy, rssOf, type Town } from './town.ts'

const [MOST, GROWTH, MANY] = [150, 5, 1_000_000]

/** Milliseconds between two looks. */
const LOOK = 500

const meanOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length

const megabytes = (value: number): string => `${value.toFixed(1)} MB`

/**
 * Card payments without a pause, each of an order of its own. A leak shows in what is left once the garbage is collected;
 * what the process holds of the machine meanwhile is more, and is told besides.
 */
export async function measureMemory(town: Town, seconds: number): Promise<readonly Figure[]> {
  const before = await keptBy(town.proxy)
  const held: number[] = []
  const looking = setInterval(() => held.push(rssOf(town.proxy)), LOOK)
  const { byStatus } = await town
    .run({ port: town.proxy.port, kind: 'pay', name: 'many', seconds, lines: 32 })
    .finally(() => clearInterval(looking))
  while (held.length < 2) held.push(rssOf(town.proxy))
  const [made, leaked] = [byStatus['200']?.count ?? 0, (await keptBy(town.proxy)) - before]
  const quarter = Math.ceil(held.length / 4)
  const growth = meanOf(held.slice(-quarter)) - meanOf(held.slice(0, -quarter).slice(-quarter))
  const most = Math.max(...held)
  return [
    {
      name: 'payments in a row whose memory is looked at',
      target: MANY.toLocaleString('en'),
      measured: `${made.toLocaleString('en')} in ${Math.round(seconds)} s`,
      isMet: made >= MANY,
    },
    {
      name: 'what the process still holds of them when the garbage is collected',
      target: `< ${GROWTH} MB`,
      measured: megabytes(leaked),
      isMet: leaked < GROWTH,
    },
    {
      name: 'growth of its memory (RSS) between the third quarter of them and the last',
      target: `< ${GROWTH} MB`,
      measured: megabytes(growth),
      isMet: growth < GROWTH,
    },
    {
      name: 'most memory (RSS) that it holds meanwhile',
      target: `< ${MOST} MB`,
      measured: megabytes(most),
      isMet: most < MOST,
    },
  ]
}
