import * as z from 'zod/mini'
import { digits, text } from '#contract/fields.ts'
import { milliseconds } from './shape.ts'

/** PAN_ONLY is a card on file, which needs 3-D Secure; CRYPTOGRAM_3DS is a device's own number with its cryptogram. */
const authMethod = z.enum(['PAN_ONLY', 'CRYPTOGRAM_3DS'])

const card = {
  pan: digits(12, 19),
  expirationMonth: z.int().check(z.minimum(1), z.maximum(12)),
  /** Four digits. */
  expirationYear: z.int().check(z.minimum(2000), z.maximum(9999)),
  cryptogram: z.optional(text(1, 128)),
  eciIndicator: z.optional(z.string().check(z.regex(/^\d{1,2}$/, 'one or two digits'))),
  assuranceDetails: z.optional(
    z.object({ accountVerified: z.boolean(), cardHolderAuthenticated: z.optional(z.boolean()) }),
  ),
}

interface Proof {
  authMethod?: string | undefined
  cryptogram?: string | undefined
}
const proven = z.refine<Proof>(
  ({ authMethod, cryptogram }) => authMethod !== 'CRYPTOGRAM_3DS' || cryptogram !== undefined,
  'CRYPTOGRAM_3DS needs a cryptogram',
)

const message = {
  messageId: text(1, 512),
  messageExpiration: milliseconds,
  paymentMethod: z.literal('CARD'),
  gatewayMerchantId: z.optional(text(1, 255)),
}

/** The decrypted content of a Google Pay token. */
export const GooglePayment = z.object({
  ...message,
  paymentMethodDetails: z.object({ ...card, authMethod }).check(proven),
})
export type GooglePayment = z.infer<typeof GooglePayment>

/** Google Pay's payment data, sent by merchants that decrypt it; the gateway family's list has no `authMethod`. */
export const DirectGooglePayment = z.object({
  ...message,
  paymentMethodDetails: z.object({ ...card, authMethod: z.optional(authMethod) }).check(proven),
})
export type DirectGooglePayment = z.infer<typeof DirectGooglePayment>
