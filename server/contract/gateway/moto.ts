import * as z from 'zod/mini'
import { attributes } from '../attributes.ts'
import { address, amount, currency, dateTime, digits, expiry, text } from '#contract/fields.ts'
import { credentials, verdict } from './credentials.ts'
import { latin } from '#contract/billing.ts'
import { language } from './language.ts'
import { answerText, deciding } from './marks.ts'
import { ip, payerBlocksAlone } from './payer.ts'

/**
 * motoPayment.do (online gateway 4.5): registers and pays a mail or telephone order. The card is `pan` and `expiry`
 * (YYYYMM), or a binding of `clientId`, or sealed: a `seToken` with an empty mdOrder, since there is none yet (family).
 */
export const MotoPayment = z.object({
  ...credentials,
  orderNumber: z.optional(text(1, 36)),
  amount,
  currency: z.optional(currency),
  returnUrl: text(1, 512),
  failUrl: z.optional(text(1, 512)),
  description: z.optional(text(1, 598)),
  language: z.optional(language),
  clientId: z.optional(text(0, 255)),
  merchantLogin: z.optional(text(1, 255)),
  postAddress: z.optional(text(1, 255)),
  jsonParams: z.optional(attributes),
  features: z.optional(z.array(z.string())),
  dynamicCallbackUrl: z.optional(address()),
  ip: z.optional(ip),
  email: z.optional(text(1, 40)),
  ...payerBlocksAlone,
  preAuth: z.optional(z.boolean()),
  autocompletionDate: z.optional(dateTime),
  autoReverseDate: z.optional(dateTime),
  pan: z.optional(digits(1, 19)),
  expiry: z.optional(expiry),
  cardholder: latin(1, 26),
  cvc: z.optional(digits(3, 3)),
  seToken: z.optional(z.string()),
  bindingId: z.optional(text(1, 255)),
})
export type MotoPayment = z.infer<typeof MotoPayment>

/** `success` says that the request was processed, not that the order is paid. */
export const MotoAnswer = z.object({
  ...verdict,
  success: deciding(z.boolean()),
  mdOrder: z.optional(text(1, 36)),
  orderNumber: z.optional(text(1, 36)),
  userMessage: z.optional(answerText(1, 512)),
})
export type MotoAnswer = z.infer<typeof MotoAnswer>
