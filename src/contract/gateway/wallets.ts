import * as z from 'zod/mini'
import { address, amount, currency, dateTime, pairs, text } from '../fields.ts'
import { JsonError } from './bindings.ts'
import { methodStep } from './card-payments.ts'
import { credentials } from './credentials.ts'
import { tiiOn } from './initiators.ts'
import { language } from './language.ts'
import { family, answerText } from './marks.ts'
import { OrderState } from './orders.ts'
import { clientBrowserInfo, ip, payerBlocks } from './payer.ts'

const order = {
  orderNumber: text(1, 36),
  description: z.optional(text(1, 598)),
  language: z.optional(language),
  additionalParameters: z.optional(pairs),
  preAuth: z.optional(z.boolean()),
  autocompletionDate: z.optional(dateTime),
  autoReverseDate: z.optional(dateTime),
  paymentToken: text(1, 8192).check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'Base64')),
  email: z.optional(text(1, 40)),
  phone: z.optional(text(7, 17)),
}

const direct = {
  merchant: z.optional(text(1, 255)),
  /** Separated by commas. VERIFY stores the card without paying; the amount is then 0. */
  features: z.optional(z.string()),
  tii: z.optional(z.enum(tiiOn('walletDirect'))),
  /** Needed with R, U and F: the network's reference and the Unix milliseconds of the first payment. */
  originalPaymentNetRefNum: z.optional(text(1, 36)),
  originalPaymentDate: z.optional(z.string().check(z.regex(/^\d{1,16}$/, 'Unix milliseconds'))),
  threeDSProtocolVersion: z.optional(z.enum(['2.1.0', '2.2.0'])),
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
  ...order,
  tii: z.optional(z.enum(tiiOn('wallet'))),
  clientId: z.optional(text(0, 255)),
  ...payerBlocks,
})
export type WalletAPayment = z.infer<typeof WalletAPayment>

/** walletA/paymentDirect.do (online gateway 4.8): the merchant has decrypted the wallet's data itself. */
export const WalletADirect = z.object({
  username: text(1, 50),
  password: text(1, 30),
  ...direct,
  ...order,
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

const AS_SEALED = 'Not shown for this operation; taken as in walletB/payment.do'
const inferred = {
  threeDSServerTransId: family(z.optional(text(1, 36)), AS_SEALED),
  threeDSVer2FinishUrl: family(z.optional(address()), AS_SEALED),
  threeDSMethodNotificationUrl: family(z.optional(address()), AS_SEALED),
}

/**
 * walletB/payment.do (online gateway 4.9): `paymentToken` is Base64 of the wallet's token; credentials as for walletA.
 */
export const WalletBPayment = z.object({
  ...credentials,
  merchant: text(1, 255),
  ...order,
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
  ...order,
  protocolVersion: z.optional(z.enum(['ECv1', 'ECv2'])),
  ip: z.optional(ip),
  ...placed,
  ...inferred,
  ...payerBlocks,
})
export type WalletBDirect = z.infer<typeof WalletBDirect>

/**
 * The answer of wallet payments; after a success the order status decides. The specification shows none for 4.10: it is
 * this one.
 */
export const WalletAnswer = z.object({
  success: z.boolean(),
  data: z.optional(
    z.object({
      orderId: text(1, 36),
      bindingId: z.optional(answerText(1, 255)),
      termUrl: z.optional(answerText(1, 512)),
      acsUrl: z.optional(answerText(1, 512)),
      paReq: z.optional(answerText(1, 255)),
      ...methodStep,
      packedCReq: family(z.optional(z.string()), 'As paymentorder.do answers it'),
    }),
  ),
  error: z.optional(JsonError),
  orderStatus: z.optional(OrderState),
})
export type WalletAnswer = z.infer<typeof WalletAnswer>
