import { isUtf8 } from 'node:buffer'
import type { ProtectedHeaderParameters } from 'jose'
import { ProxyError } from '#contract/proxy-errors.ts'
import { readStrictly } from '#gateway-client/strict-json.ts'

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
