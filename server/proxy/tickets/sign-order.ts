import { SignJWT, type JWTPayload } from 'jose'
import { explain } from '#server-contract/explain.ts'
import { LONGEST_TICKET } from '#contract/long-ticket.ts'
import type { Clock } from '#contract/ports.ts'
import { brokenExp, MAX_TICKET_LIFETIME, Ticket } from '#server-contract/ticket.ts'
import { wallClock } from '#ports/wall-clock.ts'
import { claimRules } from './claim-rules.ts'

/** The claims of an order ticket as a merchant gives them; see {@link Ticket}. */
export type OrderClaims = Omit<Ticket, 'exp' | 'iat'> & { readonly exp?: number; readonly iat?: number }

export interface SignOptions {
  /** Seconds until the ticket expires, 1 to 86400 (24 hours); 1200 when not given. */
  readonly expiresIn?: number
  /** Name of the key, where the proxy has several. */
  readonly kid?: string
  readonly clock?: Pick<Clock, 'now'>
}

/**
 * Signs an order ticket with HS256. `amount` is minor units, `currency` ISO 4217 by its letters or its number; the ticket
 * has the number. Throws a TypeError that names the claim or the option and the rule it breaks, or says that the secret has fewer than
 * 32 bytes.
 *
 * Give no order a number that is another one's with a suffix from `-2` to `-20`: these are its later tries. Such a
 * number is signed, since no other order need have the number before the suffix; the proxy refuses its payment with
 * `order_refused` where the gateway has it as a try of that one.
 *
 * @example
 * ```ts
 * import { signOrder } from 'tender-checkout/ticket'
 *
 * const ticket = await signOrder(
 *   { orderNumber: 'A-17', amount: 4990, currency: 'EUR', returnUrl: 'https://shop.example/orders/A-17' },
 *   process.env.TENDER_TICKET_SECRET!,
 *   { expiresIn: 3600 },
 * )
 * ```
 */
export async function signOrder(claims: OrderClaims, secret: string, options: SignOptions = {}): Promise<string> {
  const { expiresIn = 1200, kid, clock = wallClock } = options
  const key = new TextEncoder().encode(secret)
  if (key.length < 32) throw new TypeError('The ticket secret must have 32 bytes or more')
  if (!Number.isInteger(expiresIn) || expiresIn < 1 || expiresIn > MAX_TICKET_LIFETIME)
    throw new TypeError(
      `expiresIn must be a whole number of seconds from 1 to ${MAX_TICKET_LIFETIME}, because exp must be at most 24 hours ahead`,
    )
  const now = Math.floor(clock.now() / 1000)
  const ticket = { iat: now, exp: now + expiresIn, ...claims }
  const read = Ticket.safeParse(ticket)
  if (!read.success) {
    const { field, rule } = explain(read.error, ticket)
    throw new TypeError(`The order's ${field} ${rule}`)
  }
  const rule = brokenExp(read.data.exp, now + MAX_TICKET_LIFETIME)
  if (rule !== undefined) throw new TypeError(`The order's exp ${rule}`)
  const broken = claimRules.find(([, , holds]) => !holds(read.data))
  if (broken) throw new TypeError(`The order's ${broken[0]} ${broken[1]}`)
  const signed = await new SignJWT(read.data as JWTPayload)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', ...(kid !== undefined && { kid }) })
    .sign(key)
  if (signed.length > LONGEST_TICKET) throw new TypeError(tooLong(read.data, signed.length))
  return signed
}

/** Names the claim that takes most of the room. */
function tooLong(claims: Ticket, length: number): string {
  const sizes = Object.entries(claims).map(([name, value]) => ({ name, size: JSON.stringify(value).length }))
  const [largest] = sizes.toSorted((one, other) => other.size - one.size)
  return `The order's ${largest!.name} must be shorter: a ticket has at most ${LONGEST_TICKET} characters, and this one ${length}`
}
