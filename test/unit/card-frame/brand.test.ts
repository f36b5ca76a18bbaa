import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import creditCardType from 'credit-card-type'
import cardTypes from 'credit-card-type/dist/lib/card-types.js'
import { expect, test } from 'vitest'
import { brandOf } from '#card-frame/brand.ts'
import { luhn } from '#card-frame/luhn.ts'
import { checkNumber, numberMask } from '#card-frame/number.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'

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
  ['9860', 'unknown'],
])('%s is of brand %s', (digits, id) => {
  expect(brandOf(digits).id).toBe(id)
})

/** Every border of every brand's ranges and its neighbours, half typed and whole, and the middle of each range. */
const borders = Object.values(cardTypes).flatMap(({ patterns }) =>
  (patterns as readonly (number | readonly number[])[]).flatMap((pattern) => {
    const ends = [pattern].flat()
    const [low, high] = [ends[0]!, ends.at(-1)!]
    return [low - 1, low, low + 1, Math.floor((low + high) / 2), high - 1, high, high + 1].map(String)
  }),
)

test('brands are told as the library tells them', () => {
  const numbers = new Set(
    borders.flatMap((border) => [border, border.slice(0, -1), `${border}0`, `${border}0000000000`]),
  )
  for (const number of [...numbers].filter(Boolean)) {
    const found = creditCardType(number)
    expect([number, brandOf(number).id]).toEqual([number, found.length === 1 ? found[0]!.type : 'unknown'])
  }
})

/** A number of 16 digits with this prefix and the right check digit. */
const numberOf = (prefix: string): string =>
  [...'0123456789'].map((digit) => `${prefix.padEnd(15, '0').slice(0, 15)}${digit}`).find(luhn)!

const vectors = join(import.meta.dirname, '../../../../shared/vectors/card-brand-prefixes.json')

test('no issuer prefix is ever blocked for its brand', () => {
  const known = existsSync(vectors)
    ? (JSON.parse(readFileSync(vectors, 'utf8')) as { prefixes: { prefix: string }[] }).prefixes.map(
        (row) => row.prefix,
      )
    : []
  if (known.length === 0) process.stdout.write('skipped: prefixes of independent sources, whose file is not here\n')
  const prefixes = [...known, '2205', '5614', '8600', '9112', '9417', '9704', '9860']
  for (const prefix of prefixes) {
    const start = /^\d+/.exec(prefix)![0]
    const number = numberOf(start)
    const blocked = brandOf(start).id === 'american-express' || brandOf(number).longest < 16
    expect([prefix, blocked, checkNumber(numberMask.show(numberMask.read(number)))]).toEqual([prefix, false, undefined])
  }
})
