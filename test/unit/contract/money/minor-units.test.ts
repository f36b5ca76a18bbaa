import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalOf } from '#contract/money/decimal.ts'
import { minorUnits } from '#contract/money/minor-units.ts'

test.each([
  ['49.90', 'EUR', 4990],
  [49.9, '978', 4990],
  [1.1, 978, 110],
  [8.2, 'EUR', 820],
  ['0', 'EUR', 0],
  ['0.05', 'EUR', 5],
  ['007.5', 'EUR', 750],
  ['50', 'JPY', 50],
  ['1.234', 'KWD', 1234],
  [12, 'KWD', 12_000],
])('%j of %s is %i', (value, currency, sum) => {
  expect(minorUnits(value, currency)).toBe(sum)
})

test.each([
  ['1.000', 'EUR', '1.000 has more than the 2 decimals of EUR'],
  [0.1 + 0.2, 'EUR', 'more than the 2 decimals'],
  ['50.00', 'JPY', 'more than the 0 decimals of JPY'],
  ['49,90', 'EUR', '49,90 must be a decimal number such as 49.90, with a point'],
  ['-1', 'EUR', 'must be a decimal number'],
  ['', 'EUR', 'must be a decimal number'],
  [' 1', 'EUR', 'must be a decimal number'],
  ['1.', 'EUR', 'must be a decimal number'],
  ['1e3', 'EUR', 'must be a decimal number'],
  [1e21, 'EUR', 'must be a decimal number'],
  [NaN, 'EUR', 'must be a decimal number'],
  ['90071992547409.92', 'EUR', 'too large to be exact'],
  ['1', 'XXX', 'XXX is no currency of ISO 4217'],
])('%j of %s is refused: %s', (value, currency, sentence) => {
  expect(() => minorUnits(value, currency)).toThrow(new RegExp(sentence.replaceAll('.', '\\.')))
})

test('it reads what decimalOf writes, for every amount of a ticket', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 999_999_999_999 }),
      fc.constantFrom(['JPY', 0] as const, ['EUR', 2] as const, ['KWD', 3] as const, ['CLF', 4] as const),
      (sum, [currency, digits]) => minorUnits(decimalOf(sum, digits), currency) === sum,
    ),
  )
})
