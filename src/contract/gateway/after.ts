import * as z from 'zod/mini'
import { amount, currency, pairs, text } from '../fields.ts'
import { credentials } from './credentials.ts'
import { language } from './language.ts'
import { item } from './order-bundle.ts'

/** Names the order as deposit, reverse and refund take it: by orderId, or by orderNumber with merchantLogin (family). */
const named = {
  ...credentials,
  orderId: z.optional(text(1, 36)),
  orderNumber: z.optional(text(1, 36)),
  merchantLogin: z.optional(text(1, 255)),
  language: z.optional(language),
  jsonParams: z.optional(pairs),
}
const Named = z.object(named)
export type Named = z.infer<typeof Named>

/** deposit.do (family): debits a held amount; 0 is the whole, a partial completion is final. */
export const Deposit = z.object({ ...named, amount })
export type Deposit = z.infer<typeof Deposit>

/** reverse.do (family): gives a held amount back, once; `amount` of a partial reversal in minor units, 0 or none the whole. */
export const Reverse = z.object({ ...named, amount: z.optional(amount) })
export type Reverse = z.infer<typeof Reverse>

/** refund.do (family): gives a debited amount back, repeatable up to the deposited amount; 0 is the rest of it. */
export const Refund = z.object({
  ...named,
  amount,
  /** That of the order, where it is sent. */
  currency: z.optional(currency),
  /** What the merchant believes to be deposited and not yet refunded: guards against a double refund. */
  expectedDepositedAmount: z.optional(amount),
  /** The same identifier again answers success with the same data. */
  externalRefundId: z.optional(text(1, 30)),
  /** The entries of the basket that go back, as registration sent them; `amount` says how much money does. */
  refundItems: z.optional(z.object({ items: z.array(item) })),
})
export type Refund = z.infer<typeof Refund>
