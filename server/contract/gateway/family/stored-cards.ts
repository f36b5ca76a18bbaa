import * as z from 'zod/mini'
import { attributes } from '../../attributes.ts'
import { digits, expiry, phone, text } from '#contract/fields.ts'
import { latin } from '#contract/billing.ts'
import { credentials, verdict } from '../credentials.ts'
import { language } from '../language.ts'

/** extendBinding.do (family): the new expiry of a stored card, YYYYMM. */
export const BindingExtension = z.object({
  ...credentials,
  bindingId: text(1, 255),
  newExpiry: expiry,
  language: z.optional(language),
})
export type BindingExtension = z.infer<typeof BindingExtension>

/** createBindingNoPayment.do (family): a card in the clear, which is stored for a client without a payment. */
export const BindingCreation = z.object({
  ...credentials,
  merchantLogin: z.optional(text(1, 255)),
  clientId: text(1, 255),
  pan: digits(1, 19),
  /** YYYYMM. */
  expiryDate: expiry,
  cardholderName: latin(1, 26),
  cvc: z.optional(digits(3, 4)),
  email: z.optional(text(1, 40)),
  phone: z.optional(phone),
  /** On what payment the card was stored elsewhere: TDS, SSL, TDS_SSL or NO_PAYMENT. */
  bindingStrength: z.optional(text(1, 20)),
  additionalParameters: z.optional(attributes),
  language: z.optional(language),
})
export type BindingCreation = z.infer<typeof BindingCreation>

export const CreatedBinding = z.object({
  ...verdict,
  error: z.optional(z.boolean()),
  bindingId: z.optional(z.string()),
  clientId: z.optional(z.string()),
  cardholderName: z.optional(z.string()),
  expiryDate: z.optional(z.string()),
  maskedPan: z.optional(z.string()),
})
export type CreatedBinding = z.infer<typeof CreatedBinding>
