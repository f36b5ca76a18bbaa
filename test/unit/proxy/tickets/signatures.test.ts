import { describe, expect, test } from 'vitest'
import { continuationOf, transactionIn } from '#proxy/payments/continuation.ts'
import { Secret } from '#proxy/config/secret.ts'
import { buildSigner } from '#proxy/tickets/signatures.ts'
import { fakeClock } from '../../../support/clock.ts'

const signer = buildSigner(new Secret('a-signing-secret-of-more-than-32-bytes'))
const other = buildSigner(new Secret('another-signing-secret-of-over-32-bytes'))

describe('a signature', () => {
  const facts = ['A-17', 'ключ', 1, null]

  test('gives back what was signed', () => {
    expect(signer.open('return', signer.sign('return', facts))).toEqual(facts)
  })

  test('holds for its purpose and its secret only', () => {
    expect(signer.open('continuation', signer.sign('return', facts))).toBeUndefined()
    expect(other.open('return', signer.sign('return', facts))).toBeUndefined()
  })

  test('has one spelling', () => {
    const signed = signer.sign('return', facts)
    const last = signed.at(-1)!
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const neighbour = alphabet[alphabet.indexOf(last) ^ 1]!
    const others = [
      `${signed}=`,
      `${signed} `,
      `${signed}.`,
      `${signed}.x`,
      `${signed}\n`,
      signed.slice(0, -1) + neighbour,
    ]
    expect([...others, signed.replace('.', '=.')].filter((other) => signer.open('return', other))).toEqual([])
  })

  test('the nonce of an order is the same each time, and nobody else’s', () => {
    expect(signer.nonceOf('id')).toBe(signer.nonceOf('id'))
    expect(new Set([signer.nonceOf('id'), signer.nonceOf('id2'), other.nonceOf('id')]).size).toBe(3)
  })
})

test('a continuation is bound to the order’s number and to the gateway’s identifier alike', () => {
  const clock = fakeClock()
  const bound = { orderNumber: 'A-17', orderId: 'id' }
  const continuation = continuationOf(signer, clock, { ...bound, threeDSServerTransId: 'transaction' })
  expect(transactionIn(signer, clock, continuation, bound)).toMatchObject({ threeDSServerTransId: 'transaction' })
  for (const change of [{ orderNumber: 'B-1' }, { orderId: 'id2' }])
    expect(() => transactionIn(signer, clock, continuation, { ...bound, ...change })).toThrow('another payment')
})
