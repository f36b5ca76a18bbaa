import { expect, test } from 'vitest'
import { decimalOf } from '#contract/money/decimal.ts'

test.each([
  [1299, 2, '12.99'],
  [5, 2, '0.05'],
  [0, 2, '0.00'],
  [129_900, 2, '1299.00'],
  [500, 0, '500'],
  [1234, 3, '1.234'],
  [7, 4, '0.0007'],
  [-5, 2, '-0.05'],
])('%i minor units with %i digits are %s', (amount, digits, decimal) => {
  expect(decimalOf(amount, digits)).toBe(decimal)
})

/** Amounts of one to twelve digits, the most that a ticket has, and the ones just below a power of ten. */
const amounts = Array.from({ length: 12 }, (_, length) => [
  ...Array.from({ length: 100 }, (_, at) => Math.floor(((at + 0.5) / 100) * 10 ** (length + 1))),
  10 ** (length + 1) - 1,
]).flat()

test.each([0, 2, 3, 4])('with %i digits, every amount of a ticket keeps each of its own', (digits) => {
  for (const amount of amounts)
    expect(decimalOf(amount, digits).replace('.', '')).toBe(String(amount).padStart(digits + 1, '0'))
})
