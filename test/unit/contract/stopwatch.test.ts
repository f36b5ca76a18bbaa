import { expect, test } from 'vitest'
import { stopwatch } from '#contract/time/stopwatch.ts'

/** What a stopwatch shows when the time of day and the monotonic clock have moved on by these milliseconds. */
function shown(wall: number, steady: number | undefined): number {
  let moved = { wall: 0, steady: 0 }
  const clock = { now: () => 1000 + moved.wall, ...(steady !== undefined && { steady: () => 7 + moved.steady }) }
  const since = stopwatch(clock)
  moved = { wall, steady: steady ?? 0 }
  return since()
}

test.each([
  ['both clocks move on', 50, 50, 50],
  ['the time of day is set back', -432_000_000, 50, 50],
  ['the monotonic clock stops while the machine is suspended', 60_000, 20, 60_000],
  ['there is no monotonic clock', 50, undefined, 50],
] as const)('%s', (_, wall, steady, expected) => {
  expect(shown(wall, steady)).toBe(expected)
})
