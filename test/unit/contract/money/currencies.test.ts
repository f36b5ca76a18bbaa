import codes from 'currency-codes'
import { describe, expect, test } from 'vitest'
import { currencyNumberOf, currencyOf } from '#contract/money/currencies.ts'
import { moneyIn } from '#element/i18n/currencies.ts'
import { language as en } from '#texts/languages/en.ts'

/** Codes that no one pays with: metals, bonds, drawing rights, tests. */
const unpaid = /^X(?!AF|CD|CG|OF|PF)/

/** Rows in which ISO 4217 has changed since the list of currency-codes was published, with the reason. */
const changed: ReadonlyMap<string, { readonly letters: string; readonly digits: number; readonly reason: string }> =
  new Map([
    [
      '532',
      { letters: 'XCG', digits: 2, reason: 'the Caribbean guilder replaced the Antillean one on 31 March 2025 (ANG)' },
    ],
  ])

const listed = codes.data.filter(({ code }) => !unpaid.test(code))

/** Every row of our own table. */
const own = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0')).flatMap((number) => {
  const known = currencyOf(number)
  return known ? [{ number, ...known }] : []
})

describe('the table', () => {
  test.each(listed.map(({ number, code, digits }) => [code, String(number), digits] as const))(
    'knows %s as ISO 4217 has it',
    (code, number, digits) => {
      const { letters, digits: fraction } = changed.get(number) ?? { letters: code, digits }
      expect(currencyOf(number)).toEqual({ letters, digits: fraction })
    },
  )

  test('has no currency that ISO 4217 does not have', () => {
    expect(own.map(({ number }) => number)).toEqual(listed.map(({ number }) => String(number)).toSorted())
  })

  test('names a difference only while there is one', () => {
    for (const [number, { letters }] of changed) expect(codes.number(number)?.code).not.toBe(letters)
  })

  test('finds the number of each by its letters, and by the number itself', () => {
    const found = own.map(({ number, letters }) => [letters, currencyNumberOf(letters), currencyNumberOf(number)])
    expect(found).toEqual(own.map(({ number, letters }) => [letters, number, number]))
    expect([8, 36, 978].map(currencyNumberOf)).toEqual(['008', '036', '978'])
  })

  test.each(['EURO', 'eur', 'Eur', ' EUR', 'RUR', 'XAU', '810', '97', '0978', '', 'constructor', 9780, 97.8, -8])(
    'finds no number for %j',
    (code) => expect(currencyNumberOf(code)).toBeUndefined(),
  )

  test.each(['000', '001', '810', '963', '999', '', '64', '6433', 'RUB', '__proto__'])('does not know %j', (number) => {
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
  // “Cg” or “Cg.” in newer versions of Intl; never ANG, the letters that 532 had before.
  ['en', 12_345, '532', expect.stringMatching(/^(?:Cg|XCG)[. ]*123\.45$/)],
  ['ru', 12_345, '532', expect.stringMatching(/^123,45 (?:Cg|XCG)\.?$/)],
  ['en', 1, '999', ''],
])('in %s, %d of %s is %j', (locale, amount, currency, words) => {
  expect(plain(moneyIn({ texts: en, locale, direction: 'ltr' })(amount, currency))).toEqual(words)
})
