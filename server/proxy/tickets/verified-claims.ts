import { webcrypto, type KeyObject } from 'node:crypto'
import { errors, jwtVerify, type JWTPayload, type ProtectedHeaderParameters } from 'jose'
import { isUtf8 } from 'node:buffer'
import { ProxyError } from '#contract/proxy-errors.ts'
import { readStrictly } from '#gateway-client/strict-json.ts'
import type { TicketKey } from '../config/signing-keys.ts'
import { TicketRefused } from './ticket-refused.ts'

/** Seconds by which the merchant's clock may differ from ours. */
export const LEEWAY = 60

/** A key of order tickets, ready for use. */
export interface ImportedKey extends Omit<TicketKey, 'key'> {
  readonly key: webcrypto.CryptoKey | KeyObject
}

/** Imports a secret once: jose imports it anew for each token, and remembers the import of public keys only. */
export const imported = async (ticketKey: TicketKey): Promise<ImportedKey> =>
  ticketKey.key.type === 'secret'
    ? { ...ticketKey, key: await webcrypto.subtle.importKey('raw', ticketKey.key.export(), HS256, false, ['verify']) }
    : ticketKey

const HS256 = { name: 'HMAC', hash: 'SHA-256' }

/** What a token is verified against: `now` in Unix milliseconds, and the audience that it must name, if any. */
export interface Verification {
  readonly keys: readonly ImportedKey[]
  readonly audience: string | undefined
  readonly now: number
}

/**
 * The claims of a token that one of the keys has signed, and whose claims of RFC 7519 are valid; throws a `ticket_…`
 * error for any other.
 */
export async function verifiedClaims(token: string, { keys, audience, now }: Verification): Promise<JWTPayload> {
  const options = { clockTolerance: LEEWAY, currentDate: new Date(now), ...(audience !== undefined && { audience }) }
  for (const { key, algorithms } of candidates(headerOf(token), keys)) {
    try {
      return (await jwtVerify(token, key, { ...options, algorithms: [...algorithms] })).payload
    } catch (error) {
      // Another key may have signed it, while keys are being replaced.
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw refusalOf(error)
    }
  }
  throw new ProxyError('ticket_forged')
}

/** A ticket may only choose among our keys by name; the algorithm is the key's. */
const candidates = ({ kid, alg }: ProtectedHeaderParameters, keys: readonly ImportedKey[]): readonly ImportedKey[] =>
  keys.filter(
    (key) =>
      key.algorithms.some((one) => one === alg) && (kid === undefined || key.kid === undefined || key.kid === kid),
  )

/** What a claim of RFC 7519 must be that jose refuses. */
const rules: ReadonlyMap<string, string> = new Map([
  ['aud', 'must name this proxy'],
  ['nbf', 'must not lie in the future'],
  ['iat', 'must not lie in the future'],
])

export const invalidClaim = (claim: string, claims: JWTPayload): TicketRefused =>
  new TicketRefused('ticket_invalid', rules.get(claim) ?? 'is not valid', claim, claims)

function refusalOf(error: unknown): ProxyError {
  if (error instanceof errors.JWTExpired)
    return new TicketRefused('ticket_expired', undefined, undefined, error.payload)
  if (error instanceof errors.JWTClaimValidationFailed) return invalidClaim(error.claim, error.payload)
  return new ProxyError('ticket_malformed')
}

/**
 * The header of a JSON Web Token whose header and claims are JSON that all parsers read alike; the signature is not
 * verified. Throws `ticket_malformed` for any other text.
 */
export function headerOf(token: string): ProtectedHeaderParameters {
  const parts = token.split('.')
  if (parts.length !== 3 || !parts.every(isBase64url)) throw new ProxyError('ticket_malformed')
  const [header, claims] = parts.slice(0, 2).map(jsonIn)
  if (!isObject(header) || !isObject(claims) || !isJwt(header['typ'])) throw new ProxyError('ticket_malformed')
  return header
}

/** Whether a text is Base64url without padding (RFC 7515, 2), in the only spelling that its bytes have. */
const isBase64url = (text: string): boolean => Buffer.from(text, 'base64url').toString('base64url') === text

/** The value of a part, in UTF-8 and JSON that are valid and unambiguous. */
function jsonIn(part: string): unknown {
  const bytes = Buffer.from(part, 'base64url')
  if (!isUtf8(bytes)) throw new ProxyError('ticket_malformed')
  try {
    return readStrictly(bytes.toString())
  } catch {
    throw new ProxyError('ticket_malformed')
  }
}

const isObject = (value: unknown): value is ProtectedHeaderParameters =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isJwt = (typ: unknown): boolean => typ === undefined || (typeof typ === 'string' && typ.toUpperCase() === 'JWT')
