import * as z from 'zod/mini'

/** What a page needs to know of payments through the Faster Payments System (SBP). */
export const SbpOffer = z.object({
  /** Whether the payer's account is stored once it has paid, since the ticket requires it. */
  stores: z.boolean(),
})
export type SbpOffer = z.infer<typeof SbpOffer>
