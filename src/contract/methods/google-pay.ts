import * as z from 'zod/mini'
import { walletOffer } from './wallet-offer.ts'

/** The configuration of Google Pay. */
export const GoogleOffer = z.object({
  ...walletOffer,
  environment: z.enum(['TEST', 'PRODUCTION']),
  gateway: z.string(),
  gatewayMerchantId: z.string(),
  merchantId: z.optional(z.string()),
  authMethods: z.array(z.enum(['PAN_ONLY', 'CRYPTOGRAM_3DS'])),
})
export type GoogleOffer = z.infer<typeof GoogleOffer>
