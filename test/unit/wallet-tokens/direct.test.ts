import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDirectApplePay, readDirectGooglePay, writeDirect } from '#wallet-tokens/direct.ts'
import { applePayments, googleDetails } from './details.ts'
import { refusalOf } from './tokens.ts'

const apple = {
  applicationPrimaryAccountNumber: '4111111111111111',
  applicationExpirationDate: '311231',
  currencyCode: '643',
  transactionAmount: 100,
  paymentDataType: '3DSecure' as const,
  paymentData: { onlinePaymentCryptogram: 'AMwBRjPWDnAgAA7Rls7mAoABFA==' },
}
const google = {
  paymentMethod: 'CARD' as const,
  paymentMethodDetails: { pan: '4111111111111111', expirationMonth: 12, expirationYear: 2031 },
  gatewayMerchantId: 'shop',
  messageId: 'm-1',
  messageExpiration: '1577862000000',
}
const packed = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')

test('the members that the gateway family lists are enough', () => {
  expect(readDirectApplePay(packed(apple))).toEqual(apple)
  expect(readDirectGooglePay(packed(google))).toEqual(google)
})

test('what is written is what is read', () => {
  fc.assert(
    fc.property(applePayments, (payment) => {
      expect(readDirectApplePay(writeDirect(payment))).toEqual(payment)
    }),
  )
  fc.assert(
    fc.property(googleDetails, (details) => {
      const payment = { ...google, ...details }
      expect(readDirectGooglePay(writeDirect(payment))).toEqual(payment)
    }),
  )
})

test('each member that is missing is named, and no value is', async () => {
  for (const [read, payment] of [
    [readDirectApplePay, apple],
    [readDirectGooglePay, google],
  ] as const)
    for (const member of Object.keys(payment)) {
      if (member === 'gatewayMerchantId') continue
      const token = packed({ ...payment, [member]: undefined })
      expect(await refusalOf(() => read(token))).toBe('content_invalid')
      expect(() => read(token)).toThrow(member)
    }
  expect(() => readDirectGooglePay(packed({ ...google, paymentMethodDetails: { pan: '41' } }))).toThrow(
    'paymentMethodDetails.pan',
  )
})

test('a cryptogram is needed where it is promised', async () => {
  const details = { ...google.paymentMethodDetails, authMethod: 'CRYPTOGRAM_3DS' }
  const read = (more: object) =>
    refusalOf(() => readDirectGooglePay(packed({ ...google, paymentMethodDetails: { ...details, ...more } })))
  expect(await read({})).toBe('content_invalid')
  expect(await read({ cryptogram: 'AMwBRjPWDnAgAA7Rls7mAoABFA==' })).toBe('opened')
})

test.each([
  '',
  'not Base64!',
  JSON.stringify(apple),
  packed(apple).replace(/=*$/, '!'),
  packed('x').slice(0, -1),
  'bm90IEpTT04=',
])('%j is malformed', async (token) => {
  expect(await refusalOf(() => readDirectApplePay(token))).toBe('malformed')
  expect(await refusalOf(() => readDirectGooglePay(token))).toBe('malformed')
})
