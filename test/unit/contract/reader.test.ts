import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { checkoutApi, Outcome } from '#contract/checkout.ts'
import { gatewayApi } from '#contract/gateway/api.ts'
import type { Operation } from '#contract/operation.ts'
import { Ticket } from '#contract/ticket.ts'
import { readerOf } from '#contract/wire/reader.ts'

const outcome = { orderNumber: 'A-17', orderId: 'id', amount: 4990, currency: '978' }
const ticket = { orderNumber: 'A-17', amount: 4990, currency: 978, returnUrl: 'https://shop.example/', exp: 1 }

const rows: readonly (readonly [what: string, schema: z.core.$ZodType, value: unknown])[] = [
  ['an outcome', Outcome, { state: 'paid', ...outcome }],
  [
    'an outcome that holds more',
    Outcome,
    { state: 'declined', ...outcome, reason: 'card_expired', again: true, code: 101 },
  ],
  [
    'an option in an option',
    Outcome,
    { state: 'authenticate', ...outcome, step: { kind: 'redirect', redirectUrl: 'x' } },
  ],
  ['a value that is made another', Ticket, ticket],
  ['a missing field', Ticket, { ...ticket, exp: undefined }],
  ['an unknown field', Ticket, { ...ticket, price: 1 }],
  ['a wrong type', Ticket, { ...ticket, amount: '4990' }],
  ['a field of a field', Ticket, { ...ticket, billingPayerData: { billingCity: 1 } }],
  ['a wrong entry', Ticket, { ...ticket, features: ['VERIFY', 2] }],
  ['a broken rule', Ticket, { ...ticket, orderNumber: 'x'.repeat(33) }],
  ['no object', Ticket, []],
  ['a prototype', Ticket, JSON.parse(`{"__proto__":{"exp":1},"amount":1}`)],
]

describe('reads as the schema itself does', () => {
  test.each(rows)('%s', (_, schema, value) => {
    const [here, there] = [readerOf(schema).safeParse(value), z.safeParse(schema, value)]
    expect(here.success).toBe(there.success)
    expect(here.data).toEqual(there.data)
    expect(here.error?.issues).toEqual(there.error?.issues)
  })

  const operations = Object.entries<Operation>({ ...checkoutApi, ...gatewayApi })
  test.each(operations)('nothing, and what is nearly nothing: %s', (_, { request, response }) => {
    for (const schema of [request, response])
      for (const value of [undefined, null, {}, { errorCode: '0' }, { errorCode: [], orderNumber: 1, x: {} }]) {
        const [here, there] = [readerOf(schema).safeParse(value), z.safeParse(schema, value)]
        expect([here.success, here.data]).toEqual([there.success, there.data])
      }
  })
})

test.each([
  ['of no state', { ...outcome }],
  ['of another state', { state: 'lost', ...outcome }],
  ['of which a field is wrong', { state: 'paid', ...outcome, amount: 0.5 }],
])('an outcome %s is none', (_, value) => {
  expect(readerOf(Outcome).safeParse(value).success).toBe(false)
  expect(() => readerOf(Outcome).parse(value)).toThrow()
})

test('of an outcome that says too much the rest is left out', () => {
  const paid = { state: 'paid', ...outcome }
  expect(readerOf(Outcome).parse({ ...paid, reason: 'card_expired' })).toEqual(paid)
})

test('a schema has one reader', () => {
  expect(readerOf(Ticket)).toBe(readerOf(Ticket))
})
