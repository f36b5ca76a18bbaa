import * as z from 'zod/mini'
import { walletOffer } from './wallet-offer.ts'

/** The configuration of Apple Pay. */
export const AppleOffer = z.object(walletOffer)
export type AppleOffer = z.infer<typeof AppleOffer>
