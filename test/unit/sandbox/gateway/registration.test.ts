import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  credentials,
  inProcess,
  newNumber,
  post,
  setFixture,
  type Fixture,
} from '../../../conformance/gateway/fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await setFixture(inProcess())
})
afterAll(() => fixture.close())

const good = () => ({ ...credentials, orderNumber: newNumber(), amount: '100', returnUrl: 'https://shop.test/' })

async function registering(change: Record<string, string>, operation = 'register'): Promise<Record<string, string>> {
  const answer = await post(fixture, `${fixture.base}/payment/rest/${operation}.do`, { ...good(), ...change })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Record<string, string>
}

const long = (length: number) => 'x'.repeat(length)

/** The refusal of a wrong field of register.do; the message names the field in the row's first column. */
test.each([
  ['orderNumber', '', '4', 'is required'],
  ['orderNumber', long(37), '1', 'at most 36 characters'],
  ['amount', '', '4', 'is required'],
  ['amount', '12.5', '5', 'must be a whole number'],
  ['amount', '-1', '5', 'at least 0'],
  ['amount', 'ten', '5', 'must be a number'],
  ['amount', '1e3', '5', 'must be a number'],
  ['amount', '0', '5', 'greater than 0'],
  ['amount', '1234567890123', '5', 'at most'],
  ['returnUrl', '', '4', 'is required'],
  ['returnUrl', long(513), '4', 'at most 512 characters'],
  ['failUrl', long(513), '4', 'at most 512 characters'],
  ['currency', 'BYN', '3', 'ISO 4217'],
  ['currency', '001', '3', 'ISO 4217'],
  ['currency', '999', '3', 'ISO 4217'],
  ['language', 'english', '5', 'must be an ISO 639-1 code of two letters'],
  ['jsonParams', '{bad', '5', 'must be an object'],
  ['jsonParams', '[1]', '5', 'must be an object'],
  ['features', 'NONSENSE', '14', 'VERIFY'],
  ['dynamicCallbackUrl', 'callback', '5', 'absolute'],
  ['description', long(599), '5', 'at most 598 characters'],
  ['ip', long(40), '5', 'at most 39 characters'],
  ['ip', '192.0.2', '5', 'an IPv4 or IPv6 address'],
  ['cardholderName', 'Жанна', '5', 'in Latin characters'],
  ['sessionTimeoutSecs', '0', '5', 'at least 1'],
  ['sessionTimeoutSecs', 'soon', '5', 'must be a number'],
  ['expirationDate', '2030-01-01', '5', 'yyyy-MM-ddTHH:mm:ss'],
  ['expirationDate', '2030-13-01T00:00:00', '5', 'date that exists'],
  ['expirationDate', '2031-02-30T00:00:00', '5', 'date that exists'],
  ['expirationDate', '2031-01-01T25:00:00', '5', 'date that exists'],
  ['feeInput', '1.5', '5', 'must be a whole number'],
  ['orderBundle', '{"cartItems":{"items":[{}]}}', '5', 'is required'],
  ['orderPayerData', '{"mobilePhone":"12"}', '5', '7 to 15 digits'],
])('register.do refuses %s “%s” with errorCode %s', async (field, value, errorCode, rule) => {
  const answer = await registering({ [field]: value })
  expect(answer).toEqual({ errorCode: field === 'orderBundle' ? '4' : errorCode, errorMessage: expect.any(String) })
  expect(answer['errorMessage']).toMatch(new RegExp(`^Field ${field}`))
  expect(answer['errorMessage']).toContain(rule)
})

test('the dates of a two-phase order exclude one another', async () => {
  const date = '2031-01-01T00:00:00'
  expect(await registering({ autoReverseDate: date, autocompletionDate: date }, 'registerPreAuth')).toMatchObject({
    errorCode: '5',
    errorMessage: expect.stringContaining('autoReverseDate'),
  })
  expect(await registering({ autocompletionDate: date }, 'registerPreAuth')).toHaveProperty('orderId')
})

test.each(['autocompletionDate', 'autoReverseDate'])('%s must be a day that its month has', async (field) => {
  expect(await registering({ [field]: '2031-02-29T00:00:00' }, 'registerPreAuth')).toEqual({
    errorCode: '5',
    errorMessage: `Field ${field} must be a date that exists`,
  })
  expect(await registering({ [field]: '2032-02-29T00:00:00' }, 'registerPreAuth')).toHaveProperty('orderId')
})

test('a wrong password is reported before a wrong field', async () => {
  expect(await registering({ password: 'wrong', amount: 'x' })).toMatchObject({ errorCode: '5' })
  expect(await registering({ password: '' })).toEqual({ errorCode: '4', errorMessage: 'Field password is required' })
})

test('the message is Russian for who asks so', async () => {
  const answer = await registering({ amount: 'x', language: 'ru' })
  expect(answer['errorMessage']).toBe('Поле amount должно быть числом')
})

test('a refused order may be registered again', async () => {
  const orderNumber = newNumber()
  expect(await registering({ orderNumber, amount: '0' })).toHaveProperty('errorCode')
  expect(await registering({ orderNumber })).toHaveProperty('orderId')
})
