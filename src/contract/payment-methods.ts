import * as z from 'zod/mini'
import { phone, text } from './fields.ts'
import { billingPayerData } from './gateway/billing.ts'

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

/** Whether a card that pays is stored afterwards, and for what: by the ticket, or as the shopper says. */
export const Saving = z.object({
  mode: z.enum(['never', 'ask', 'required']),
  as: z.enum(['common', 'recurrent']),
  /** Days between recurrent payments, 1 to 28, and their last day (YYYYMMDD). */
  frequency: z.optional(z.string()),
  until: z.optional(z.string()),
})
export type Saving = z.infer<typeof Saving>

/** What a payment needs of the payer and the ticket does not say (online gateway 2.4, 4.3). */
export const requestedData = ['email', 'phone', 'billing'] as const
export type RequestedData = (typeof requestedData)[number]

/** One thing that the form asks for; `brand`: only of cards of that brand. */
export const Ask = z.object({ data: z.enum(requestedData), brand: z.optional(z.string()) })
export type Ask = z.infer<typeof Ask>

/** What the shopper answers to it. */
export const PayerData = z.strictObject({
  email: z.optional(text(3, 40).check(z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'an e-mail address'))),
  phone: z.optional(phone),
  billing: z.optional(billingPayerData),
})
export type PayerData = z.infer<typeof PayerData>

export const walletNames = ['applePay', 'googlePay'] as const
export type WalletName = (typeof walletNames)[number]

/** What either wallet is asked with. */
const offer = {
  merchantName: z.string(),
  /** ISO 3166 alpha-2 of the merchant. */
  countryCode: z.string(),
  /** Card networks, by the names that both wallets use in lower case. */
  networks: z.array(z.string()),
  /** What its sheet asks of the payer, since the ticket lacks it. */
  asks: z.optional(z.array(z.enum(requestedData))),
  /** Address of a sandbox wallet that stands in for it. */
  sheet: z.optional(z.string()),
}

/** What Apple Pay is asked with. */
export const AppleOffer = z.object(offer)
export type AppleOffer = z.infer<typeof AppleOffer>

/** What Google Pay is asked with. */
export const GoogleOffer = z.object({
  ...offer,
  environment: z.enum(['TEST', 'PRODUCTION']),
  gateway: z.string(),
  gatewayMerchantId: z.string(),
  merchantId: z.optional(z.string()),
  authMethods: z.array(z.enum(['PAN_ONLY', 'CRYPTOGRAM_3DS'])),
})
export type GoogleOffer = z.infer<typeof GoogleOffer>

/** The wallets that are configured and that the ticket allows. */
export const WalletOffers = z.object({ applePay: z.optional(AppleOffer), googlePay: z.optional(GoogleOffer) })
export type WalletOffers = z.infer<typeof WalletOffers>
