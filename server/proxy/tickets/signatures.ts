import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secret } from '../config/secret.ts'

/** What a signature is for; one made for another purpose does not match. */
type Purpose =
  | 'return'
  | 'continuation'
  | 'authentication'
  | 'callback'
  | 'bank'
  | 'release'
  | 'work'
  | 'terms'
  | 'page'

/** Signs data that a client or the gateway sends back unchanged, so that the proxy need not store it. */
export interface Signer {
  sign(purpose: Purpose, facts: readonly unknown[]): string
  /** The signed data, or `undefined` when it was not signed here for that purpose. */
  open(purpose: Purpose, signed: string): readonly unknown[] | undefined
  /** A value for an order that only this proxy can compute, the same each time. */
  nonceOf(orderId: string): string
  /** Names of 64 hexadecimal digits for a path, that by the own secret first, then one for each older secret. */
  namesOf(path: string): readonly [string, ...string[]]
}

/** Signs by the first secret; signatures by the older ones are still accepted, so that a secret can be replaced. */
export function buildSigner(secret: Secret, older: readonly Secret[] = []): Signer {
  const mac = (purpose: string, text: string, by = secret): Buffer =>
    createHmac('sha256', by.reveal()).update(`${purpose}\n${text}`).digest()
  const signed = (purpose: string, text: string, by = secret): string =>
    `${text}.${mac(purpose, text, by).toString('base64url')}`
  return {
    sign(purpose, facts) {
      return signed(purpose, Buffer.from(JSON.stringify(facts)).toString('base64url'))
    },
    open(purpose, given) {
      const [text = ''] = given.split('.', 1)
      // Texts are compared, not bytes, which Base64 spells in several ways.
      const isDue = (by: Secret): boolean => isSame(Buffer.from(given), Buffer.from(signed(purpose, text, by)))
      if (![secret, ...older].some(isDue)) return undefined
      return JSON.parse(Buffer.from(text, 'base64url').toString()) as readonly unknown[]
    },
    nonceOf: (orderId) => mac('nonce', orderId).subarray(0, 16).toString('base64url'),
    namesOf: (path) => [mac('name', path).toString('hex'), ...older.map((by) => mac('name', path, by).toString('hex'))],
  }
}

const isSame = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)
