import * as z from 'zod/mini'
import { integer, text } from './fields.ts'
import { cardholder } from './billing.ts'
import { offPageMethodNames, walletNames } from './methods/methods.ts'
import { PayerData } from './payment-methods.ts'

/** Browser data for 3-D Secure; the proxy adds the Accept header and the IP address itself. */
export const Browser = z.strictObject({
  userAgent: text(1, 2048),
  language: text(1, 8),
  colorDepth: z.enum(['1', '4', '8', '15', '16', '24', '32', '48']),
  screenWidth: integer(6),
  screenHeight: integer(6),
  /** Minutes as `getTimezoneOffset()` gives them: west of Greenwich is positive. */
  timeZoneOffset: z.string().check(z.regex(/^-?\d{1,4}$/, 'minutes')),
  timeZone: z.optional(text(1, 64)),
  /** Names of its plugins, separated by commas. */
  plugins: z.optional(text(1, 1024)),
  javaEnabled: z.boolean(),
})
export type Browser = z.infer<typeof Browser>

/**
 * Identifies one request for payment, as a UUID: until its lock expires it begins at most once, and not after it was
 * withdrawn.
 */
export const requestId = z.string().check(z.regex(/^[\da-f-]{36}$/, 'a UUID'))

/** A payment by a card, sealed for the gateway. */
export const sealed = {
  requestId,
  /** Identifier of the order that the card was sealed for. */
  orderId: text(1, 36),
  /** The card, or the CVC of a stored one, sealed for the gateway; the proxy cannot read it. */
  seToken: text(1, 4096).check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'Base64')),
  /** Absent for a stored card. */
  cardholder: z.optional(cardholder(150)),
  /** The stored card that pays; one of the ticket's client. */
  bindingId: z.optional(text(1, 255)),
  /** The shopper's consent to store the card, where the ticket asks for it. */
  save: z.optional(z.boolean()),
  /** The brand of a co-badged card that the payer chose, one of `coBadged`, where the checkout offers the choice. */
  brand: z.optional(text(1, 16)),
  payer: z.optional(PayerData),
  browser: Browser,
}

const { orderId: _, bindingId: __, browser: ___, brand: ____, ...ofMoto } = sealed

/** The most characters of the name on the card of a mail or telephone order (online gateway 4.5). */
export const longestMotoName = 26

/** A card for a mail or telephone order, sealed without an order, since the payment itself registers it. */
export const motoCard = { ...ofMoto, cardholder: z.optional(cardholder(longestMotoName)) }

/** A payment by a wallet; `paymentToken` is Base64 of the wallet's payment data. */
export const walletToken = {
  requestId,
  wallet: z.enum(walletNames),
  paymentToken: text(1, 8192).check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'Base64')),
  payer: z.optional(PayerData),
  browser: Browser,
}

/** A request for a code that an app of the payer's bank reads, or for the address of the bank's page. */
export const codeRequest = { method: z.enum(offPageMethodNames) }
