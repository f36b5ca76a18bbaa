import * as z from 'zod/mini'
import { attributes } from '../attributes.ts'
import { address, amount, currency, digits, text } from '#contract/fields.ts'
import { credentials, verdict } from './credentials.ts'
import { tiiOn } from './initiators.ts'
import { language } from './language.ts'
import { family, answerText, deciding } from './marks.ts'
import { OrderState } from './orders.ts'
import { clientBrowserInfo, ip } from './payer.ts'

/** A stored card as the gateway lists it (online gateway 2.2); `expiryDate` is YYYYMM. */
export const Binding = z.object({
  bindingId: deciding(z.optional(answerText(1, 255))),
  maskedPan: z.optional(z.string()),
  expiryDate: z.optional(z.string()),
  paymentWay: z.optional(z.string()),
  paymentSystem: z.optional(z.string()),
  displayLabel: z.optional(z.string()),
  /** COMMON or RECURRENT. */
  bindingCategory: z.optional(z.string()),
})
export type Binding = z.infer<typeof Binding>

/** A stored card that can be named, as a merchant and a shopper see it. */
export const StoredCard = z.extend(Binding, { bindingId: answerText(1, 255) })
export type StoredCard = z.infer<typeof StoredCard>

const common = {
  ...credentials,
  merchantLogin: family(z.optional(text(1, 255))),
  language: family(z.optional(language)),
}

/** getBindings.do (online gateway 4.11): C common, R recurrent, both when absent (family). */
export const BindingsQuestion = z.object({
  ...common,
  clientId: z.optional(text(0, 255)),
  bindingType: z.optional(z.enum(['C', 'R'])),
})
export type BindingsQuestion = z.infer<typeof BindingsQuestion>

/** A list that cannot be read is an error: without it, the client would seem to have no cards. */
export const Bindings = z.object({ ...verdict, bindings: deciding(z.optional(z.array(Binding))) })
export type Bindings = z.infer<typeof Bindings>

/**
 * paymentOrderBinding.do (online gateway 4.11): F by the customer (the default) or U by the merchant for a common
 * binding, R for a recurrent one. A `seToken` may contain the binding and the CVC; it and the 3-D Secure fields are
 * family, and then the answer is like paymentorder.do's.
 */
export const BindingPayment = z.object({
  ...credentials,
  mdOrder: z.optional(text(1, 36)),
  bindingId: z.optional(text(1, 255)),
  seToken: family(z.optional(z.string())),
  ip: z.optional(ip),
  cvc: z.optional(digits(3, 3)),
  language: z.optional(language),
  tii: z.optional(z.enum(tiiOn('paymentOrderBinding'))),
  email: family(z.optional(text(1, 40))),
  jsonParams: family(z.optional(attributes)),
  threeDSProtocolVersion: family(z.optional(z.enum(['2.1.0', '2.2.0']))),
  threeDSServerTransId: family(z.optional(text(1, 36))),
  threeDSServerTransID: family(z.optional(text(1, 36))),
  threeDSVer2FinishUrl: family(z.optional(address())),
  threeDSMethodNotificationUrl: family(z.optional(address())),
  clientBrowserInfo: family(z.optional(clientBrowserInfo)),
})
export type BindingPayment = z.infer<typeof BindingPayment>

/** unBindCard.do and bindCard.do (family). */
export const BindingSwitch = z.object({ ...common, bindingId: text(1, 255) })
export type BindingSwitch = z.infer<typeof BindingSwitch>

const AS_REGISTERED = 'Not shown for this operation, whose full table is not shown; taken as in register.do'

/** recurrentPayment.do (online gateway 4.11, JSON): registers and pays with a recurrent binding. */
export const RecurrentPayment = z.object({
  ...credentials,
  orderNumber: z.optional(text(1, 36)),
  language: z.optional(language),
  bindingId: z.optional(text(1, 255)),
  amount: z.optional(amount),
  currency: z.optional(currency),
  description: z.optional(text(1, 598)),
  additionalParameters: z.optional(attributes),
  email: family(z.optional(text(1, 40)), AS_REGISTERED),
  ip: family(z.optional(ip), AS_REGISTERED),
})
export type RecurrentPayment = z.infer<typeof RecurrentPayment>

/**
 * A failure of the JSON endpoints (online gateway 4.7): `message` may be shown to the shopper, `description` is
 * technical.
 */
export const JsonError = z.object({
  /** The family sends a number or text. */
  code: deciding(z.optional(z.union([answerText(1, 3), z.number()]))),
  message: z.optional(answerText(1, 512)),
  description: z.optional(answerText(1, 598)),
})
export type JsonError = z.infer<typeof JsonError>

/** `success` says that the request was processed; the order status decides. */
export const RecurrentAnswer = z.object({
  success: deciding(z.optional(z.boolean())),
  data: z.optional(z.object({ orderId: z.optional(answerText(1, 36)) })),
  error: deciding(family(z.optional(JsonError), 'As the wallet operations answer it')),
  orderStatus: z.optional(OrderState),
})
export type RecurrentAnswer = z.infer<typeof RecurrentAnswer>
