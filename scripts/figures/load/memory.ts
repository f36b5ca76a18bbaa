import { systemClock } from '#ports/system.ts'
import type { Figure } from '../../../test/support/figure.ts'
import { keptBy, rssOf, type Stack } from './stack.ts'

const [MOST, GROWTH, MANY] = [200, 5, 1_000_000]

/** Milliseconds that a lock lasts (TENDER_LOCK_TTL_MS), and a second. */
const LOCK_TTL = 76_000

/** Milliseconds between two measurements. */
const INTERVAL = 500

const meanOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length

/** The measurements of a process that made payments. */
export interface Seen {
  /** Payments that were made. */
  readonly made: number
  readonly ms: number
  /** Megabytes by which its heap has grown once their locks have expired and the garbage is collected. */
  readonly leaked: number
  /** Megabytes of memory that the process held, a value for each measurement. */
  readonly held: readonly number[]
}

/**
 * Card payments without a pause, each of an order of its own, until there are so many or the time is over. A leak is
 * what the heap still contains once their locks have expired, after `rest` milliseconds, and the garbage is collected;
 * the memory that the process holds meanwhile is larger, and is a figure of its own.
 */
export async function measureMemory(
  stack: Stack,
  seconds: number,
  most = MANY,
  rest = LOCK_TTL,
): Promise<readonly Figure[]> {
  const before = await keptBy(stack.proxy)
  const held: number[] = []
  const looking = setInterval(() => held.push(rssOf(stack.proxy)), INTERVAL)
  const { byStatus, ms } = await stack
    .run({ port: stack.proxy.port, kind: 'pay', name: 'many', seconds, most, lines: 32 })
    .finally(() => clearInterval(looking))
  await systemClock.sleep(rest)
  // The next payment removes the expired locks, since the last search for them was more than ten seconds ago.
  await stack.run({ port: stack.proxy.port, kind: 'pay', name: 'last', seconds: 1, most: 1, lines: 1 })
  while (held.length < 2) held.push(rssOf(stack.proxy))
  return figuresOf({ made: byStatus['200']?.count ?? 0, ms, leaked: (await keptBy(stack.proxy)) - before, held })
}

/** With fewer payments than promised, no figure is met. */
export function figuresOf({ made, ms, leaked, held }: Seen): readonly Figure[] {
  const quarter = Math.ceil(held.length / 4)
  const growth = meanOf(held.slice(-quarter)) - meanOf(held.slice(0, -quarter).slice(-quarter))
  const peak = Math.max(...held)
  const isDone = made >= MANY
  const result = (value: number): string =>
    `${value.toFixed(1)} MB${isDone ? '' : ` after ${made.toLocaleString('en')}`}`
  return [
    {
      name: 'payments in a row whose memory is looked at',
      target: MANY.toLocaleString('en'),
      measured: `${made.toLocaleString('en')} in ${Math.round(ms / 1000)} s`,
      isMet: isDone,
    },
    {
      name: 'what the process still holds of them when their locks have ended (75 s)',
      target: `< ${GROWTH} MB`,
      measured: result(leaked),
      isMet: isDone && leaked < GROWTH,
    },
    {
      name: 'growth of its memory (RSS) between the third quarter of them and the last',
      target: `< ${GROWTH} MB`,
      measured: result(growth),
      isMet: isDone && growth < GROWTH,
    },
    {
      name: 'most memory (RSS) that it holds meanwhile',
      target: `< ${MOST} MB`,
      measured: result(peak),
      isMet: isDone && peak < MOST,
    },
  ]
}
