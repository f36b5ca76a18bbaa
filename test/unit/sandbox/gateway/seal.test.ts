import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildSeal } from '#sandbox/gateway/cards/seal.ts'
import { sealText } from '../../../conformance/gateway/seal-card.ts'

const seal = await buildSeal(0)
const pem = seal.keys.keys[0]!.keyValue
const key = createPublicKey({
  key: Buffer.from(pem.replace(/-----[A-Z ]+-----/g, ''), 'base64'),
  format: 'der',
  type: 'spki',
})

/** Encrypts a block with padding by hand, which may be wrong. */
const sealBlock = (start: readonly number[]): string => {
  const block = Buffer.alloc(256, 7)
  block.set(start)
  return publicEncrypt({ key, padding: constants.RSA_NO_PADDING }, block).toString('base64')
}

const padding = (length: number): number[] => Array.from({ length }, () => 9)

test('what was sealed with the published key is opened, in any letters', () => {
  expect(seal.open(sealText('a/b/Ünïcode', pem))).toEqual({ text: 'a/b/Ünïcode' })
  expect(seal.open(sealText('x'.repeat(245), pem))).toEqual({ text: 'x'.repeat(245) })
})

test.each([
  ['eight bytes of padding, the least there may be', [0, 2, ...padding(8), 0], true],
  ['seven bytes of padding', [0, 2, ...padding(7), 0], false],
  ['no end of the padding', [0, 2], false],
  ['another block type', [0, 1, ...padding(8), 0], false],
])('%s', (_, start, opens) => {
  expect('text' in seal.open(sealBlock(start))).toBe(opens)
})

test.each([['not Base64!'], ['AAA'], ['']])('“%s” is no Base64', (token) => {
  expect(seal.open(token)).toEqual({ wrong: 'not base64' })
})

test('the key is good for a year', () => {
  expect(seal.keys.keys[0]!.keyExpiration).toBe(365 * 24 * 3_600_000)
})
