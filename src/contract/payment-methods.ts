import * as z from 'zod/mini'
import { phone, text } from './fields.ts'
import { billingPayerData } from './billing.ts'

/** A card that the ticket's client has stored (online gateway 2.2); `expiry` is YYYYMM. */
export const SavedCard = z.object({
  bindingId: text(1, 255),
  maskedPan: z.string(),
  brand: z.optional(z.string()),
  expiry: z.string(),
  expired: z.boolean(),
  label: z.optional(z.string()),
})
export type SavedCard = z.infer<typeof SavedCard>

/** Whether a card that pays is stored afterwards, and for what: set by the ticket, or chosen by the shopper. */
export const Saving = z.object({
  mode: z.enum(['never', 'ask', 'required']),
  as: z.enum(['common', 'recurrent']),
  /** Days between recurrent payments, such as 28 or 365, and their last day (YYYYMMDD). */
  frequency: z.optional(z.string()),
  until: z.optional(z.string()),
})
export type Saving = z.infer<typeof Saving>

/** The payer data that a payment may need when the ticket lacks it (online gateway 2.4, 4.3). */
export const requestedData = ['email', 'phone', 'billing'] as const
export type RequestedData = (typeof requestedData)[number]

/**
 * What a merchant may have the form ask for where the ticket lacks it; `contact-visa` is an e-mail address of VISA
 * cards, where the ticket has no telephone number either.
 */
export const askable = ['contact-visa', 'email', 'phone', 'billing'] as const
export type Askable = (typeof askable)[number]

/**
 * One kind of payer data that the form asks for: with `brand` only with cards of that brand, and with `afterNumber` only
 * below a card number, since the page has reserved no height for it.
 */
export const Ask = z.object({
  data: z.enum(requestedData),
  brand: z.optional(z.string()),
  afterNumber: z.optional(z.boolean()),
})
export type Ask = z.infer<typeof Ask>

/** The payer data that the shopper enters. */
export const PayerData = z.strictObject({
  email: z.optional(text(3, 40).check(z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'an e-mail address'))),
  phone: z.optional(phone),
  billing: z.optional(billingPayerData),
})
export type PayerData = z.infer<typeof PayerData>
