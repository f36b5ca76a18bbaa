import { anything, assert, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { operations } from '#card-frame/proxy-client/operations.ts'
import { Outcome } from '#contract/checkout.ts'
import { checkoutApi } from '#contract/checkout-api.ts'
import { shapeOf } from '#contract/wire/shape-of.ts'
import { readShape, type Shape } from '#contract/wire/shape.ts'
import * as z from 'zod/mini'

const facts = { orderNumber: 'A-17', amount: 4990, currency: '978' }
const step = {
  kind: 'challenge',
  acsUrl: 'https://acs.example',
  creq: 'e30',
  nonce: 'n',
  redirectUrl: 'https://pay.example',
}
const outcomes = [
  { state: 'open', ...facts },
  { state: 'paid', ...facts, orderId: 'o' },
  { state: 'authenticate', ...facts, step },
  { state: 'declined', ...facts, reason: 'insufficient_funds', code: 116, kind: 'soft', again: true },
]
const checkout = {
  ...facts,
  currencyCode: 'EUR',
  fractionDigits: 2,
  capture: 'one-phase',
  channel: 'web',
  verify: false,
  card: true,
  brandChoice: false,
  savedCards: [{ bindingId: 'b', maskedPan: '676347**0005', expiry: '203103', expired: false, label: 'Work' }],
  saving: { mode: 'ask', as: 'common' },
  asks: [{ data: 'email' }],
  storedAsks: [],
  known: { email: 'jane@example.com' },
  wallets: {},
  sealingKey: 'PEM',
  outcome: outcomes[0],
}
const answers: Readonly<Record<string, readonly object[]>> = {
  checkout: [checkout],
  outcome: outcomes,
  pay: outcomes,
  removeCard: [{ savedCards: checkout.savedCards }],
  walletSession: [{ session: { epoch: 1, nested: { list: [1] } } }],
  texts: [{ locale: 'ru', direction: 'ltr', card: { pay: '…', hold: '…' } }],
}

describe.each(Object.entries(answers))('the answer of %s', (name, samples) => {
  const { response } = checkoutApi[name as keyof typeof checkoutApi]
  const { answer } = operations[name]!

  test('is read as its schema reads it, and without what is unknown', () => {
    for (const sample of samples) {
      expect(readShape(answer, sample)).toEqual(response.parse(sample))
      const more = { ...sample, unknownMember: 1 }
      expect(readShape(answer, more)).toEqual(response.parse(more))
    }
  })

  test('is refused where its schema refuses it: a member that is missing, or of another type', () => {
    for (const sample of samples)
      for (const [member, value] of Object.entries(sample))
        for (const other of [undefined, null, [value], { value }, typeof value === 'number' ? '1' : 1]) {
          const broken = { ...sample, [member]: other }
          // Only the schema is strict here: a reader ignores what a newer proxy may add.
          if (member === 'known' && JSON.stringify(other)?.startsWith('{')) continue
          const { success } = response.safeParse(broken)
          const read = () => readShape(answer, broken)
          if (success) expect(read()).toEqual(response.parse(broken))
          else expect(read, JSON.stringify([name, member, other])).toThrow(TypeError)
        }
  })
})

test('no value of whatever kind makes a reader do anything but read or throw a TypeError', () => {
  const shape = operations['checkout']!.answer
  assert(
    property(anything(), (value) => {
      try {
        readShape(shape, value)
      } catch (error) {
        expect(error).toBeInstanceOf(TypeError)
      }
    }),
  )
})

test('a member of the prototype is not one of the value', () => {
  const shape: Shape = { members: Object.fromEntries([['constructor', 'any']]) }
  expect(() => readShape(shape, {})).toThrow(TypeError)
  expect(() => readShape(shapeOf(Outcome), Object.create(outcomes[0] as object))).toThrow(TypeError)
})

test('a kind of schema that the readers lack is refused by name when they are made', () => {
  expect(() => shapeOf(z.object({ when: z.date() }))).toThrow('a member of the kind "date"')
})
