import { coBadged } from '#contract/co-badged.ts'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import creditCardType from 'credit-card-type'
import cardTypes from 'credit-card-type/dist/lib/card-types.js'
import { expect, test } from 'vitest'
import { brandOf, brandOfStored, namesOf } from '#card-frame/card/brand.ts'
import { emptyForm, retry } from '#card-frame/form/form.ts'
import { luhn, checkNumber, numberMask } from '#card-frame/card/number.ts'
import { schemeNames, schemes } from '#card-frame/card/schemes.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { root } from '../../support/root.ts'

test('every card of the sandbox shows its brand', () => {
  for (const { pan, brand } of testCards) expect([pan, brandOf(pan).id]).toEqual([pan, brand])
})

test.each([
  ['', 'unknown'],
  ['41', 'visa'],
  ['2', 'unknown'],
  ['2200', 'mir'],
  ['2720', 'mastercard'],
  ['34', 'american-express'],
  ['67', 'maestro'],
  ['65', 'unknown'],
  ['9', 'unknown'],
  ['9860', 'humo'],
  ['56', 'unknown'],
  ['561412', 'uzcard'],
  ['5678', 'maestro'],
  ['6', 'unknown'],
  ['6011', 'discover'],
  ['6521490', 'discover'],
  ['6521500', 'rupay'],
  ['7', 'unknown'],
])('%s is of brand %s', (digits, id) => {
  expect(brandOf(digits).id).toBe(id)
})

/** Every limit of the brands' ranges and its neighbours, as typed so far or complete, and the middle of each range. */
const borders = Object.values(cardTypes).flatMap(({ patterns }) =>
  (patterns as readonly (number | readonly number[])[]).flatMap((pattern) => {
    const endings = [pattern].flat()
    const [low, high] = [endings[0]!, endings.at(-1)!]
    return [low - 1, low, low + 1, Math.floor((low + high) / 2), high - 1, high, high + 1].map(String)
  }),
)

/** Whether a row of our own table can apply, now or with further digits. */
const isOurs = (number: string): boolean =>
  schemes
    .flatMap(([, digits]) => digits.split(' '))
    .map((range) => range.split('-'))
    .some(([low, high = low]) => {
      const start = number.slice(0, low!.length)
      return start >= low!.slice(0, start.length) && start <= high!.slice(0, start.length)
    })

test('where our own table has no row, brands are detected as by the library', () => {
  const numbers = new Set(
    borders.flatMap((border) => [border, border.slice(0, -1), `${border}0`, `${border}0000000000`]),
  )
  const library = [...numbers].filter((number) => number && !isOurs(number))
  expect(library.length).toBeGreaterThan(numbers.size / 2)
  for (const number of library) {
    const found = creditCardType(number).map(({ type }) => type as string)
    // Where the library finds several brands, our table may already be sure of one.
    expect([number, found.length === 1 ? found : ['unknown', ...found]]).toEqual([
      number,
      expect.arrayContaining([brandOf(number).id]),
    ])
  }
})

/** A number of 16 digits with this prefix and the right check digit. */
const numberOf = (prefix: string): string =>
  [...'0123456789'].map((digit) => `${prefix.padEnd(15, '0').slice(0, 15)}${digit}`).find(luhn)!

const vectors = join(root, '../shared/vectors/card-brand-prefixes.json')
const result = existsSync(vectors)
  ? (JSON.parse(readFileSync(vectors, 'utf8')) as { prefixes: { prefix: string; brand: string }[] }).prefixes
  : []
if (result.length === 0) process.stdout.write('skipped: prefixes of independent sources, whose file is not here\n')

/** Rows about whole ranges of numbers that other rows, and the library, assign to other brands. */
const contradicted = new Set(['356 mir', '9417 mir', '65 rupay', '81 rupay', '353 rupay', '356 rupay', '65 troy'])

test.skipIf(result.length === 0)('brands are detected as in independent sources', () => {
  const others = result.filter(({ prefix, brand }) => {
    const { id, also } = brandOf(prefix.padEnd(8, '0'))
    return ![id, also?.id].includes(brand.replace('-pridnestrovie', ''))
  })
  expect(new Set(others.map(({ prefix, brand }) => `${prefix} ${brand}`))).toEqual(contradicted)
})

test('co-badged cards are shown with both their names', () => {
  expect(namesOf(brandOf('676347'))).toBe('Maestro / Mir')
  expect(namesOf(brandOf('911201'))).toBe('Belkart / Mir')
  expect(namesOf(brandOf('911200'))).toBe('Belkart')
  expect(namesOf(brandOf('4111'))).toBe('Visa')
  expect(namesOf(brandOf('7777'))).toBe('')
})

test('schemes that only share their digits are no choice', () => {
  const shared = brandOf('220512')
  expect([namesOf(shared), shared.also]).toEqual(['PayPak / Borica', undefined])
})

test('every brand of a co-badged card may be sent', () => {
  const shared = schemes.flatMap(([ids]) => (ids.includes(' ') ? ids.split(' ') : []))
  expect(new Set(shared)).toEqual(new Set(coBadged))
})

test('the brand that was chosen for a co-badged card is that of the next try with it', () => {
  expect(retry({ ...emptyForm, brand: 'mir' }).brand).toBe('mir')
})

test('every scheme of our table is known by a name, and takes any length that a card may have', () => {
  const own = new Set(Object.keys(schemeNames))
  for (const [ids, digits] of schemes) {
    const first = digits.split(/[ -]/)[0]!
    const brand = brandOf(first.padEnd(8, '7'))
    const [id, also] = ids.split(' ')
    expect([first, brand.id, brand.also?.id]).toEqual([first, id, also])
    if (own.has(id!)) expect([first, brand.shortest, brand.longest]).toEqual([first, 12, 19])
  }
})

test.each([
  ['9860', [0, 3]],
  ['860012', [0, 3]],
  ['911200', [0, 3]],
  ['82', [3, 3]],
  ['357111', [3, 3]],
])('a card %s has a code of %j digits', (digits, code) => {
  expect(brandOf(digits).code).toEqual(code)
})

test.each([
  ['411111**1111', 'mir', 'visa'],
  ['******1111', 'humo', 'humo'],
  ['XXXX1111', 'some-scheme', 'unknown'],
  ['**1111', undefined, 'unknown'],
])('a stored card %s of the system %s is of brand %s', (maskedPan, brand, id) => {
  expect(brandOfStored({ maskedPan, ...(brand !== undefined && { brand }) }).id).toBe(id)
})

test('a stored card of a system that nobody here knows keeps its name', () => {
  expect(brandOfStored({ maskedPan: '**1111', brand: 'some-scheme' }).name).toBe('some-scheme')
})

test('no issuer prefix is ever blocked for its brand', () => {
  const known = result.map(({ prefix }) => prefix)
  const prefixes = [...known, '2205', '5614', '8600', '9112', '9417', '9704', '9860']
  for (const prefix of prefixes) {
    const start = /^\d+/.exec(prefix)![0]
    const number = numberOf(start)
    const blocked = brandOf(start).id === 'american-express' || brandOf(number).longest < 16
    expect([prefix, blocked, checkNumber(numberMask.show([number]))]).toEqual([prefix, false, undefined])
  }
})
