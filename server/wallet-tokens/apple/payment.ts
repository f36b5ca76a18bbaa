import * as z from 'zod/mini'
import { amount, currency, digits, text } from '#contract/fields.ts'
import { base64 } from '../payment-token.ts'

const card = {
  /** The number of the device's own account, in place of the card's. */
  applicationPrimaryAccountNumber: digits(12, 19),
  /** YYMMDD. */
  applicationExpirationDate: z
    .string()
    .check(z.regex(/^\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/, 'a date as YYMMDD')),
  currencyCode: currency,
  /** Minor units. */
  transactionAmount: amount,
  cardholderName: z.optional(text(0, 255)),
}

const threeDSecure = {
  paymentDataType: z.literal('3DSecure'),
  paymentData: z.object({
    onlinePaymentCryptogram: base64,
    eciIndicator: z.optional(z.string().check(z.regex(/^\d{1,2}$/, 'one or two digits'))),
  }),
}

const emv = {
  paymentDataType: z.literal('EMV'),
  paymentData: z.object({ emvData: base64, encryptedPINData: z.optional(text(1, 512)) }),
}

const device = { deviceManufacturerIdentifier: text(1, 64) }

/** The decrypted content of Apple Pay's payment data. */
export const ApplePayment = z.discriminatedUnion('paymentDataType', [
  z.object({ ...card, ...device, ...threeDSecure }),
  z.object({ ...card, ...device, ...emv }),
])
export type ApplePayment = z.infer<typeof ApplePayment>

/** Apple Pay's payment data, decrypted by the merchant: the gateway family does not require the device (inferred). */
export const DirectApplePayment = z.discriminatedUnion('paymentDataType', [
  z.object({ ...card, deviceManufacturerIdentifier: z.optional(device.deviceManufacturerIdentifier), ...threeDSecure }),
  z.object({ ...card, deviceManufacturerIdentifier: z.optional(device.deviceManufacturerIdentifier), ...emv }),
])
export type DirectApplePayment = z.infer<typeof DirectApplePayment>
