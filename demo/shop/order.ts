import * as z from 'zod/mini'
import { explain, type Complaint } from '#contract/explain.ts'
import { amount, currency, text } from '#contract/fields.ts'
import { coerce, fromForm, toForm } from '#contract/wire/form.ts'

/** What the shop's address may say about an order: `amount` in minor units, `currency` numeric ISO 4217. */
export const Wish = z.strictObject({
  amount: z._default(amount, 4990),
  currency: z._default(currency, '978'),
  orderNumber: z.optional(text(1, 32)),
  clientId: z.optional(text(1, 255)),
  capture: z._default(z.enum(['one-phase', 'two-phase']), 'one-phase'),
  save: z.optional(z.enum(['never', 'ask', 'required'])),
  locale: z.optional(text(2, 35)),
  email: z.optional(text(1, 40)),
  presentation: z._default(z.enum(['dialog', 'redirect']), 'dialog'),
})
export type Wish = z.infer<typeof Wish>

/** Added by the gateway and the proxy when they bring the shopper back. */
const returning = ['orderId', 'lang']

/** Reads the shop's query; what breaks a rule is told by field. */
export function readWish(search: URLSearchParams): Wish | Complaint {
  const asked = new URLSearchParams([...search].filter(([name]) => !returning.includes(name)))
  const typed = coerce(Wish, fromForm(asked))
  const read = Wish.safeParse(typed)
  return read.success ? read.data : explain(read.error, typed)
}

/** The query that shows the same order again. */
export function queryOf(wish: Wish): string {
  return toForm(wish).toString()
}

/** The claims of the order ticket for a wish; `returnUrl` is the page that shows it again. */
export const claimsOf = (wish: Wish & { orderNumber: string }, returnUrl: string) => ({
  orderNumber: wish.orderNumber,
  amount: wish.amount,
  currency: wish.currency,
  returnUrl,
  description: 'Coffee set from the demo shop',
  capture: wish.capture,
  ...(wish.locale && { language: wish.locale }),
  ...(wish.clientId && { clientId: wish.clientId }),
  ...(wish.save && { save: wish.save }),
  ...(wish.email && { email: wish.email }),
})
