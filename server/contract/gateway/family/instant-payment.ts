import * as z from 'zod/mini'
import { digits, expiry, text } from '#contract/fields.ts'
import { CardPayment, CardPaymentAnswer } from '../card-payments.ts'
import { latin } from '#contract/billing.ts'
import { tiiOn } from '../initiators.ts'
import { PreAuthRegistration } from '../orders.ts'
import { OldStatus } from './old-status.ts'

const { returnUrl: _, orderNumber: __, ...registration } = PreAuthRegistration.shape
const { threeDSProtocolVersion, threeDSServerTransId, threeDSServerTransID, bindingNotNeeded } = CardPayment.shape
const { threeDSVer2FinishUrl, threeDSMethodNotificationUrl, clientBrowserInfo } = CardPayment.shape

/**
 * instantPayment.do (family): registers an order and pays it in one call. The card is `pan` and `expiry` (YYYYMM), or
 * a `seToken` without mdOrder, or a stored card of `clientId`. A payment with 3-D Secure 2 is called a second time, with
 * `threeDSVer2MdOrder` as the order and `threeDSServerTransId`.
 */
export const InstantPayment = z.object({
  ...registration,
  orderNumber: z.optional(text(1, 36)),
  returnUrl: z.optional(text(1, 512)),
  /** Another spelling of returnUrl. */
  backUrl: z.optional(text(1, 512)),
  preAuth: z.optional(z.boolean()),
  pan: z.optional(digits(1, 19)),
  cvc: z.optional(digits(3, 4)),
  expiry: z.optional(expiry),
  seToken: z.optional(z.string()),
  /** Another spelling of cardholderName. */
  cardHolderName: z.optional(latin(1, 45)),
  tii: z.optional(z.enum([...new Set([...tiiOn('paymentorder'), ...tiiOn('paymentOrderBinding')])])),
  bindingNotNeeded,
  threeDSProtocolVersion,
  threeDSServerTransId,
  threeDSServerTransID,
  threeDSVer2MdOrder: z.optional(text(1, 36)),
  threeDSVer2FinishUrl,
  threeDSMethodNotificationUrl,
  clientBrowserInfo,
})
export type InstantPayment = z.infer<typeof InstantPayment>

/** The answer of paymentorder.do with the order, and with its status where every field was right. */
export const InstantPaymentAnswer = z.extend(CardPaymentAnswer, {
  orderId: z.optional(z.string()),
  orderStatus: z.optional(OldStatus),
})
export type InstantPaymentAnswer = z.infer<typeof InstantPaymentAnswer>
