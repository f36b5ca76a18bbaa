import { decodeProtectedHeader, errors, type JWTPayload, type ProtectedHeaderParameters } from 'jose'
import { explain } from '#contract/explain.ts'
import { Refused } from '#contract/faults.ts'
import type { Clock } from '#contract/ports.ts'
import { brokenExp, LONGEST_LIFE, Ticket } from '#contract/ticket.ts'
import { readerOf } from '#contract/wire/reader.ts'
import { currencyOf } from '#contract/currencies.ts'
import { readStrictly } from '#gateway-client/strict-json.ts'
import { leadsToApp } from './app-link.ts'
import { claimRules } from './claim-rules.ts'
import { isVerification } from './methods.ts'
import type { TicketKey } from '../config/ticket-keys.ts'
import { TicketRefused } from './ticket-refused.ts'
import { claimsIn } from './ticket-signature.ts'

/** The settings that tickets are checked against. */
export interface TicketRules {
  readonly ticketKeys: readonly TicketKey[]
  readonly ticketAudience?: string
  readonly shopOrigins: readonly string[]
}

/** Seconds by which the merchant's clock may differ from ours. */
const LEEWAY = 60

/** Reads an order ticket; throws a `ticket_…` fault that names the claim and the rule it breaks. */
export type TicketReader = (authorization: string | undefined) => Promise<Ticket>

export function buildTicketReader(rules: TicketRules, clock: Clock): TicketReader {
  const readHeader = buildHeaderReader()
  return async (authorization) => {
    const token = /^Bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1]
    if (!token) throw new Refused('ticket_missing')
    return checked(await verified(token, readHeader(token), rules, clock), rules, clock)
  }
}

async function verified(
  token: string,
  header: ProtectedHeaderParameters,
  rules: TicketRules,
  clock: Clock,
): Promise<JWTPayload> {
  for (const key of candidates(header, rules.ticketKeys)) {
    try {
      return await claimsIn(token, header, key, {
        clockTolerance: LEEWAY,
        currentDate: new Date(clock.now()),
        ...(rules.ticketAudience !== undefined && { audience: rules.ticketAudience }),
      })
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw refusalOf(error)
    }
  }
  throw new Refused('ticket_forged')
}

/**
 * Reads the header of a token, whose JSON must be unambiguous; the last is remembered, since a merchant's are all
 * alike.
 */
function buildHeaderReader(): (token: string) => ProtectedHeaderParameters {
  let last: { readonly text: string; readonly header: ProtectedHeaderParameters } | undefined
  return (token) => {
    const [text = '', claims = '', ...rest] = token.split('.')
    if (rest.length !== 1 || !isStrict(claims)) throw new Refused('ticket_malformed')
    if (last?.text === text) return last.header
    const header = isStrict(text) ? decoded(token) : undefined
    if (!header || !isJwt(header.typ)) throw new Refused('ticket_malformed')
    last = { text, header }
    return header
  }
}

const isJwt = (typ: unknown): boolean => typ === undefined || (typeof typ === 'string' && typ.toUpperCase() === 'JWT')

function isStrict(part: string): boolean {
  try {
    readStrictly(Buffer.from(part, 'base64url').toString())
    return true
  } catch {
    return false
  }
}

function decoded(token: string): ProtectedHeaderParameters | undefined {
  try {
    return decodeProtectedHeader(token)
  } catch {
    return undefined
  }
}

/** A ticket may only choose among our keys by name; the algorithm is the key's. */
const candidates = ({ kid, alg }: ProtectedHeaderParameters, keys: readonly TicketKey[]): readonly TicketKey[] =>
  keys.filter(
    (key) =>
      key.algorithms.some((one) => one === alg) && (kid === undefined || key.kid === undefined || key.kid === kid),
  )

function refusalOf(error: unknown): Refused {
  if (error instanceof errors.JWTExpired)
    return new TicketRefused('ticket_expired', undefined, undefined, error.payload)
  if (error instanceof errors.JWTClaimValidationFailed)
    return new TicketRefused(
      'ticket_invalid',
      standardClaims.get(error.claim) ?? 'is not valid',
      error.claim,
      error.payload,
    )
  return new Refused('ticket_malformed')
}

const standardClaims = new Map([
  ['aud', 'must name this proxy'],
  ['nbf', 'must not lie in the future'],
  ['iat', 'must not lie in the future'],
])

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
  const rule = brokenExp(exp, now + LONGEST_LIFE)
  if (rule !== undefined) throw new TicketRefused('ticket_invalid', rule, 'exp', payload)
  if (iat > now) throw new TicketRefused('ticket_invalid', standardClaims.get('iat'), 'iat', payload)
}

type ClaimRule = readonly [field: string, rule: string, holds: (ticket: Ticket, rules: TicketRules) => boolean]

const ours = 'must lead to an origin of TENDER_SHOP_ORIGINS or to an app, without a login, spaces or backslashes'

/** Rules beyond the schema, most of which depend on the configuration or on several claims. */
const beyondSchema: readonly ClaimRule[] = [
  ['returnUrl', ours, ({ returnUrl }, { shopOrigins }) => leadsBack(returnUrl, shopOrigins)],
  ['failUrl', ours, ({ failUrl }, { shopOrigins }) => failUrl === undefined || leadsBack(failUrl, shopOrigins)],
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
export const leadsBack = (address: string, origins: readonly string[]): boolean =>
  leadsTo(address, origins) || leadsToApp(address)

/**
 * Whether an address leads to one of the origins. The text is checked beside the parsed URL, since the gateway's parser
 * may read it differently.
 */
export function leadsTo(address: string, origins: readonly string[]): boolean {
  const url = /[\s\\\p{Cc}]/u.test(address) ? undefined : parsed(address)
  if (!url) return false
  const { origin, username, password } = url
  return origins.includes(origin) && !username && !password && address.toLowerCase().startsWith(origin)
}

function parsed(address: string): URL | undefined {
  try {
    return new URL(address)
  } catch {
    return undefined
  }
}
