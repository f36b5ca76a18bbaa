import codes from 'currency-codes'
import { describe, expect, test } from 'vitest'
import { currencyOf } from '#contract/currencies.ts'
import { moneyIn } from '#element/i18n/currencies.ts'

/** Codes that no one pays with: metals, bonds, drawing rights, tests. */
const unpaid = /^X(?!AF|CD|CG|OF|PF)/

describe('the table', () => {
  test.each(
    codes.data.filter(({ code }) => !unpaid.test(code)).map(({ number, code, digits }) => [code, number, digits]),
  )('knows %s as ISO 4217 has it', (code, number, digits) => {
    expect(currencyOf(String(number))).toEqual({ letters: code, digits })
  })

  test.each(['000', '', '64', '6433', 'RUB', '__proto__'])('does not know %j', (number) => {
    expect(currencyOf(number)).toBeUndefined()
  })
})

const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ')

test.each([
  ['en', 129_900, '978', '€1,299.00'],
  ['en', 500, '392', '¥500'],
  ['en', 12_345, '414', 'KWD 12.345'],
  ['ru', 129_900, '643', '1 299,00 ₽'],
  // Intl alone would omit the forint's decimals and the dinar's thousandths.
  ['en', 12_345, '348', 'HUF 123.45'],
  ['en', 12_345, '368', 'IQD 12.345'],
  ['en', 1, '999', ''],
])('in %s, %d of %s is %j', (locale, amount, currency, words) => {
  expect(plain(moneyIn(locale)(amount, currency))).toBe(words)
})
