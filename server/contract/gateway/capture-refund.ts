import * as z from 'zod/mini'
import { attributes } from '../attributes.ts'
import { amount, currency, text } from '#contract/fields.ts'
import { credentials } from './credentials.ts'
import { language } from './language.ts'
import { item } from './order-bundle.ts'

/** Identifies the order for deposit, reverse and refund: by orderId, or by orderNumber with merchantLogin (family). */
const orderReference = {
  ...credentials,
  orderId: z.optional(text(1, 36)),
  orderNumber: z.optional(text(1, 36)),
  merchantLogin: z.optional(text(1, 255)),
  language: z.optional(language),
  jsonParams: z.optional(attributes),
}
const OrderReference = z.object(orderReference)
export type OrderReference = z.infer<typeof OrderReference>

/** deposit.do (family): debits a held amount; 0 is the whole amount, a partial completion is final. */
export const Deposit = z.object({ ...orderReference, amount })
export type Deposit = z.infer<typeof Deposit>

/**
 * reverse.do (family): releases a held amount, once; `amount` of a partial reversal in minor units, 0 or none for the
 * whole.
 */
export const Reverse = z.object({ ...orderReference, amount: z.optional(amount) })
export type Reverse = z.infer<typeof Reverse>

/** refund.do (family): refunds a debited amount, repeatable up to the deposited amount; 0 refunds the rest of it. */
export const Refund = z.object({
  ...orderReference,
  amount,
  /** The order's currency, when it is sent. */
  currency: z.optional(currency),
  /** The amount that the merchant expects to be deposited and not yet refunded: guards against a double refund. */
  expectedDepositedAmount: z.optional(amount),
  /** A repeated identifier gets the same successful answer, and refunds nothing again. */
  externalRefundId: z.optional(text(1, 30)),
  /** The entries of the basket that are refunded, as registration sent them; the money is `amount`. */
  refundItems: z.optional(z.object({ items: z.array(item).check(z.minLength(1)) })),
})
export type Refund = z.infer<typeof Refund>
