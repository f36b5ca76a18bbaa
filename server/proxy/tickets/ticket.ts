import { errors, type JWTPayload, type ProtectedHeaderParameters } from 'jose'
import { explain } from '#contract/explain.ts'
import { Refused } from '#contract/faults.ts'
import type { Clock } from '#contract/ports.ts'
import { brokenExp, MAX_TICKET_LIFETIME, Ticket } from '#contract/ticket.ts'
import { readerOf } from '#contract/wire/reader.ts'
import { currencyOf } from '#contract/money/currencies.ts'
import { leadsToApp } from './app-link.ts'
import { claimRules } from './claim-rules.ts'
import { isVerification } from './methods.ts'
import type { TicketKey } from '../config/signing-keys.ts'
import { expired, invalidClaim, LEEWAY, requireStandardClaims } from './standard-claims.ts'
import { TicketRefused } from './ticket-refused.ts'
import { claimsSignedBy, isSignedBy } from './ticket-signature.ts'
import { buildTokenReader, isMembers, type Token } from './token.ts'

/** The settings that tickets are checked against. */
export interface TicketRules {
  readonly ticketKeys: readonly TicketKey[]
  readonly ticketAudience?: string
  readonly shopOrigins: readonly string[]
}

/**
 * Reads an order ticket, at once where a secret has signed it; throws a `ticket_…` fault that names the claim and the
 * rule it breaks.
 */
export type TicketReader = (authorization: string | undefined) => Ticket | Promise<Ticket>

export function buildTicketReader(rules: TicketRules, clock: Clock): TicketReader {
  const readToken = buildTokenReader()
  return (authorization) => {
    const text = /^Bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1]
    if (!text) throw new Refused('ticket_missing')
    const token = readToken(text)
    const keys = candidates(token.header, rules.ticketKeys)
    // The keys of an algorithm are all of one kind.
    if (keys[0]?.key.type === 'secret') return checked(claimsBySecret(token, keys, rules, clock), rules, clock)
    return claimsByPublicKey(token, keys, rules, clock).then((claims) => checked(claims, rules, clock))
  }
}

/** A ticket may only choose among our keys by name; the algorithm is the key's. */
const candidates = ({ kid, alg }: ProtectedHeaderParameters, keys: readonly TicketKey[]): readonly TicketKey[] =>
  keys.filter(
    (key) =>
      key.algorithms.some((one) => one === alg) && (kid === undefined || key.kid === undefined || key.kid === kid),
  )

function claimsBySecret(token: Token, keys: readonly TicketKey[], rules: TicketRules, clock: Clock): JWTPayload {
  if (!keys.some((key) => isSignedBy(token, key))) throw new Refused('ticket_forged')
  const { header, claims } = token
  // No critical extension is understood.
  if (header.crit !== undefined || !isMembers(claims)) throw new Refused('ticket_malformed')
  requireStandardClaims(claims, Math.floor(clock.now() / 1000), rules.ticketAudience)
  return claims
}

async function claimsByPublicKey(
  token: Token,
  keys: readonly TicketKey[],
  { ticketAudience: audience }: TicketRules,
  clock: Clock,
): Promise<JWTPayload> {
  const currentDate = new Date(clock.now())
  const options = { clockTolerance: LEEWAY, currentDate, ...(audience !== undefined && { audience }) }
  for (const key of keys) {
    const claims = await claimsSignedBy(token, key, options).catch(throwRefusal)
    if (claims) return claims
  }
  throw new Refused('ticket_forged')
}

/** Throws the refusal for an error of jose. */
function throwRefusal(error: unknown): never {
  if (error instanceof errors.JWTExpired) throw expired(error.payload)
  if (error instanceof errors.JWTClaimValidationFailed) throw invalidClaim(error.claim, error.payload)
  throw new Refused('ticket_malformed')
}

const tickets = readerOf(Ticket)

function checked(payload: JWTPayload, rules: TicketRules, clock: Clock): Ticket {
  const read = tickets.safeParse(payload)
  if (!read.success) {
    const { field, rule } = explain(read.error, payload)
    throw new TicketRefused('ticket_invalid', rule, field, payload)
  }
  checkTimes(read.data, clock.now() / 1000 + LEEWAY, payload)
  const broken = beyondSchema.find(([, , holds]) => !holds(read.data, rules))
  if (broken) throw new TicketRefused('ticket_invalid', broken[1], broken[0], payload)
  return read.data
}

/** Checks what jose does not: how far `exp` is ahead, and whether `iat` is ahead at all. Both in seconds. */
function checkTimes({ exp, iat = -Infinity }: Ticket, now: number, payload: JWTPayload): void {
  const rule = brokenExp(exp, now + MAX_TICKET_LIFETIME)
  if (rule !== undefined) throw new TicketRefused('ticket_invalid', rule, 'exp', payload)
  if (iat > now) throw invalidClaim('iat', payload)
}

type ClaimRule = readonly [field: string, rule: string, holds: (ticket: Ticket, rules: TicketRules) => boolean]

const ours = 'must lead to an origin of TENDER_SHOP_ORIGINS or to an app, without a login, spaces or backslashes'

/** Rules beyond the schema, most of which depend on the configuration or on several claims. */
const beyondSchema: readonly ClaimRule[] = [
  ['returnUrl', ours, ({ returnUrl }, { shopOrigins }) => leadsToShop(returnUrl, shopOrigins)],
  ['failUrl', ours, ({ failUrl }, { shopOrigins }) => failUrl === undefined || leadsToShop(failUrl, shopOrigins)],
  [
    'origin',
    'must be one of TENDER_SHOP_ORIGINS',
    ({ origin }, rules) => !origin || rules.shopOrigins.includes(origin),
  ],
  ['currency', 'must be a currency of ISO 4217', ({ currency }) => currencyOf(currency) !== undefined],
  ...(['recurringFrequency', 'recurringExpiry'] as const).map((term): ClaimRule => [
    term,
    'is required where saveAs is recurrent',
    (it) => it.saveAs !== 'recurrent' || it[term] !== undefined,
  ]),
  ['amount', 'must be 1 or more, and 0 with the feature VERIFY', (it) => it.amount > 0 !== isVerification(it)],
  ...claimRules,
]

/** Whether an address leads back to the merchant: to one of the origins, or into an app. */
export const leadsToShop = (address: string, origins: readonly string[]): boolean =>
  leadsTo(address, origins) || leadsToApp(address)

/**
 * Whether an address leads to one of the origins. The text is checked beside the parsed URL, since the gateway's parser
 * may read it differently.
 */
export function leadsTo(address: string, origins: readonly string[]): boolean {
  if (/[\s\\\p{Cc}]/u.test(address)) return false
  // The host ends with the first slash, so that an address that continues an origin with one needs no parser.
  if (origins.some((origin) => isWeb.test(origin) && address.startsWith(`${origin}/`))) return true
  const url = parsed(address)
  if (!url) return false
  const { origin, username, password } = url
  return origins.includes(origin) && !username && !password && address.toLowerCase().startsWith(origin)
}

/** An origin as URL parsers write it. */
const isWeb = /^https?:\/\/[a-z0-9.:[\]-]+$/

function parsed(address: string): URL | undefined {
  try {
    return new URL(address)
  } catch {
    return undefined
  }
}
