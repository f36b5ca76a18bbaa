import * as z from 'zod/mini'
import { AppleOffer } from './apple-pay.ts'
import { GoogleOffer } from './google-pay.ts'
import type { WalletName } from './methods.ts'

/** The wallets that are configured and that the ticket allows. */
export const WalletOffers = z.object({
  applePay: z.optional(AppleOffer),
  googlePay: z.optional(GoogleOffer),
} satisfies Readonly<Record<WalletName, unknown>>)
export type WalletOffers = z.infer<typeof WalletOffers>
