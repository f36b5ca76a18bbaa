import { expect, test } from 'vitest'
import { cardMonthIn } from '#contract/time/card-month.ts'
import { endOf, moment, spanOf } from '#server-contract/issuing/fields.ts'

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

test.each([
  ['203412', '203412'],
  ['2034-12', '203412'],
  ['2034/12', '203412'],
  ['12/34', '203412'],
  ['12/2034', '203412'],
  ['203413', undefined],
  ['13/34', undefined],
  ['1234', undefined],
  ['', undefined],
])('the expiry %s of a gateway is %s', (text, month) => {
  expect(cardMonthIn(text)).toBe(month)
})
