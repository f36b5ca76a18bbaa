import * as z from 'zod/mini'
import { Ticket } from '../ticket.ts'
import { returnAddress } from '../return-address.ts'

const DAY = 86_400

/** The lifetime of a link in seconds where none is given: a day. */
export const LINK_LIFETIME = DAY

/** The longest lifetime of a link, in seconds: 30 days, since a cancelled order number is remembered for 31. */
export const MAX_LINK_LIFETIME = 30 * DAY

/** What the proxy itself says in the ticket of a link; an operator's channel is for no page that a payer opens. */
const ofTicketAlone = {
  exp: true,
  iat: true,
  nbf: true,
  iss: true,
  sub: true,
  aud: true,
  jti: true,
  origin: true,
  channel: true,
} as const

/** The claims that a link's order may have; without `returnUrl` the payer comes back to the link. */
export const LinkOrder = z.extend(z.omit(Ticket, ofTicketAlone), { returnUrl: z.optional(returnAddress) })
export type LinkOrder = z.infer<typeof LinkOrder>

/** Which order may be paid at the link, and for how many seconds. */
export const LinkRequest = z.strictObject({
  order: LinkOrder,
  expiresIn: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_LINK_LIFETIME))),
})

export const PaymentLink = z.object({ url: z.string(), expiresAt: z.int(), qr: z.string() })

// Declared again, since a type that is inferred from a schema shows no text in an editor.

/** A payment link. */
export interface PaymentLink {
  /** The address of the page where the order is paid. */
  url: string
  /** When it can be paid there no more, in Unix milliseconds. */
  expiresAt: number
  /** A QR code of the address, as SVG. */
  qr: string
}
