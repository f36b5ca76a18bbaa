import * as z from 'zod/mini'
import { integer, text } from '#contract/fields.ts'
import { toForm } from '#contract/wire/form.ts'

/** The query of the single page: the number of cups, and the order number. */
export const Cart = z.strictObject({
  cups: z._default(integer(2).check(z.minimum(1)), 2),
  orderNumber: z.optional(text(1, 32)),
})
export type Cart = z.infer<typeof Cart>
export type Numbered = Cart & { readonly orderNumber: string }

/** The path and query that show an order again. */
export const cartAddress = (cart: Numbered): string => `/spa?${toForm(cart).toString()}`
