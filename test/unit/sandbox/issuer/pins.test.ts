import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesOf, hexOf } from '#sandbox/issuer/keys/des-key.ts'
import { cardVerificationValue } from '#sandbox/issuer/keys/cvc.ts'
import { digitsIn, pinBlock } from '#sandbox/issuer/pins/pin-block.ts'

test('the PIN block is that of ISO 9564 format 0', () => {
  expect(hexOf(pinBlock('1234', '43219876543210987'))).toBe('0412AC89ABCDEF67')
})

const digits = (min: number, max: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }).map((all) => all.join(''))

test('what is put into a block is found in it', () => {
  fc.assert(
    fc.property(digits(4, 12), digits(12, 19), (pin, pan) => {
      expect(digitsIn(pinBlock(pin, pan), pan)).toBe(pin)
    }),
  )
})

const pan = '4000001234567899'
const field = (clear: string): Buffer => {
  const block = bytesOf(clear)
  const mask = pinBlock('', pan)
  const empty = bytesOf('00FFFFFFFFFFFFFF')
  return Buffer.from(block.map((byte, at) => byte ^ mask[at]! ^ empty[at]!))
}

test.each([
  ['another format', '141234FFFFFFFFFF'],
  ['a length that is not that of the digits', '051234FFFFFFFFFF'],
  ['letters among the digits', '041A34FFFFFFFFFF'],
  ['another filling', '041234FFFFFFFFF0'],
])('a block with %s has no PIN in it', (_, clear) => {
  expect(digitsIn(field('041234FFFFFFFFFF'), pan)).toBe('1234')
  expect(digitsIn(field(clear), pan)).toBeUndefined()
})

test('a block of another card does not have the PIN in it', () => {
  fc.assert(
    fc.property(digits(4, 12), digits(12, 12), digits(12, 12), (pin, one, other) => {
      fc.pre(one !== other)
      expect(digitsIn(pinBlock(pin, `0000${one}0`), `0000${other}0`)).not.toBe(pin)
    }),
  )
})

test('the verification value is the published one', () => {
  const keys = bytesOf('0123456789ABCDEFFEDCBA9876543210')
  expect(cardVerificationValue(keys, '4123456789012345', '8701', '101')).toBe('561')
})

test('the verification value is of three digits whatever it is made of', () => {
  const hex = fc
    .array(fc.constantFrom(...'0123456789ABCDEF'), { minLength: 32, maxLength: 32 })
    .map((all) => all.join(''))
  fc.assert(
    fc.property(hex, digits(12, 19), digits(4, 4), (keys, number, expiry) => {
      expect(cardVerificationValue(bytesOf(keys), number, expiry, '000')).toMatch(/^\d{3}$/)
    }),
  )
})
