import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cycleTypes } from '#sandbox/issuer/requests/choices.ts'
import { dayOf, firstDayOfCycle } from '#sandbox/issuer/limits/cycles.ts'

const { payment, day, week, month, year, lifetime } = cycleTypes

const dayNamed = (date: string): number => dayOf(Date.parse(`${date}T00:00:00Z`))
const nameOf = (of: number): string => new Date(of * 86_400_000).toISOString().slice(0, 10)

test.each([
  ['1970-01-01T00:00:00.000Z', 0],
  ['1970-01-01T23:59:59.999Z', 0],
  ['1970-01-02T00:00:00.000Z', 1],
  ['2030-05-01T00:30:00.000+02:00', dayNamed('2030-04-30')],
])('%s belongs to day %i of UTC', (instant, expected) => {
  expect(dayOf(Date.parse(instant))).toBe(expected)
})

test.each([
  ['a day', day, 1, '2030-05-01', '2030-05-01'],
  ['the second of two days', day, 2, '1970-01-02', '1970-01-01'],
  ['the first of two days', day, 2, '1970-01-03', '1970-01-03'],
  ['the Monday itself', week, 1, '2030-04-29', '2030-04-29'],
  ['a Sunday', week, 1, '2030-05-05', '2030-04-29'],
  ['the week of the epoch', week, 1, '1970-01-01', '1969-12-29'],
  ['the second week of two', week, 2, '1970-01-11', '1969-12-29'],
  ['the third week', week, 2, '1970-01-12', '1970-01-12'],
  ['week 53 of a year that has one', week, 1, '2026-12-31', '2026-12-28'],
  ['the days of the next year in week 53', week, 1, '2027-01-03', '2026-12-28'],
  ['week 1 after week 53', week, 1, '2027-01-04', '2027-01-04'],
  ['the last of January', month, 1, '2031-01-31', '2031-01-01'],
  ['the first of February', month, 1, '2031-02-01', '2031-02-01'],
  ['the 28th where it is the last', month, 1, '2031-02-28', '2031-02-01'],
  ['a leap day', month, 1, '2032-02-29', '2032-02-01'],
  ['the day after a leap day', month, 1, '2032-03-01', '2032-03-01'],
  ['the last of April', month, 1, '2030-04-30', '2030-04-01'],
  ['February, of two months', month, 2, '2032-02-29', '2032-01-01'],
  ['March, of two months', month, 2, '2032-03-31', '2032-03-01'],
  ['a quarter', month, 3, '2030-06-30', '2030-04-01'],
  ['five months over the turn of a year', month, 5, '1971-01-31', '1970-11-01'],
  ['December', year, 1, '2030-12-31', '2030-01-01'],
  ['a year that is no leap year though it can be divided by 4', year, 1, '2100-12-31', '2100-01-01'],
  ['the second of four years', year, 4, '2031-01-01', '2030-01-01'],
  ['before the epoch', month, 2, '1969-12-31', '1969-11-01'],
] as const)('%s', (_, type, length, at, expected) => {
  expect(nameOf(firstDayOfCycle(dayNamed(at), type, length))).toBe(expected)
})

test('a payment has no day before it, a lifetime all', () => {
  expect(firstDayOfCycle(0, payment, 1)).toBe(Infinity)
  expect(firstDayOfCycle(0, lifetime, 1)).toBe(-Infinity)
})

const anyDay = fc.integer({ min: dayNamed('1970-01-01'), max: dayNamed('2199-12-31') })

test.each([
  ['days', day, 1],
  ['weeks', week, 7],
  ['months', month, 31],
  ['years', year, 366],
] as const)('cycles of %s follow one another without a gap or an overlap', (_, type, longest) => {
  const length = fc.integer({ min: 1, max: 36 })
  fc.assert(
    fc.property(anyDay, length, (at, count) => {
      const first = firstDayOfCycle(at, type, count)
      expect(first).toBeLessThanOrEqual(at)
      expect(at - first).toBeLessThan(longest * count)
      expect(firstDayOfCycle(first, type, count)).toBe(first)
      expect(firstDayOfCycle(first - 1, type, count)).toBeLessThan(first)
      expect([first, at + 1]).toContain(firstDayOfCycle(at + 1, type, count))
    }),
  )
})

test('a cycle of several months or years begins at the first of a month, of weeks on a Monday', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 1, max: 36 }), (at, count) => {
      expect(nameOf(firstDayOfCycle(at, month, count))).toMatch(/-01$/)
      expect(nameOf(firstDayOfCycle(at, year, count))).toMatch(/-01-01$/)
      expect(new Date(firstDayOfCycle(at, week, count) * 86_400_000).getUTCDay()).toBe(1)
    }),
  )
})
