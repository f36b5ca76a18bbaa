import * as z from 'zod/mini'
import { attributes } from '../attributes.ts'
import { address, amount, currency, dateTime, integer, text } from '#contract/fields.ts'
import { credentials, verdict } from './credentials.ts'
import { latin } from '#contract/billing.ts'
import { language } from './language.ts'
import { family, answerText, deciding } from './marks.ts'
import { orderBundle, taxSystem } from './order-bundle.ts'
import { ip, payerBlocks } from './payer.ts'

const registration = {
  ...credentials,
  orderNumber: text(1, 36),
  amount,
  currency: z.optional(currency),
  /**
   * Must contain its protocol, or the payer is redirected to an address of the gateway's; the same applies to
   * `failUrl`.
   */
  returnUrl: text(1, 512),
  failUrl: z.optional(text(1, 512)),
  dynamicCallbackUrl: z.optional(address()),
  description: z.optional(text(1, 598)),
  language: z.optional(language),
  ip: z.optional(ip),
  clientId: z.optional(text(0, 255)),
  merchantLogin: z.optional(text(1, 255)),
  merchantInn: z.optional(text(1, 16)),
  cardholderName: z.optional(latin(1, 150)),
  jsonParams: z.optional(attributes),
  sessionTimeoutSecs: z.optional(integer(9).check(z.minimum(1))),
  /**
   * In the future. The specification names a time zone, UTC+3, for the dates of holds only; this date is read in the
   * same one.
   */
  expirationDate: z.optional(dateTime),
  bindingId: z.optional(text(1, 255)),
  features: z.optional(z.array(z.string())),
  postAddress: z.optional(text(1, 255)),
  orderBundle: z.optional(orderBundle),
  taxSystem: family(z.optional(taxSystem), 'Of the fiscal receipt'),
  additionalOfdParams: family(
    z.optional(attributes),
    'Attributes of the whole fiscal receipt, such as agent_info.type, supplier_info.phones, cashier or client.inn',
  ),
  feeInput: z.optional(integer(8)),
  email: z.optional(text(1, 40)),
  ...payerBlocks,
}

/** register.do (online gateway 4.1). */
export const Registration = z.object(registration)
export type Registration = z.infer<typeof Registration>

/** registerPreAuth.do (online gateway 4.2): both dates are UTC+3, in the future, and exclude one another. */
export const PreAuthRegistration = z.object({
  ...registration,
  autocompletionDate: z.optional(dateTime),
  autoReverseDate: z.optional(dateTime),
})
export type PreAuthRegistration = z.infer<typeof PreAuthRegistration>

/** The answer of a registration; the form's address is absent when it failed. */
export const Registered = z.object({
  ...verdict,
  orderId: z.optional(text(1, 36)),
  formUrl: z.optional(answerText(1, 512)),
})
export type Registered = z.infer<typeof Registered>

/** getOrderStatusExtended.do: orderId takes precedence over orderNumber; with a token only orderId (family). */
export const StatusQuestion = z.object({
  ...credentials,
  orderId: z.optional(text(1, 36)),
  orderNumber: z.optional(text(1, 36)),
  language: z.optional(language),
  merchantLogin: z.optional(text(1, 255)),
})
export type StatusQuestion = z.infer<typeof StatusQuestion>

/** The named values of orderStatus (family; the specification says only that 1 and 2 are paid). */
export const orderStatus = {
  registered: 0,
  held: 1,
  deposited: 2,
  reversed: 3,
  refunded: 4,
  authenticating: 5,
  declined: 6,
  pending: 7,
  partlyCompleted: 8,
} as const
export type OrderStatusName = keyof typeof orderStatus

const pair = z.object({ name: z.optional(z.string()), value: z.optional(z.string()) })

/** The specification names the list, and not what an entry has. */
const attribute = z.object({ name: family(z.optional(z.string())), value: family(z.optional(z.string())) })

/** One refund (family): `date` is Unix milliseconds, actionCode `000` is success. */
const refund = z.object({
  date: z.optional(z.int()),
  externalRefundId: z.optional(z.string()),
  approvalCode: z.optional(z.string()),
  actionCode: z.optional(z.string()),
  referenceNumber: z.optional(z.string()),
  amount: z.optional(z.int()),
})

/** The result of 3-D Secure, of which the specification names only the eci, without a type; the family answers a number, 7 for 07. */
const secureAuthInfo = z.object({
  eci: z.optional(z.union([z.string(), z.number()])),
  authTypeIndicator: family(z.optional(z.string())),
  threeDsType: family(z.optional(z.string()), '0 none, 3 challenge, 4 frictionless, 5 attempt, 6 to 8 others'),
  threeDsProtocolVersion: family(z.optional(z.string())),
  aResTransStatus: family(z.optional(z.string())),
  rReqTransStatus: family(z.optional(z.string())),
  threeDSInfo: family(z.optional(z.object({ cavv: z.optional(z.string()), xid: z.optional(z.string()) }))),
})

const cardAuthInfo = z.object({
  maskedPan: z.optional(z.string()),
  pan: z.optional(z.string()),
  expiration: z.optional(z.string()),
  cardholderName: z.optional(z.string()),
  approvalCode: z.optional(answerText(6, 6)),
  paymentSystem: z.optional(z.string()),
  product: z.optional(z.string()),
  secureAuthInfo: z.optional(secureAuthInfo),
})

const paymentAmountInfo = z.object({
  paymentState: z.optional(z.string()),
  approvedAmount: z.optional(z.int()),
  depositedAmount: z.optional(z.int()),
  refundedAmount: z.optional(z.int()),
  totalAmount: z.optional(z.int()),
})

/** The request to the issuer, present once it has answered. */
const operation = z.object({
  amount: z.optional(z.int()),
  cardHolder: z.optional(z.string()),
  authCode: z.optional(z.string()),
})

/** The order as the gateway returns it (online gateway 2.1 and 4.8; types: family). All dates are Unix milliseconds. */
export const OrderState = z.object({
  ...verdict,
  orderNumber: deciding(z.optional(answerText(1, 36))),
  orderStatus: deciding(z.optional(z.int())),
  actionCode: deciding(z.optional(z.int())),
  /** In the language of the request, as `bankInfo.bankCountryName` is. */
  actionCodeDescription: z.optional(answerText(1, 512)),
  amount: deciding(z.optional(z.int())),
  currency: deciding(z.optional(z.string())),
  date: z.optional(z.int()),
  orderDescription: z.optional(z.string()),
  ip: z.optional(z.string()),
  authDateTime: z.optional(z.int()),
  terminalId: z.optional(answerText(1, 10)),
  authRefNum: z.optional(answerText(1, 24)),
  paymentWay: family(z.optional(z.string()), 'How it was paid: CARD, CARD_BINDING, CARD_MOTO, APPLE_PAY …'),
  chargeback: z.optional(z.boolean()),
  tii: family(z.optional(z.string())),
  depositedDate: family(z.optional(z.int()), 'When the amount was debited'),
  reversedDate: family(z.optional(z.int()), 'When the hold, or a part of it, was given back'),
  refundedDate: family(z.optional(z.int()), 'When the last refund was made'),
  refunds: family(z.optional(z.array(refund))),
  merchantOrderParams: z.optional(z.array(pair)),
  transactionAttributes: z.optional(z.array(attribute)),
  attributes: z.optional(z.array(pair)),
  cardAuthInfo: z.optional(cardAuthInfo),
  bindingInfo: z.optional(
    z.object({ clientId: z.optional(answerText(0, 255)), bindingId: z.optional(answerText(1, 255)) }),
  ),
  paymentAmountInfo: z.optional(paymentAmountInfo),
  bankInfo: z.optional(
    z.object({
      bankName: z.optional(z.string()),
      bankCountryCode: z.optional(z.string()),
      bankCountryName: z.optional(z.string()),
    }),
  ),
  operations: z.optional(z.array(operation)),
})
export type OrderState = z.infer<typeof OrderState>

/** decline.do (family): ends an order that is not paid. */
export const Decline = z.object({
  ...credentials,
  orderId: text(1, 36),
  merchantLogin: z.optional(text(1, 255)),
  language: z.optional(language),
})
export type Decline = z.infer<typeof Decline>

export const Verdict = z.object(verdict)
export type Verdict = z.infer<typeof Verdict>
