import * as z from 'zod/mini'
import { text } from './fields.ts'
import { latinText, nameOnCard } from './latin.ts'

/** Text in Latin characters, including accented ones, which names of payers and places contain. */
export const latin = (min: number, max: number) =>
  text(min, max).check(z.regex(/^[ -~\u00a0-\u024f\u2018\u2019]*$/, 'in Latin characters'))

/** The name on a card, of 1 to `max` characters, by the rule of the form. */
export const cardholder = (max: number) =>
  text(1, max).check(z.regex(nameOnCard, "a name in Latin letters, with no other signs than . , ' / & ( ) -"))

const asLatin = (value: unknown): unknown => (typeof value === 'string' ? (latinText(value) ?? value) : value)

/** The name that a shop gives, whose letters and signs become those that a gateway takes. */
export const cardholderOfShop = (max: number) => z.pipe(z.transform(asLatin), cardholder(max))

/** Billing address (online gateway 2.4); address verification needs the first line and the postal code. */
export const billingPayerData = z.object({
  billingCity: z.optional(text(0, 50)),
  billingCountry: z.optional(text(0, 50)),
  billingAddressLine1: z.optional(text(0, 50)),
  billingAddressLine2: z.optional(text(0, 50)),
  billingAddressLine3: z.optional(text(0, 50)),
  billingPostalCode: z.optional(text(0, 9)),
  /** ISO 3166-2, a part of it, or a name; Latin characters only. */
  billingState: z.optional(latin(0, 50)),
})
