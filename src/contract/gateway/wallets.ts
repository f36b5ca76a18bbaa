import * as z from 'zod/mini'
import { address, amount, currency, dateTime, pairs, text } from '../fields.ts'
import { JsonError, JsonOrderState } from './bindings.ts'
import { tiiOn } from './initiators.ts'
import { languages } from './orders.ts'
import { clientBrowserInfo, ip, payerBlocks } from './payer.ts'

const order = {
  orderNumber: text(1, 36),
  description: z.optional(text(1, 598)),
  language: z.optional(z.enum(languages)),
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
  features: z.optional(text(1, 255)),
  tii: z.optional(z.enum(tiiOn('walletDirect'))),
  /** Needed with R, U and F: the network's reference and the Unix milliseconds of the first payment. */
  originalPaymentNetRefNum: z.optional(text(1, 36)),
  originalPaymentDate: z.optional(z.string().check(z.regex(/^\d{1,16}$/, 'Unix milliseconds'))),
  threeDSProtocolVersion: z.optional(z.enum(['2.1.0', '2.2.0'])),
  externalScaExemptionIndicator: z.optional(z.enum(['LVP', 'TRA'])),
  clientId: z.optional(text(0, 255)),
}

/** walletA/payment.do (online gateway 4.7): `paymentToken` is Base64 of the wallet's payment data. */
export const WalletAPayment = z.object({
  merchant: text(1, 255),
  ...order,
  tii: z.optional(z.enum(tiiOn('wallet'))),
  clientId: z.optional(text(0, 255)),
  ...payerBlocks,
})
export type WalletAPayment = z.infer<typeof WalletAPayment>

/** walletA/paymentDirect.do (online gateway 4.8): the merchant has opened the wallet's data itself. */
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

/** The second call of a payment in 3-D Secure 2 is the first with the transaction's id. */
const threeDs = {
  threeDSServerTransId: z.optional(text(1, 36)),
  threeDSVer2FinishUrl: z.optional(address()),
  threeDSMethodNotificationUrl: z.optional(address()),
}

/** walletB/payment.do (online gateway 4.9): `paymentToken` is Base64 of the wallet's token. */
export const WalletBPayment = z.object({
  merchant: text(1, 255),
  ...order,
  clientId: text(1, 255),
  tii: z.optional(z.enum(tiiOn('wallet'))),
  ip,
  ...placed,
  dynamicCallbackUrl: z.optional(address()),
  ...threeDs,
  ...payerBlocks,
})
export type WalletBPayment = z.infer<typeof WalletBPayment>

/**
 * walletB/paymentDirect.do (online gateway 4.10): the merchant has opened the wallet's token itself, `protocolVersion`
 * (ECv1 when absent) says of which version. That the fields of 3-D Secure 2 come as in payment.do is inferred.
 */
export const WalletBDirect = z.object({
  username: text(1, 30),
  password: text(1, 30),
  ...direct,
  ...order,
  protocolVersion: z.optional(z.enum(['ECv1', 'ECv2'])),
  ip: z.optional(ip),
  ...placed,
  ...threeDs,
  ...payerBlocks,
})
export type WalletBDirect = z.infer<typeof WalletBDirect>

/** What wallet payments answer; after a success the order status decides. */
export const WalletAnswer = z.object({
  success: z.boolean(),
  data: z.optional(
    z.object({
      orderId: text(1, 36),
      bindingId: z.optional(z.string()),
      termUrl: z.optional(z.string()),
      acsUrl: z.optional(z.string()),
      paReq: z.optional(z.string()),
      is3DSVer2: z.optional(z.boolean()),
      threeDSServerTransId: z.optional(z.string()),
      threeDSMethodUrl: z.optional(z.string()),
      threeDSMethodUrlServer: z.optional(z.string()),
      threeDSMethodDataPacked: z.optional(z.string()),
      threeDSMethodURLServerDirect: z.optional(z.string()),
      packedCReq: z.optional(z.string()),
    }),
  ),
  error: z.optional(JsonError),
  orderStatus: z.optional(JsonOrderState),
})
export type WalletAnswer = z.infer<typeof WalletAnswer>
