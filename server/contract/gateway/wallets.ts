import * as z from 'zod/mini'
import { attributes } from '../attributes.ts'
import { address, amount, currency, dateTime, text } from '#contract/fields.ts'
import { JsonError } from './bindings.ts'
import { methodStep, redirectStep } from './card-payments.ts'
import { credentials } from './credentials.ts'
import { tiiOn } from './initiators.ts'
import { language } from './language.ts'
import { family, familyFields, answerText, deciding } from './marks.ts'
import { OrderState } from './orders.ts'
import { clientBrowserInfo, ip, payerBlocks } from './payer.ts'

const order = {
  description: z.optional(text(1, 598)),
  language: z.optional(language),
  additionalParameters: z.optional(attributes),
  preAuth: z.optional(z.boolean()),
  paymentToken: text(1, 8192).check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'Base64')),
  email: z.optional(text(1, 40)),
}

const orderNumber = text(1, 36)

/** Automatic completion or reversal of a hold (online gateway 4.2). */
const plannedDates = { autocompletionDate: z.optional(dateTime), autoReverseDate: z.optional(dateTime) }

/** The specification names the field for walletA/payment.do, and shows nothing of it. */
const phone = z.optional(z.string())
const inferredPhone = {
  phone: family(z.optional(z.string()), 'Not shown for this operation; taken as in walletA/payment.do'),
}

const direct = {
  merchant: z.optional(text(1, 255)),
  /** Separated by commas. VERIFY stores the card without paying; the amount is then 0. */
  features: z.optional(z.string()),
  tii: z.optional(z.enum(tiiOn('walletDirect'))),
  /** Needed with R, U and F: the network's reference and the Unix milliseconds of the first payment. */
  originalPaymentNetRefNum: z.optional(text(1, 36)),
  originalPaymentDate: z.optional(z.string().check(z.regex(/^\d{1,16}$/, 'Unix milliseconds'))),
  /** The specification shows no list for walletA, as it does for paymentorder.do (4.4). */
  threeDSProtocolVersion: z.optional(z.string()),
  /** LVP or TRA (family); the specification shows no list. */
  externalScaExemptionIndicator: z.optional(z.string()),
  clientId: z.optional(text(0, 255)),
}

/**
 * walletA/payment.do (online gateway 4.7): `paymentToken` is Base64 of the wallet's payment data. Its encryption
 * identifies the merchant; credentials are optional, but required with a signed request (5).
 */
export const WalletAPayment = z.object({
  ...credentials,
  merchant: text(1, 255),
  orderNumber,
  ...order,
  ...plannedDates,
  phone,
  tii: z.optional(z.enum(tiiOn('wallet'))),
  clientId: z.optional(text(0, 255)),
  ...familyFields(payerBlocks, 'Not shown for this operation; taken as in walletA/paymentDirect.do'),
})
export type WalletAPayment = z.infer<typeof WalletAPayment>

/** walletA/paymentDirect.do (online gateway 4.8): the merchant has decrypted the wallet's data itself. */
export const WalletADirect = z.object({
  username: z.optional(text(1, 50)),
  password: z.optional(text(1, 30)),
  ...direct,
  orderNumber: z.optional(orderNumber),
  ...order,
  ...familyFields(plannedDates, 'Not shown for this operation; taken as in walletA/payment.do'),
  ...inferredPhone,
  ...payerBlocks,
})
export type WalletADirect = z.infer<typeof WalletADirect>

const placed = {
  amount,
  /** Numeric ISO 4217. */
  currencyCode: z.optional(currency),
  returnUrl: text(1, 512),
  failUrl: z.optional(text(1, 512)),
  clientBrowserInfo: z.optional(clientBrowserInfo),
}

/** The second call of a payment with 3-D Secure 2 repeats the first with the transaction's id. */
const threeDs = {
  threeDSServerTransId: z.optional(text(1, 36)),
  threeDSVer2FinishUrl: z.optional(address()),
  threeDSMethodNotificationUrl: z.optional(address()),
}

const inferred = familyFields(threeDs, 'Not shown for this operation; taken as in walletB/payment.do')

/**
 * walletB/payment.do (online gateway 4.9): `paymentToken` is Base64 of the wallet's token; credentials as for walletA.
 */
export const WalletBPayment = z.object({
  ...credentials,
  merchant: text(1, 255),
  orderNumber,
  ...order,
  ...plannedDates,
  ...inferredPhone,
  clientId: text(0, 255),
  tii: z.optional(z.enum(tiiOn('wallet'))),
  ip,
  ...placed,
  dynamicCallbackUrl: z.optional(address()),
  ...threeDs,
  ...payerBlocks,
})
export type WalletBPayment = z.infer<typeof WalletBPayment>

/**
 * walletB/paymentDirect.do (online gateway 4.10): the merchant has decrypted the wallet's token itself;
 * `protocolVersion` (ECv1 when absent) is the token's version. The versions differ only in encryption and signatures,
 * which decrypted data no longer has, so it does not change how anything is read.
 */
export const WalletBDirect = z.object({
  username: text(1, 30),
  password: text(1, 30),
  ...direct,
  orderNumber: z.optional(orderNumber),
  ...order,
  ...plannedDates,
  ...inferredPhone,
  threeDSProtocolVersion: z.optional(z.enum(['2.1.0', '2.2.0'])),
  protocolVersion: z.optional(z.enum(['ECv1', 'ECv2'])),
  ip: z.optional(ip),
  ...placed,
  ...inferred,
  ...payerBlocks,
})
export type WalletBDirect = z.infer<typeof WalletBDirect>

const bindingId = z.optional(answerText(1, 255))
const packedCReq = family(z.optional(z.string()), 'As paymentorder.do answers it')

/**
 * The answer of walletA's operations; after a success the order status decides. The specification shows only the order
 * in `data`.
 */
export const WalletAAnswer = z.object({
  success: deciding(z.optional(z.boolean())),
  data: z.optional(
    z.object({
      orderId: z.optional(answerText(1, 36)),
      ...familyFields({ bindingId, ...redirectStep, ...methodStep }, 'As walletB/payment.do answers it'),
      packedCReq,
    }),
  ),
  error: deciding(z.optional(JsonError)),
  orderStatus: z.optional(OrderState),
})

/** The answer of walletB's operations; the specification shows none for 4.10, which answers as 4.9 does. */
export const WalletBAnswer = z.object({
  success: deciding(z.optional(z.boolean())),
  data: z.optional(z.object({ orderId: answerText(1, 36), bindingId, ...redirectStep, ...methodStep, packedCReq })),
  error: deciding(z.optional(JsonError)),
  orderStatus: family(z.optional(OrderState), 'As walletA/payment.do answers it'),
})

/** The answer of any wallet operation. */
export type WalletAnswer = z.infer<typeof WalletAAnswer>
