import { isUtf8 } from 'node:buffer'
import type { ProtectedHeaderParameters } from 'jose'
import { Refused } from '#contract/refusal-codes.ts'
import { readStrictly } from '#gateway-client/strict-json.ts'

/**
 * The header of a JSON Web Token whose header and claims are JSON that all parsers read alike; the signature is not
 * verified. Throws `ticket_malformed` for any other text.
 */
export function headerOf(token: string): ProtectedHeaderParameters {
  const [headerPart = '', claimsPart = '', ...rest] = token.split('.')
  const header = jsonIn(headerPart)
  if (rest.length !== 1 || !isObject(header) || !isObject(jsonIn(claimsPart)) || !isJwt(header['typ']))
    throw new Refused('ticket_malformed')
  return header
}

/** Base64url without padding (RFC 7515, 2). */
const base64url = /^[\w-]+$/

/** The value of a part, in UTF-8, JSON and Base64url that are valid and unambiguous. */
function jsonIn(part: string): unknown {
  const bytes = Buffer.from(part, 'base64url')
  if (!base64url.test(part) || part.length % 4 === 1 || !isUtf8(bytes)) throw new Refused('ticket_malformed')
  try {
    return readStrictly(bytes.toString())
  } catch {
    throw new Refused('ticket_malformed')
  }
}

const isObject = (value: unknown): value is ProtectedHeaderParameters =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isJwt = (typ: unknown): boolean => typ === undefined || (typeof typ === 'string' && typ.toUpperCase() === 'JWT')
