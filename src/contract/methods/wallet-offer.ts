import * as z from 'zod/mini'
import { requestedData } from '../payment-methods.ts'

/** The configuration that every wallet has. */
export const walletOffer = {
  merchantName: z.string(),
  /** The merchant's country, ISO 3166 alpha-2. */
  countryCode: z.string(),
  /** Card networks: the wallets' names for them in lower case. */
  networks: z.array(z.string()),
  /** The payer data that its sheet asks for, since the ticket lacks it. */
  asks: z.optional(z.array(z.enum(requestedData))),
  /** Address of a sandbox wallet that replaces it. */
  sheet: z.optional(z.string()),
}
