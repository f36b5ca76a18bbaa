import * as z from 'zod/mini'

const matching = (pattern: RegExp, rule: string) => z.string().check(z.regex(pattern, rule))

/**
 * A request of a shop's page to a sheet, in the address or the form: `amount` in minor units, `currency` numeric ISO
 * 4217; the sheet posts only to `origin`, with the same `nonce`.
 */
export const SheetRequest = z.object({
  origin: z.string(),
  nonce: matching(/^[\w-]{16,64}$/, '16 to 64 letters, digits, - or _'),
  orderNumber: z._default(z.string().check(z.maxLength(36)), ''),
  amount: matching(/^\d{1,12}$/, '1 to 12 digits'),
  currency: matching(/^\d{3}$/, 'three digits'),
  merchantName: z.string().check(z.maxLength(128)),
  /** The merchant at the gateway that Google Pay's token is for. */
  merchant: z._default(z.string().check(z.maxLength(255)), ''),
  /** Comma-separated lists of what the shop accepts; empty accepts all. */
  networks: z._default(z.string().check(z.maxLength(500)), ''),
  authMethods: z._default(z.string().check(z.maxLength(100)), ''),
  /** Comma-separated payer data that the shop requests: email, phone, billing. */
  asks: z._default(z.string().check(z.maxLength(50)), ''),
  locale: z._default(z.string().check(z.maxLength(35)), 'en'),
})
export type SheetRequest = z.infer<typeof SheetRequest>
