import { isUtf8 } from 'node:buffer'
import type { JWTPayload, ProtectedHeaderParameters } from 'jose'
import { Refused } from '#contract/faults.ts'
import { readStrictly } from '#gateway-client/strict-json.ts'

/** A token whose parts are JSON that all parsers read alike; its signature is not verified yet. */
export interface Token {
  /** The compact form. */
  readonly text: string
  readonly header: ProtectedHeaderParameters
  readonly claims: unknown
}

/** Throws `ticket_malformed` where a text is no token of that form. */
export type TokenReader = (text: string) => Token

/** Builds a reader, which remembers the last header: those of one merchant are all alike. */
export function buildTokenReader(): TokenReader {
  let last: { readonly part: string; readonly header: ProtectedHeaderParameters } | undefined
  return (text) => {
    const [part = '', claimsPart = '', ...rest] = text.split('.')
    const claims = jsonIn(claimsPart)
    if (rest.length !== 1) throw malformed()
    if (last?.part === part) return { text, header: last.header, claims }
    const header = jsonIn(part)
    if (!isMembers(header) || !isJwt(header['typ'])) throw malformed()
    last = { part, header }
    return { text, header, claims }
  }
}

const malformed = (): Refused => new Refused('ticket_malformed')

/** Base64url without padding (RFC 7515, 2). */
const encoded = /^[\w-]+$/

/** The value of a part, in UTF-8, JSON and Base64url that are valid and unambiguous. */
function jsonIn(part: string): unknown {
  const bytes = Buffer.from(part, 'base64url')
  if (!encoded.test(part) || part.length % 4 === 1 || !isUtf8(bytes)) throw malformed()
  try {
    return readStrictly(bytes.toString())
  } catch {
    throw malformed()
  }
}

/** Whether a value of JSON is an object with members. */
export const isMembers = (value: unknown): value is JWTPayload =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isJwt = (typ: unknown): boolean => typ === undefined || (typeof typ === 'string' && typ.toUpperCase() === 'JWT')
