import * as z from 'zod/mini'
import { AppleOffer } from './apple-pay.ts'
import { GoogleOffer } from './google-pay.ts'
import type { OffPageMethodName, WalletName } from './methods.ts'
import { SbpOffer } from './sbp/offer.ts'

/** The wallets that are configured and that the ticket allows. */
export const WalletOffers = z.object({
  applePay: z.optional(AppleOffer),
  googlePay: z.optional(GoogleOffer),
} satisfies Readonly<Record<WalletName, unknown>>)
export type WalletOffers = z.infer<typeof WalletOffers>

/** The methods off the shop's page that are configured and that the ticket allows. */
export const CodeOffers = z.object({
  sbp: z.optional(SbpOffer),
  'bank-page': z.optional(z.object({})),
} satisfies Readonly<Record<OffPageMethodName, unknown>>)
export type CodeOffers = z.infer<typeof CodeOffers>
