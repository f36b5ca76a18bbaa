import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto'
import { errors, jwtVerify, type JWTClaimVerificationOptions, type JWTPayload } from 'jose'
import type { TicketKey } from '../config/signing-keys.ts'
import type { Token } from './token.ts'

/**
 * Whether the secret signed a token by HS256. Verified on this thread: jose does it on another, which costs a fifth of
 * all that a request needs.
 */
export function isSignedBy({ text }: Token, { key }: TicketKey): boolean {
  const end = text.lastIndexOf('.')
  const due = Buffer.from(hmacOf(text.slice(0, end), key), 'latin1')
  const given = Buffer.from(text.slice(end + 1), 'latin1')
  return given.length === due.length && timingSafeEqual(given, due)
}

const hmacOf = (text: string, key: KeyObject): string => createHmac('sha256', key).update(text).digest('base64url')

/**
 * The claims of a token that the private key of a public one signed, validated by jose; `undefined` where another did.
 */
export async function claimsSignedBy(
  { text }: Token,
  { key, algorithms }: TicketKey,
  options: JWTClaimVerificationOptions,
): Promise<JWTPayload | undefined> {
  try {
    return (await jwtVerify(text, key, { ...options, algorithms: [...algorithms] })).payload
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) return undefined
    throw error
  }
}
