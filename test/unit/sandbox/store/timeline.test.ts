import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { memoryTable } from '#sandbox/store/store.ts'
import { timelineBy } from '#sandbox/store/timeline.ts'

interface Row {
  readonly whose: string | undefined
  readonly at: number
  readonly text?: string
}

const newTimeline = () => {
  const table = memoryTable<Row>()
  return {
    table,
    timeline: timelineBy(
      table,
      ({ whose }) => whose,
      ({ at }) => at,
    ),
  }
}

const rowsOf = fc.array(
  fc.record({ whose: fc.constantFrom('one', 'two', undefined), at: fc.integer({ min: 0, max: 20 }) }),
)

test('a span finds what looking at every row would find, in the order of the times', () => {
  fc.assert(
    fc.property(rowsOf, fc.integer({ min: -1, max: 21 }), fc.integer({ min: -1, max: 21 }), (rows, from, to) => {
      const { table, timeline } = newTimeline()
      rows.forEach((row, key) => table.put(String(key), row))
      const ones = rows.filter(({ whose }) => whose === 'one').toSorted((a, b) => a.at - b.at)
      expect(timeline.of('one')).toEqual(ones)
      expect(timeline.between('one', from, to)).toEqual(ones.filter(({ at }) => at >= from && at <= to))
      expect(timeline.between('one', -Infinity, Infinity)).toEqual(ones)
    }),
  )
})

test('rows of one time keep the order in which they came', () => {
  const { table, timeline } = newTimeline()
  const rows = ['a', 'b', 'c'].map((text) => ({ whose: 'one', at: 5, text }))
  rows.forEach((row) => table.put(row.text, row))
  expect(timeline.of('one')).toEqual(rows)
})

test('a row that is changed stays where it is, one that goes to another or away is not there', () => {
  const { table, timeline } = newTimeline()
  table.put('1', { whose: 'one', at: 1 })
  table.put('2', { whose: 'one', at: 2 })
  table.put('1', { whose: 'one', at: 1, text: 'new' })
  expect(timeline.of('one')).toEqual([
    { whose: 'one', at: 1, text: 'new' },
    { whose: 'one', at: 2 },
  ])
  table.put('1', { whose: 'two', at: 1 })
  expect([timeline.of('one').length, timeline.of('two').length]).toEqual([1, 1])
  table.remove('2')
  expect(timeline.of('one')).toEqual([])
})

test('a timeline of a table that has rows already finds them', () => {
  const table = memoryTable<Row>()
  table.put('2', { whose: 'one', at: 2 })
  table.put('1', { whose: 'one', at: 1 })
  const timeline = timelineBy(
    table,
    ({ whose }) => whose,
    ({ at }) => at,
  )
  expect(timeline.of('one').map(({ at }) => at)).toEqual([1, 2])
})
