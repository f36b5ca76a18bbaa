import * as fc from 'fast-check'
import type { ApplePayment } from '#wallet-tokens/apple/payment.ts'
import type { GooglePayDetails } from '#sandbox/wallets/tokens/make-google-pay-token.ts'

const digits = (min: number, max: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }).map((list) => list.join(''))

const two = (min: number, max: number) => fc.integer({ min, max }).map((value) => String(value).padStart(2, '0'))

const base64 = fc.uint8Array({ minLength: 1, maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('base64'))

/** Objects with and without each of the optional fields. */
const record = <T extends Record<string, unknown>, K extends keyof T>(
  members: { [Name in keyof T]: fc.Arbitrary<T[Name]> },
  ...optional: K[]
) =>
  fc.record(members, { requiredKeys: Object.keys(members).filter((name) => !optional.includes(name as K)) as never[] })

const appleCard = {
  applicationPrimaryAccountNumber: digits(12, 19),
  applicationExpirationDate: fc.tuple(two(0, 99), two(1, 12), two(1, 28)).map((options) => options.join('')),
  currencyCode: digits(3, 3),
  transactionAmount: fc.integer({ min: 0, max: 999_999_999_999 }),
  deviceManufacturerIdentifier: digits(12, 12),
}

export const applePayments = fc.oneof(
  fc.record({
    ...appleCard,
    paymentDataType: fc.constant('3DSecure' as const),
    paymentData: record({ onlinePaymentCryptogram: base64, eciIndicator: digits(1, 2) }, 'eciIndicator'),
  }),
  fc.record({
    ...appleCard,
    cardholderName: fc.string({ unit: 'grapheme', maxLength: 20 }),
    paymentDataType: fc.constant('EMV' as const),
    paymentData: record({ emvData: base64, encryptedPINData: digits(1, 16) }, 'encryptedPINData'),
  }),
) as fc.Arbitrary<ApplePayment>

export const googleDetails = record(
  {
    gatewayMerchantId: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
    paymentMethodDetails: record(
      {
        pan: digits(12, 19),
        expirationMonth: fc.integer({ min: 1, max: 12 }),
        expirationYear: fc.integer({ min: 2000, max: 9999 }),
        authMethod: fc.constantFrom('PAN_ONLY', 'CRYPTOGRAM_3DS'),
        cryptogram: base64,
        eciIndicator: digits(1, 2),
        assuranceDetails: fc.record({ accountVerified: fc.boolean(), cardHolderAuthenticated: fc.boolean() }),
      },
      'eciIndicator',
      'assuranceDetails',
    ),
  },
  'gatewayMerchantId',
) as fc.Arbitrary<GooglePayDetails>
