import { createPublicKey, createSecretKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import { Secret } from './secret.ts'
import type { VariableName } from './variables.ts'

/** A key that order tickets may be signed with; its algorithms are fixed, and never taken from a ticket. */
export interface TicketKey {
  /** Absent on a key without a name, which is tried for every ticket. */
  readonly kid?: string
  readonly algorithms: readonly string[]
  readonly key: KeyObject
}

/** The keys that were read, and the errors in their variables. */
export interface KeyReading {
  readonly keys: readonly TicketKey[]
  /** The HS256 secrets in their order. */
  readonly secrets: readonly Secret[]
  readonly errors: readonly (readonly [VariableName, string])[]
}

/** Reads the three variables that hold ticket keys; at least one of them must be set. */
export function readTicketKeys(given: { secret: string; secrets: string; publicKeys: string }): KeyReading {
  const errors: [VariableName, string][] = []
  const named = given.secrets.split(',').filter(Boolean).map(secretOf)
  const shared = [...(given.secret ? [{ secret: given.secret }] : []), ...named.flatMap((one) => one ?? [])]
  const publicKeys = given.publicKeys ? publicKeysIn(given.publicKeys) : []
  if (!given.secret && !given.secrets && !given.publicKeys)
    errors.push(['TENDER_TICKET_SECRET', 'is required, or TENDER_TICKET_SECRETS, or TENDER_TICKET_PUBLIC_KEYS'])
  if (given.secret && isShort(given.secret)) errors.push(['TENDER_TICKET_SECRET', 'must have 32 bytes or more'])
  if (named.some((one) => !one || isShort(one.secret)) || hasTwins(named.map((one) => one?.kid)))
    errors.push([
      'TENDER_TICKET_SECRETS',
      'must be `kid:secret,kid:secret`, each kid once, each secret of 32 bytes or more',
    ])
  if (!publicKeys) errors.push(['TENDER_TICKET_PUBLIC_KEYS', 'must be a JWK set of Ed25519 public keys, each kid once'])
  return {
    keys: [...shared.map(sharedKey), ...(publicKeys ?? [])],
    secrets: shared.map(({ secret }) => new Secret(secret)),
    errors,
  }
}

const isShort = (secret: string): boolean => Buffer.byteLength(secret) < 32

const hasTwins = (names: readonly unknown[]): boolean => new Set(names).size < names.length

function secretOf(text: string): { kid: string; secret: string } | undefined {
  const [, kid, secret] = /^\s*([^:\s]+):(.+?)\s*$/.exec(text) ?? []
  return kid && secret ? { kid, secret } : undefined
}

const sharedKey = ({ kid, secret }: { kid?: string; secret: string }): TicketKey => ({
  ...(kid !== undefined && { kid }),
  algorithms: ['HS256'],
  key: createSecretKey(secret, 'utf8'),
})

function publicKeysIn(text: string): readonly TicketKey[] | undefined {
  try {
    const { keys } = JSON.parse(text) as { keys: readonly (JsonWebKey & { kid?: string })[] }
    const read = keys.map(publicKey)
    return read.length && !hasTwins(read.map(({ kid }) => kid)) ? read : undefined
  } catch {
    return undefined
  }
}

function publicKey({ kid, kty, crv, x, d }: JsonWebKey & { kid?: string }): TicketKey {
  if (kty !== 'OKP' || crv !== 'Ed25519' || d !== undefined) throw new TypeError('Not an Ed25519 public key')
  const key = createPublicKey({ key: { kty, crv, x: x! }, format: 'jwk' })
  return { ...(kid !== undefined && { kid }), algorithms: ['EdDSA', 'Ed25519'], key }
}
