import * as z from 'zod/mini'
import { integer, text } from '#contract/fields.ts'
import { toForm } from '#contract/wire/form.ts'

/** What the single page's address says: how many cups, and the number of the order that they are. */
export const Cart = z.strictObject({
  cups: z._default(integer(2).check(z.minimum(1)), 2),
  orderNumber: z.optional(text(1, 32)),
})
export type Cart = z.infer<typeof Cart>
export type Numbered = Cart & { readonly orderNumber: string }

/** The address that shows an order again, from the root. */
export const addressOf = (cart: Numbered): string => `/spa?${toForm(cart).toString()}`
