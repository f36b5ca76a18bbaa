import { describe, expect, test } from 'vitest'
import { gatewayApi } from '#contract/gateway/api.ts'
import { plainFor } from '#contract/wire/client.ts'
import { toForm } from '#contract/wire/form.ts'
import { buildPlainRequest, formText } from '#gateway-client/plain-request.ts'

const everyCharacter = Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code)).join('')

test.each<[string, Record<string, unknown>]>([
  ['text of every character', { a: everyCharacter }],
  ['a name of every character', { [everyCharacter]: 'a' }],
  ['half a character', { a: '\ud800', b: 'x\udc00y' }],
  ['plain text', { orderNumber: 'A-17_b.c*', language: 'en', empty: '' }],
  ['numbers', { amount: 4990, zero: 0, negative: -1, fraction: 0.1, large: 1e21 }],
  ['booleans, nothing and null', { yes: true, no: false, absent: undefined, nothing: null }],
  ['lists and objects', { list: ['a', 'b c', 1], empty: [], nested: { a: 'ä', b: [1] }, objects: [{ a: 1 }] }],
  ['no field', {}],
])('a form is written as URLSearchParams writes it: %s', (_, fields) => {
  expect(formText(fields)).toBe(toForm(fields).toString())
})

describe('a prepared request is the one that the contract describes', () => {
  const fields = { orderId: 'id-1', orderNumber: 'A 1', amount: 100, key: 'a/b' }
  test.each(Object.entries(gatewayApi))('%s', (_, operation) => {
    const base = 'https://gateway.example'
    expect(buildPlainRequest(operation, base)(fields)).toEqual(plainFor(operation, base, fields))
  })
})
