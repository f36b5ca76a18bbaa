import { createPublicKey, createSecretKey, hkdfSync, type JsonWebKey, type KeyObject } from 'node:crypto'
import { list, type VariableReader } from './reader.ts'
import { Secret } from './secret.ts'
import type { VariableName } from './variables.ts'

/** A key that order tickets may be signed with; its algorithms are fixed, and never taken from a ticket. */
export interface TicketKey {
  /** Absent on a key without a name, which is tried for every ticket. */
  readonly kid?: string
  readonly algorithms: readonly string[]
  readonly key: KeyObject
}

/** The keys of order tickets, and the secrets of the proxy's own signatures. */
export interface SigningSecrets {
  readonly ticketKeys: readonly TicketKey[]
  readonly signingSecret: Secret
  /** Their signatures are still accepted. */
  readonly olderSigningSecrets: readonly Secret[]
}

/** Reads the variables of tickets and of the proxy's own signatures. */
export function readSigning(from: VariableReader): SigningSecrets {
  const { keys, secrets, errors } = readTicketKeys({
    secret: from.text('TENDER_TICKET_SECRET'),
    secrets: from.text('TENDER_TICKET_SECRETS'),
    publicKeys: from.text('TENDER_TICKET_PUBLIC_KEYS'),
  })
  for (const [name, rule] of errors) from.wrong(name, rule)
  const own = list(from.text('TENDER_SIGNING_SECRET'))
  if (own.some(isShort))
    from.wrong('TENDER_SIGNING_SECRET', 'must have 32 bytes or more, each of them where there are several')
  if (!own.length && from.text('TENDER_WEBHOOK_URL'))
    from.wrong(
      'TENDER_SIGNING_SECRET',
      'is required where TENDER_WEBHOOK_URL is set: a webhook about a refund may follow long after the ticket secrets were replaced',
    )
  else if (!own.length && !secrets.length && keys.length)
    from.wrong('TENDER_SIGNING_SECRET', 'is required where no ticket secret is set')
  const [first, ...older] = own.length ? own.map((one) => new Secret(one)) : secrets.map(derived)
  return { ticketKeys: keys, signingSecret: first ?? derived(new Secret('')), olderSigningSecrets: older }
}

const derived = (secret: Secret): Secret =>
  new Secret(
    Buffer.from(hkdfSync('sha256', secret.reveal(), '', 'tender-checkout signatures', 32)).toString('base64url'),
  )

/** The keys that were read, and the errors in their variables. */
interface KeyReading {
  readonly keys: readonly TicketKey[]
  /** The HS256 secrets in their order. */
  readonly secrets: readonly Secret[]
  readonly errors: readonly (readonly [VariableName, string])[]
}

/** Reads the three variables that hold ticket keys; at least one of them must be set. */
function readTicketKeys(given: { secret: string; secrets: string; publicKeys: string }): KeyReading {
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
