import type { VariableName } from './variables.ts'

type Problem = readonly [name: VariableName, rule: string]
type Text = (name: VariableName) => string

/** Minimum of different bytes in a secret; 32 random hexadecimal digits have fewer once in ten million times. */
const FEWEST = 8

/** Examples in documentation: of JSON Web Tokens, of Standard Webhooks, of the gateway's specification. */
const published: ReadonlySet<string> = new Set([
  'a-string-secret-at-least-256-bits-long',
  'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow',
  'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  'ooc7slpvc61k7sf7ma7p4hrefr',
])

/**
 * Values in this repository's documents, its demo and its deployment files. With a gateway on this machine, which may be
 * the sandbox, they are accepted.
 */
const ownExamples: ReadonlySet<string> = new Set([
  'sandbox-ticket-secret-known-to-everybody',
  'sandbox-api-key-known-to-everybody',
  'sandbox-signing-secret-known-to-everybody',
  'sandbox-webhook-secret-known-to-everybody',
  'sandbox-password',
  'sandbox-token',
  'acme-password',
  'branch-password',
  'known-to-both',
  'password',
])

/** Words of placeholders. */
const placeholder = /change.?me|replace.?me|your.?(?:256.?bit.?)?(?:secret|key)|placeholder|example|secret.?here/i

/** Variables in one group may share a secret, since they serve the same purpose. */
const groups: readonly (readonly VariableName[])[] = [
  ['TENDER_TICKET_SECRET', 'TENDER_TICKET_SECRETS'],
  ['TENDER_SIGNING_SECRET'],
  ['TENDER_API_KEYS'],
  ['TENDER_WEBHOOK_SECRET'],
  ['TENDER_CALLBACK_SECRET'],
  ['TENDER_METRICS_TOKEN'],
  ['TENDER_GATEWAY_PASSWORD'],
  ['TENDER_GATEWAY_TOKEN'],
  ['TENDER_REDIS_URL'],
]

/** Secrets chosen by the bank, the gateway or an operator of Redis are rejected only if they are published. */
const notOurs: ReadonlySet<VariableName> = new Set([
  'TENDER_CALLBACK_SECRET',
  'TENDER_GATEWAY_PASSWORD',
  'TENDER_GATEWAY_TOKEN',
  'TENDER_REDIS_URL',
])

/** A rule for each variable whose secret is easily guessed, published, or another variable's too; `isSandbox` allows our own examples. */
export function weakSecrets(text: Text, isSandbox = false): readonly Problem[] {
  const rows = groups.map((names) => names.map((name) => ({ name, secrets: secretsIn(name, text(name)) })))
  const weak = rows.flat().flatMap(({ name, secrets }): Problem[] => {
    const rule = secrets
      .map((secret) => weaknessOf(secret, notOurs.has(name), isSandbox))
      .find((found) => found !== undefined)
    return rule === undefined ? [] : [[name, rule]]
  })
  return [...weak, ...shared(rows)]
}

/** Variables whose secrets let a caller in: with one of another merchant, its callers would be let in here too. */
const admitting = ['TENDER_TICKET_SECRET', 'TENDER_TICKET_SECRETS', 'TENDER_SIGNING_SECRET', 'TENDER_API_KEYS'] as const

/** Each secret that lets a caller in, and its variable. */
export const admittingSecrets = (text: Text): readonly (readonly [secret: string, name: VariableName])[] =>
  admitting.flatMap((name) => secretsIn(name, text(name)).map((secret) => [secret, name] as const))

const lists: ReadonlySet<VariableName> = new Set([
  'TENDER_SIGNING_SECRET',
  'TENDER_API_KEYS',
  'TENDER_WEBHOOK_SECRET',
  'TENDER_METRICS_TOKEN',
])

function secretsIn(name: VariableName, text: string): readonly string[] {
  if (text === '' || text === 'none') return []
  if (name === 'TENDER_REDIS_URL') return URL.canParse(text) ? [new URL(text).password].filter(Boolean) : []
  if (name === 'TENDER_TICKET_SECRETS') return text.split(',').map((one) => one.replace(/^[^:]*:/, '').trim())
  return lists.has(name) ? text.split(/[\s,]+/).filter(Boolean) : [text]
}

/** A webhook secret's decoded bytes, as text; any other secret unchanged. */
const keyIn = (secret: string): string =>
  secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64').toString('latin1') : secret

function weaknessOf(secret: string, isForeign: boolean, isSandbox: boolean): string | undefined {
  const key = keyIn(secret)
  if (published.has(secret) || (!isSandbox && ownExamples.has(key)))
    return 'must not be a published example: everybody knows it'
  if (isForeign || isShort(secret, key)) return undefined
  if (placeholder.test(key)) return 'must not be a placeholder: make one by openssl rand -base64 32'
  if (new Set(Buffer.from(key)).size < FEWEST || isRepeated(key))
    return `must be random, of ${FEWEST} different characters or more and no repetition: make one by openssl rand -base64 32`
  return undefined
}

/** Whether the secret is already rejected for its length. */
const isShort = (secret: string, key: string): boolean =>
  Buffer.byteLength(key, key === secret ? 'utf8' : 'latin1') < (key === secret ? 32 : 24)

/** Whether the text repeats one part of it, as `12345678901234567890`. */
function isRepeated(text: string): boolean {
  for (let length = 1; length <= text.length / 2; length += 1) if (text.startsWith(text.slice(length))) return true
  return false
}

/** Rejects a secret used for two purposes, since its holder could use it for both. */
function shared(rows: readonly (readonly { name: VariableName; secrets: readonly string[] }[])[]): Problem[] {
  const known = new Map<string, { readonly name: VariableName; readonly group: number }>()
  const complaints: Problem[] = []
  for (const [group, row] of rows.entries())
    for (const { name, secrets } of row) {
      const first = formsOf(secrets).flatMap((form) => known.get(form) ?? [])
      const other = first.find((one) => one.group !== group)
      if (other) complaints.push([name, `must not be the secret of ${other.name} too: each has one of its own`])
      for (const form of formsOf(secrets)) if (!known.has(form)) known.set(form, { name, group })
    }
  return complaints
}

/** The secrets in all forms in which they may be written. */
const formsOf = (secrets: readonly string[]): string[] =>
  secrets.flatMap((secret) => [secret, secret.replace(/^whsec_/, ''), keyIn(secret)])
