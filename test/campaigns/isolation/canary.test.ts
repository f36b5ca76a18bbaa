import { describe, expect, test } from 'vitest'
import { verdictOf } from './attack.ts'
import { freshCanary, spelledIn, spelledInBytes } from './canary.ts'

const canary = { pan: '4111111111111111', cvc: '075', expiry: '203412' }

const hidden: readonly (readonly [string, string])[] = [
  ['plain', 'x4111111111111111y'],
  ['grouped', '4111 1111 1111 1111'],
  ['in an address', '?card=4111%201111%201111%201111'],
  ['backwards', '1111111111111114'],
  ...[0, 1, 2].map(
    (at) => [`in Base64 from byte ${at}`, Buffer.from(`${'?'.repeat(at)}${canary.pan}!`).toString('base64')] as const,
  ),
  ['the code as a value of JSON', '{"cvc":"075"}'],
  ['the code in a sealed text', 'uuid/4242/075/203412'],
]

describe('the search for a card', () => {
  test.each(hidden)('finds it %s', (_, text) => {
    expect(spelledIn(canary, text)).toBeDefined()
  })

  test('finds it in bytes as latin1 and as UTF-16', () => {
    for (const encoding of ['latin1', 'utf16le'] as const)
      expect(spelledInBytes(canary, Buffer.from(`..${canary.pan}..`, encoding)), encoding).toBe(canary.pan)
  })

  test.each(['cvc=075', '{"cvv2": "075"}', 'securityCode\t075', '&cardCvc%22: 075'])(
    'finds the code after its name: %s',
    (text) => {
      expect(spelledIn(canary, text, ['code'])).toBeDefined()
      for (const encoding of ['latin1', 'utf16le'] as const) {
        const bytes = Buffer.concat([Buffer.from('\0\x01'), Buffer.from(text, encoding)])
        expect(spelledInBytes(canary, bytes, ['code']), encoding).toBeDefined()
      }
    },
  )

  test('finds the code in a memory as a string that is nothing else', () => {
    expect(spelledInBytes(canary, Buffer.from('\xa1\x03\0\0\x00075\0', 'latin1'))).toBe('075')
    expect(spelledInBytes(canary, Buffer.from('..["074","075"]..', 'latin1'))).toBe('075')
    expect(spelledInBytes(canary, Buffer.from('\xa1\x04\0\0\x001075', 'latin1'))).toBeUndefined()
    expect(spelledInBytes(canary, Buffer.from('0750751075', 'latin1'))).toBeUndefined()
  })

  test('finds the halves that it is asked for', () => {
    const both = `${canary.pan} cvc=075`
    expect([spelledIn(canary, both, ['number']), spelledIn(canary, both, ['code'])]).toEqual([canary.pan, 'cvc=075'])
    expect(spelledIn(canary, canary.pan, ['code']) ?? spelledIn(canary, 'cvc=075', ['number'])).toBeUndefined()
  })

  test('takes the length of a text for no test card’s code', () => {
    const known = { ...canary, cvc: '123' }
    expect(spelledIn(known, '["content-length","123"]')).toBeUndefined()
    expect(spelledIn(known, '{"cvc":"123"}')).toBeDefined()
  })

  test('finds nothing in what only looks like it', () => {
    for (const text of ['4111111111111112', '{"ms":75,"at":1075}', 'NDExMQ==', '#075', 'cvc=0751', 'cvc of 075'])
      expect(spelledIn(canary, text)).toBeUndefined()
  })

  test('draws cards that pass the check and are never the same', () => {
    const pans = Array.from({ length: 200 }, () => freshCanary().pan)
    expect(new Set(pans).size).toBe(200)
    for (const pan of pans) expect(luhnSum(pan) % 10, pan).toBe(0)
  })

  test('a verdict is a breach when the card was learned, or when the attack says so', () => {
    expect(verdictOf('a', { canary }, ['nothing'])).toEqual({ name: 'a', learned: 1 })
    expect(verdictOf('a', { canary }, ['x', canary.pan]).breach).toContain(canary.pan)
    expect(verdictOf('a', { canary }, ['BREACH the form shows']).breach).toBe('BREACH the form shows')
  })
})

/** The Luhn sum by its definition: each second digit from the right doubled, and the digits of the result added. */
const luhnSum = (pan: string): number =>
  [...pan]
    .toReversed()
    .reduce(
      (sum, digit, at) => sum + [...String(Number(digit) * (at % 2 ? 2 : 1))].reduce((a, b) => a + Number(b), 0),
      0,
    )
