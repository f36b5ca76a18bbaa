import * as z from 'zod/mini'
import { address, amount, currency, dateTime, integer, pairs, text } from '../fields.ts'
import { credentials, verdict } from './credentials.ts'
import { orderBundle } from './order-bundle.ts'
import { latin } from './billing.ts'
import { ip, payerBlocks } from './payer.ts'

/** Languages that the gateway speaks (online gateway 4.1). */
export const languages = ['ru', 'en', 'by', 'kz', 'kk'] as const

const registration = {
  ...credentials,
  orderNumber: text(1, 36),
  amount,
  currency: z.optional(currency),
  /** With its protocol; else the payer ends at an address of the gateway's, and so for `failUrl`. */
  returnUrl: text(1, 512),
  failUrl: z.optional(text(1, 512)),
  dynamicCallbackUrl: z.optional(address()),
  description: z.optional(text(1, 598)),
  language: z.optional(z.enum(languages)),
  ip: z.optional(ip),
  clientId: z.optional(text(0, 255)),
  merchantLogin: z.optional(text(1, 255)),
  merchantInn: z.optional(text(1, 16)),
  cardholderName: z.optional(latin(1, 150)),
  jsonParams: z.optional(pairs),
  sessionTimeoutSecs: z.optional(integer(9).check(z.minimum(1))),
  expirationDate: z.optional(dateTime),
  bindingId: z.optional(text(1, 255)),
  features: z.optional(z.array(z.string())),
  postAddress: z.optional(text(1, 255)),
  orderBundle: z.optional(orderBundle),
  feeInput: z.optional(integer(8)),
  email: z.optional(text(1, 40)),
  ...payerBlocks,
}

/** register.do (online gateway 4.1). */
export const Registration = z.object(registration)
export type Registration = z.infer<typeof Registration>

/** registerPreAuth.do (online gateway 4.2): both dates are UTC+3. */
export const PreAuthRegistration = z.object({
  ...registration,
  autocompletionDate: z.optional(dateTime),
  autoReverseDate: z.optional(dateTime),
})
export type PreAuthRegistration = z.infer<typeof PreAuthRegistration>

/** What registration answers; the form's address is absent when it failed. */
export const Registered = z.object({ ...verdict, orderId: z.optional(text(1, 36)), formUrl: z.optional(text(1, 512)) })
export type Registered = z.infer<typeof Registered>

/** getOrderStatusExtended.do: orderId wins over orderNumber; with a token only orderId (family). */
export const StatusQuestion = z.object({
  ...credentials,
  orderId: z.optional(text(1, 36)),
  orderNumber: z.optional(text(1, 36)),
  language: z.optional(z.enum(languages)),
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

const pair = z.object({ name: z.string(), value: z.string() })

/** One refund (family): `date` is Unix milliseconds, actionCode `000` is done. */
const refund = z.object({
  date: z.int(),
  externalRefundId: z.optional(z.string()),
  approvalCode: z.optional(z.string()),
  actionCode: z.string(),
  referenceNumber: z.optional(z.string()),
  amount: z.int(),
})

/** The order as the gateway tells it (online gateway 2.1 and 4.8; types: family). all dates are Unix milliseconds. */
export const OrderState = z.object({
  ...verdict,
  orderNumber: z.optional(z.string()),
  orderStatus: z.optional(z.int()),
  actionCode: z.optional(z.int()),
  actionCodeDescription: z.optional(z.string()),
  amount: z.optional(z.int()),
  currency: z.optional(z.string()),
  date: z.optional(z.int()),
  orderDescription: z.optional(z.string()),
  ip: z.optional(z.string()),
  authDateTime: z.optional(z.int()),
  terminalId: z.optional(z.string()),
  authRefNum: z.optional(z.string()),
  paymentWay: z.optional(z.string()),
  chargeback: z.optional(z.boolean()),
  tii: z.optional(z.string()),
  /** When the amount was debited, the hold given back, the last refund made, as far as these happened (family). */
  depositedDate: z.optional(z.int()),
  reversedDate: z.optional(z.int()),
  refundedDate: z.optional(z.int()),
  refunds: z.optional(z.array(refund)),
  merchantOrderParams: z.optional(z.array(pair)),
  transactionAttributes: z.optional(z.array(pair)),
  attributes: z.optional(z.array(pair)),
  cardAuthInfo: z.optional(
    z.object({
      maskedPan: z.optional(z.string()),
      pan: z.optional(z.string()),
      expiration: z.optional(z.string()),
      cardholderName: z.optional(z.string()),
      approvalCode: z.optional(z.string()),
      paymentSystem: z.optional(z.string()),
      product: z.optional(z.string()),
      secureAuthInfo: z.optional(
        z.object({
          eci: z.optional(z.union([z.string(), z.number()])),
          authTypeIndicator: z.optional(z.string()),
          threeDsType: z.optional(z.string()),
          threeDsProtocolVersion: z.optional(z.string()),
          aResTransStatus: z.optional(z.string()),
          rReqTransStatus: z.optional(z.string()),
          threeDSInfo: z.optional(z.object({ cavv: z.optional(z.string()), xid: z.optional(z.string()) })),
        }),
      ),
    }),
  ),
  bindingInfo: z.optional(z.object({ clientId: z.optional(z.string()), bindingId: z.optional(z.string()) })),
  paymentAmountInfo: z.optional(
    z.object({
      paymentState: z.string(),
      approvedAmount: z.optional(z.int()),
      depositedAmount: z.optional(z.int()),
      refundedAmount: z.optional(z.int()),
      totalAmount: z.optional(z.int()),
    }),
  ),
  bankInfo: z.optional(
    z.object({
      bankName: z.optional(z.string()),
      bankCountryCode: z.optional(z.string()),
      bankCountryName: z.optional(z.string()),
    }),
  ),
})
export type OrderState = z.infer<typeof OrderState>

/** decline.do (family): ends an order that is not paid. */
export const Decline = z.object({
  ...credentials,
  orderId: text(1, 36),
  merchantLogin: z.optional(text(1, 255)),
  language: z.optional(z.enum(languages)),
})
export type Decline = z.infer<typeof Decline>

export const Verdict = z.object(verdict)
export type Verdict = z.infer<typeof Verdict>
