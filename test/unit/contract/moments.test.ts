import { expect, test } from 'vitest'
import { endOf, moment, spanOf } from '#contract/issuing/fields.ts'

test.each([
  ['2030-05-01', '2030-05-01T23:59:59.999Z'],
  ['2030-05-01T23:59:59', '2030-05-01T23:59:59.999Z'],
  ['2030-05-01T23:59:59Z', '2030-05-01T23:59:59.999Z'],
  ['2030-05-01T23:59:59+03:00', '2030-05-01T20:59:59.999Z'],
  ['2030-05-01T23:59:59+0300', '2030-05-01T20:59:59.999Z'],
  ['2030-05-01T23:59:59.4', '2030-05-01T23:59:59.499Z'],
  ['2030-05-01T23:59:59.40Z', '2030-05-01T23:59:59.409Z'],
  ['2030-05-01T23:59:59.400', '2030-05-01T23:59:59.400Z'],
  ['2030-05-01T23:59:59.400000-01:00', '2030-05-02T00:59:59.400Z'],
])('a period that ends with %s ends with the whole of that unit', (end, last) => {
  expect(moment.parse(end)).toBe(end)
  expect(new Date(endOf(end)).toISOString()).toBe(last)
  expect(spanOf({ endDate: end }).to).toBe(Date.parse(last))
})
