import { expect, test } from 'vitest'
import { announcedTime, shownTime, timeIn, untilNext } from '#element/waiting/time-left.ts'
import { language } from '#texts/languages/en.ts'

const en = { texts: language, locale: 'en', direction: 'ltr' } as const

test.each([
  [600_000, 600_000, 60_000, undefined],
  [540_001, 600_000, 1, undefined],
  [125_000, 180_000, 5_000, undefined],
  [120_000, 120_000, 10_000, 120_000],
  [55_000, 60_000, 5_000, 60_000],
  [29_000, 30_000, 9_000, 30_000],
])('with %i ms left, %i are shown for %i more, and %s are announced', (left, shown, next, announced) => {
  expect([shownTime(left), untilNext(left), announcedTime(left)]).toEqual([shown, next, announced])
})

test('the time is in whole units of the language', () => {
  expect([timeIn(en, 540_000, 'long'), timeIn(en, 110_000, 'long')]).toEqual(['9 minutes', '110 seconds'])
  expect(timeIn({ ...en, locale: 'ru' }, 60_000, 'short')).toBe('1 мин')
})
