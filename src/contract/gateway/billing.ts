import * as z from 'zod/mini'
import { text } from '../fields.ts'

/** Text in Latin characters, including accented ones, which names of payers and places contain. */
export const latin = (min: number, max: number) =>
  text(min, max).check(z.regex(/^[ -~\u00a0-\u024f\u2018\u2019]*$/, 'in Latin characters'))

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
