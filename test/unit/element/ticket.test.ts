import { expect, test } from 'vitest'
import { isSignedAnew } from '#browser/signed-anew.ts'
import { peek, sameOrder } from '#element/state/ticket.ts'
import { ticketOf } from './outcomes.ts'

test('the claims are read, letters beyond Latin included', () => {
  const claims = { orderNumber: 'Заказ-№7', amount: 129_900, currency: '643' }
  expect(peek(ticketOf(claims))).toEqual(claims)
})

test('the fee is read, and one that is no number is none', () => {
  expect(peek(ticketOf({ feeInput: 66 })).fee).toBe(66)
  expect(peek(ticketOf({ feeInput: '66' })).fee).toBeUndefined()
  // An event's currency is numeric, and the letters are known as a number to the proxy alone.
  expect(peek(ticketOf({ currency: 'EUR' })).currency).toBe('')
})

test.each([
  ['nothing', ''],
  ['one word', 'garbage'],
  ['no Base64', 'a.%%%.c'],
  ['Base64 of no JSON', `a.${btoa('not json')}.c`],
  ['JSON null', `a.${btoa('null')}.c`],
  ['a JSON number', `a.${btoa('7')}.c`],
  ['claims of other types', ticketOf({ orderNumber: 7, amount: '1', currency: null })],
])('%s reads as an order without facts', (_, ticket) => {
  expect(peek(ticket)).toEqual({ orderNumber: '', amount: 0, currency: '' })
})

const order = (orderNumber: string) => ({ orderNumber, amount: 1, currency: '643' })

test.each([
  ['A-1', 'A-1', true],
  ['A-1', 'A-1-2', true],
  ['A', 'A-12', true],
  ['', 'A-1', true],
  ['A-1', 'A-2', false],
  ['A-1', 'A-10', false],
  ['A-1', 'B', false],
])('of ticket %j, outcome %j: %s', (ticket, outcome, same) => {
  expect(sameOrder(order(ticket), order(outcome))).toBe(same)
})

const claims = { orderNumber: 'A-1', jsonParams: { exp: 'a', b: ['1', '2'] }, exp: 1 }

test.each([
  ['when it was signed', { ...claims, iat: 7, nbf: 7, exp: 8, jti: 'x' }, true],
  ['the order of its claims', { exp: 1, jsonParams: { b: ['1', '2'], exp: 'a' }, orderNumber: 'A-1' }, true],
  ['a claim', { ...claims, language: 'de' }, false],
  ['a claim inside another', { ...claims, jsonParams: { exp: 'b', b: ['1', '2'] } }, false],
  ['the order of a list', { ...claims, jsonParams: { exp: 'a', b: ['2', '1'] } }, false],
])('a ticket in which %s differs: %s, signed anew: %s', (_, other, expected) => {
  expect(isSignedAnew(ticketOf(other), ticketOf(claims))).toBe(expected)
})

test('tickets that cannot be read are not the same order', () => {
  expect(isSignedAnew('garbage', 'rubbish')).toBe(false)
})
