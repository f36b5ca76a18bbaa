import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { systemRandom } from '#ports/system.ts'
import { decipher, encipher, lengthened } from '#sandbox/issuer/keys/des.ts'
import { bytesOf, checkValueOf, drawKey, hasOddParity, hexOf, isCheckValueOf } from '#sandbox/issuer/keys/des-key.ts'
import { partsWith, unwrapped, wrapped, type KeyPrefix } from '#sandbox/issuer/keys/key-schemes.ts'
import { masterKeyOf, publishedKeys } from '#sandbox/issuer/keys/master-keys.ts'

const single = bytesOf('0123456789ABCDEF')
const double = bytesOf('0123456789ABCDEFFEDCBA9876543210')
const triple = bytesOf('0123456789ABCDEFFEDCBA987654321089ABCDEF01234567')

test.each([
  ['133457799BBCDFF1', '0123456789ABCDEF', '85E813540F0AB405'],
  ['0123456789ABCDEF', '0000000000000000', 'D5D44FF720683D0D'],
  // NIST SP 800-67: “The quick brown fox”.
  ['0123456789ABCDEF23456789ABCDEF01456789ABCDEF0123', '5468652071756663', 'A826FD8CE53B855F'],
])('under the key %s the block %s is the published %s', (key, clear, sealed) => {
  expect(hexOf(encipher(bytesOf(key), bytesOf(clear)))).toBe(sealed)
  expect(hexOf(decipher(bytesOf(key), bytesOf(sealed)))).toBe(clear)
})

test('the check value of a key is the published one, accepted with any number of digits from four', () => {
  expect(checkValueOf(double)).toBe('08D7B4')
  for (const given of ['08D7', '08d7b4', '08D7B4FB629D0885']) expect(isCheckValueOf(double, given)).toBe(true)
  for (const given of ['08D8', '08D7B5', '08D7B4FB629D0886']) expect(isCheckValueOf(double, given)).toBe(false)
})

test('a drawn key has odd parity and is another each time', () => {
  const keys = Array.from({ length: 50 }, () => drawKey(systemRandom, 24))
  expect(keys.every(hasOddParity)).toBe(true)
  expect(new Set(keys.map(hexOf)).size).toBe(50)
  expect(hasOddParity(bytesOf('0123456789ABCDEE'))).toBe(false)
})

test('a lengthened key is the same key', () => {
  for (const key of [single, double])
    for (const options of [2, 3].filter((count) => count * 8 >= key.length))
      expect(checkValueOf(lengthened(key, options))).toBe(checkValueOf(key))
})

const keyFor = (prefix: KeyPrefix): Buffer => (partsWith(prefix) === 2 ? double : triple)

test.each(['U', 'T', 'X', 'Y'] as const)('a key wrapped with %s is unwrapped by it and by no other', (prefix) => {
  const [master, key] = [masterKeyOf(1), keyFor(prefix)]
  const digits = wrapped(master, key, prefix)
  expect(unwrapped(master, digits, prefix)).toEqual(key)
  for (const other of ['U', 'T', 'X', 'Y'] as const)
    if (other !== prefix && partsWith(other) === partsWith(prefix))
      expect(unwrapped(master, digits, other)).not.toEqual(key)
})

test('X and Y are plain X9.17, U and T change the ninth byte of the master key for each part', () => {
  const master = masterKeyOf(7)
  const plain = (key: Buffer): string => hexOf(encipher(master, key))
  expect(wrapped(master, double, 'X')).toBe(plain(double))
  expect(wrapped(master, triple, 'Y')).toBe(plain(triple))
  expect(wrapped(master, single)).toBe(plain(single))
  const under = (variant: number, part: Buffer): string => {
    const varied = Buffer.from(master)
    varied[8]! ^= variant
    return hexOf(encipher(varied, part))
  }
  expect(wrapped(master, double, 'U')).toBe(under(0xa6, double.subarray(0, 8)) + under(0x5a, double.subarray(8)))
  const [one, two, three] = [triple.subarray(0, 8), triple.subarray(8, 16), triple.subarray(16)]
  expect(wrapped(master, triple, 'T')).toBe(under(0x6a, one) + under(0xde, two) + under(0x2b, three))
})

test('every host has a master key of its own, made from the published one', () => {
  const clear = bytesOf('0000000000000042FFFFFFFFFFFFFFBD')
  const made = encipher(bytesOf(publishedKeys.host), clear)
  const key = masterKeyOf(42)
  expect(key.map((byte) => byte & 0xfe)).toEqual(made.map((byte) => byte & 0xfe))
  expect(hasOddParity(key)).toBe(true)
  expect(new Set(Array.from({ length: 100 }, (_, host) => hexOf(masterKeyOf(host)))).size).toBe(100)
})

test('the published keys have odd parity', () => {
  for (const key of Object.values(publishedKeys)) expect(hasOddParity(bytesOf(key))).toBe(true)
})

test('docs/sandbox/issuer.md publishes them', () => {
  const text = readFileSync('docs/sandbox/issuer.md', 'utf8')
  for (const key of Object.values(publishedKeys)) expect(text).toContain(key)
})
