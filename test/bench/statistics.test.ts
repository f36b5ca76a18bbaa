import { expect, test } from 'vitest'
import { interleaved, medianOf, quantile } from '../../scripts/bench/statistics.ts'

test.each([
  [[], null],
  [[7], 7],
  [[9, 1, 5], 5],
  [[4, 1, 2, 3], 2.5],
])('the median of %j is %s', (values, median) => {
  expect(medianOf(values)).toBe(median)
})

test('a quantile is sorted by size and not by spelling', () => {
  expect(quantile([100, 20, 3], 0.95)).toBeCloseTo(92)
  expect(quantile([100, 20, 3], 0)).toBe(3)
  expect(quantile([100, 20, 3], 1)).toBe(100)
})

test('every round has every item once, and no item is first or follows the same one in all rounds', () => {
  const items = ['a', 'b', 'c']
  const rounds = interleaved(items, 6)
  expect(rounds.map((round) => round.toSorted())).toEqual(rounds.map(() => items))
  expect(new Set(rounds.map(([first]) => first)).size).toBe(3)
  for (const item of items) {
    const before = new Set(rounds.flatMap((round) => round[round.indexOf(item) - 1] ?? []))
    expect(before.size).toBe(2)
  }
})
