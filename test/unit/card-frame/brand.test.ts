import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import creditCardType from 'credit-card-type'
import * as fc from 'fast-check'
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

test('brands are told as the library tells them', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 19 })
  fc.assert(
    fc.property(digits, (number) => {
      const found = creditCardType(number)
      expect(brandOf(number).id).toBe(found.length === 1 ? found[0]!.type : 'unknown')
    }),
    { numRuns: 2000 },
  )
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
