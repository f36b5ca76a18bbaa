import type { JWTPayload } from 'jose'
import { explain } from '#server-contract/explain.ts'
import { ProxyError } from '#contract/proxy-errors.ts'
import type { Clock } from '#contract/ports.ts'
import { BANK_PAGE, isByOperator } from '#contract/methods/methods.ts'
import { brokenExp, MAX_TICKET_LIFETIME, Ticket } from '#server-contract/ticket.ts'
import type { GatewayProfile } from '#gateway-client/profiles/profile.ts'
import { leadsToApp } from './app-link.ts'
import { claimRules } from './claim-rules.ts'
import { isVerification } from './methods.ts'
import type { BankPage } from '../config/methods/bank-page/settings.ts'
import type { TicketKey } from '../config/signing-keys.ts'
import { TicketRefused } from './ticket-refused.ts'
import { imported, invalidClaim, LEEWAY, verifiedClaims } from './verified-claims.ts'

/** The settings that tickets are checked against. */
export interface TicketRules {
  readonly ticketKeys: readonly TicketKey[]
  readonly ticketAudience?: string
  readonly shopOrigins: readonly string[]
  readonly gateway: {
    readonly profile: Pick<GatewayProfile, 'orderNumberLength' | 'neededParams' | 'needsBasket' | 'params'>
  }
  /** Where it is `only`, the bank's page replaces the methods of every ticket from the web. */
  readonly bankPage?: BankPage
}

/** Reads an order ticket; throws a `ticket_…` error that names the claim and the rule it breaks. */
export type TicketReader = (authorization: string | undefined) => Promise<Ticket>

export function buildTicketReader(rules: TicketRules, clock: Clock): TicketReader {
  const importing = Promise.all(rules.ticketKeys.map(imported))
  return async (authorization) => {
    const token = /^Bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1]
    if (!token) throw new ProxyError('ticket_missing')
    const { ticketAudience: audience } = rules
    const claims = await verifiedClaims(token, { keys: await importing, audience, now: clock.now() })
    return checked(claims, rules, clock)
  }
}

function checked(payload: JWTPayload, rules: TicketRules, clock: Clock): Ticket {
  const read = Ticket.safeParse(payload)
  if (!read.success) {
    const { field, rule } = explain(read.error, payload)
    throw new TicketRefused('ticket_invalid', rule, field, payload)
  }
  checkTimes(read.data, clock.now() / 1000 + LEEWAY, payload)
  const broken = beyondSchema.find(([, , holds]) => !holds(read.data, rules))
  if (broken) throw new TicketRefused('ticket_invalid', broken[1], broken[0], payload)
  const isByPage = rules.bankPage === 'only' && !isByOperator(read.data)
  return isByPage ? { ...read.data, methods: [BANK_PAGE] } : read.data
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
  [
    'orderNumber',
    'must leave room for the -2 of a second attempt within TENDER_GATEWAY_ORDER_NUMBER_LENGTH',
    ({ orderNumber }, { gateway }) => orderNumber.length + '-2'.length <= gateway.profile.orderNumberLength,
  ],
  [
    'jsonParams',
    'must have the parameters that the bank demands and TENDER_GATEWAY_PARAMS does not have',
    ({ jsonParams }, { gateway: { profile } }) =>
      (profile.neededParams ?? []).every((name) => ({ ...profile.params, ...jsonParams })[name] !== undefined),
  ],
  [
    'orderBundle',
    'is required by the bank',
    ({ orderBundle }, { gateway }) => !gateway.profile.needsBasket || orderBundle !== undefined,
  ],
  ['returnUrl', ours, ({ returnUrl }, { shopOrigins }) => leadsToShop(returnUrl, shopOrigins)],
  ['failUrl', ours, ({ failUrl }, { shopOrigins }) => failUrl === undefined || leadsToShop(failUrl, shopOrigins)],
  [
    'origin',
    'must be one of TENDER_SHOP_ORIGINS',
    ({ origin }, rules) => !origin || rules.shopOrigins.includes(origin),
  ],
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
