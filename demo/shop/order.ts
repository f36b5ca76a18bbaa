import * as z from 'zod/mini'
import type { Complaint } from '#contract/explain.ts'
import { amount, currency, digits, phone, text } from '#contract/fields.ts'
import { toForm } from '#contract/wire/form.ts'
import { readQuery } from '../query.ts'
import { methods } from './methods.ts'

/**
 * What the shop's address may say about an order: `amount` in minor units, `currency` numeric ISO 4217. `verify` pays
 * nothing and only checks and stores the card; `recurringFrequency` is in days, `recurringExpiry` YYYYMMDD.
 */
export const Wish = z.strictObject({
  amount: z._default(amount, 4990),
  currency: z._default(currency, '978'),
  orderNumber: z.optional(text(1, 32)),
  clientId: z.optional(text(1, 255)),
  capture: z._default(z.enum(['one-phase', 'two-phase']), 'one-phase'),
  verify: z._default(z.enum(['no', 'yes']), 'no'),
  methods: z.optional(z.array(z.enum(methods))),
  save: z.optional(z.enum(['never', 'ask', 'required'])),
  saveAs: z.optional(z.enum(['common', 'recurrent'])),
  recurringFrequency: z.optional(digits(1, 2)),
  recurringExpiry: z.optional(digits(8, 8)),
  locale: z.optional(text(2, 35)),
  email: z.optional(text(1, 40)),
  phone: z.optional(phone),
  presentation: z._default(z.enum(['dialog', 'redirect']), 'dialog'),
})
export type Wish = z.infer<typeof Wish>
export type Numbered = Wish & { readonly orderNumber: string }

/** Reads the shop's query; what breaks a rule is told by field. */
export const readWish = (search: URLSearchParams): Wish | Complaint => readQuery(Wish, search)

export const isNumbered = (wish: Wish): wish is Numbered => wish.orderNumber !== undefined

/** The query that shows the same order again. */
export function queryOf(wish: Wish): string {
  return toForm(wish).toString()
}

/** What is charged now: nothing where the card is only checked. */
export const sumOf = ({ amount, verify }: Wish): number => (verify === 'yes' ? 0 : amount)

/** The claims of the order ticket for a wish; `returnUrl` is the page that shows it again. */
export const claimsOf = (wish: Numbered, returnUrl: string) => ({
  orderNumber: wish.orderNumber,
  amount: sumOf(wish),
  currency: wish.currency,
  returnUrl,
  description: 'Coffee set from the demo shop',
  capture: wish.capture,
  ...(wish.verify === 'yes' && { features: ['VERIFY'] }),
  ...(wish.methods && { methods: wish.methods }),
  ...(wish.locale && { language: wish.locale }),
  ...(wish.clientId && { clientId: wish.clientId }),
  ...(wish.email && { email: wish.email }),
  ...(wish.phone && { phone: wish.phone }),
  ...savingOf(wish),
})

/** A card that is only checked is stored unless the wish says otherwise. */
const savingOf = ({ save, saveAs, recurringFrequency, recurringExpiry, verify }: Wish) => ({
  ...((save || verify === 'yes') && { save: save ?? ('required' as const) }),
  ...(saveAs && { saveAs }),
  ...(saveAs === 'recurrent' && { recurringFrequency: recurringFrequency ?? '28' }),
  ...(saveAs === 'recurrent' && { recurringExpiry: recurringExpiry ?? '20341231' }),
})
