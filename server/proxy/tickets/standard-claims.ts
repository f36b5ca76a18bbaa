import type { JWTPayload } from 'jose'
import { TicketRefused } from './ticket-refused.ts'

/** Seconds by which the merchant's clock may differ from ours. */
export const LEEWAY = 60

const rules: ReadonlyMap<string, string> = new Map([
  ['aud', 'must name this proxy'],
  ['nbf', 'must not lie in the future'],
  ['iat', 'must not lie in the future'],
])

/** The refusal of a ticket by a claim that RFC 7519 specifies. */
export const invalidClaim = (claim: string, claims: JWTPayload): TicketRefused =>
  new TicketRefused('ticket_invalid', rules.get(claim) ?? 'is not valid', claim, claims)

export const expired = (claims: JWTPayload): TicketRefused =>
  new TicketRefused('ticket_expired', undefined, undefined, claims)

/**
 * Validates the claims of RFC 7519 in the order in which jose does: `now` in seconds, and the audience that must be
 * named, if any.
 */
export function requireStandardClaims(claims: JWTPayload, now: number, audience: string | undefined): void {
  if (audience !== undefined && !names(claims.aud, audience)) throw invalidClaim('aud', claims)
  for (const claim of times) if (!isTime(claims[claim])) throw invalidClaim(claim, claims)
  if (claims.nbf !== undefined && claims.nbf > now + LEEWAY) throw invalidClaim('nbf', claims)
  if (!isTime(claims.exp)) throw invalidClaim('exp', claims)
  if (claims.exp !== undefined && claims.exp <= now - LEEWAY) throw expired(claims)
}

const times = ['iat', 'nbf'] as const

const isTime = (value: unknown): boolean => value === undefined || typeof value === 'number'

const names = (aud: unknown, audience: string): boolean =>
  aud === audience || (Array.isArray(aud) && aud.includes(audience))
