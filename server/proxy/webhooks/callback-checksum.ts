import { createHmac, timingSafeEqual, verify, type KeyObject } from 'node:crypto'
import { Callback, stringToSign } from '#server-contract/gateway/callbacks.ts'
import { publicKeyIn } from '#signature/pem.ts'
import type { CallbackKeys } from '../config/webhook-settings.ts'

export type CallbackFields = Readonly<Record<string, string>>

/** Whether the gateway has signed these fields. */
export type Check = (fields: CallbackFields) => boolean

/** A check per key that is configured (family): HMAC-SHA256, or RSA PKCS#1 v1.5 with SHA-512, upper-case hex. */
export const checksOf = ({ secret, certificate }: CallbackKeys): readonly Check[] => [
  ...(secret ? [symmetric(secret.reveal())] : []),
  ...(certificate === undefined ? [] : [asymmetric(publicKeyIn(certificate))]),
]

const symmetric =
  (secret: string): Check =>
  (fields) => {
    const due = createHmac('sha256', secret).update(stringToSign(fields)).digest()
    const given = checksumIn(fields)
    return given.length === due.length && timingSafeEqual(given, due)
  }

const asymmetric =
  (key: KeyObject): Check =>
  (fields) =>
    verify('sha512', Buffer.from(stringToSign(fields)), key, checksumIn(fields))

const checksumIn = ({ checksum = '' }: CallbackFields): Buffer =>
  Buffer.from(/^(?:[0-9A-F]{2})+$/i.test(checksum) ? checksum : '', 'hex')

/** The documented parameters by their names in lower case. */
const documented: ReadonlyMap<string, string> = new Map(
  Object.keys(Callback.shape).map((name) => [name.toLowerCase(), name]),
)

const nameOf = (name: string): string => documented.get(name.toLowerCase()) ?? name

/**
 * The fields that the gateway has signed, by their documented names: all of them, or the documented ones, since networks
 * and analytics add others to an address on its way. `undefined` where it has signed neither.
 */
export function signedFields(checks: readonly Check[], sent: CallbackFields): CallbackFields | undefined {
  const { checksum = '' } = withNames(sent)
  const known = Object.entries(sent).filter(([name]) => documented.has(name.toLowerCase()))
  for (const asSent of [sent, Object.fromEntries(known)]) {
    const fields = withNames(asSent)
    // Which letter case of the names is signed depends on who has changed it.
    for (const one of [fields, { ...asSent, checksum }]) if (checks.some((check) => check(one))) return fields
  }
  return undefined
}

/** The fields by their documented names. */
export const withNames = (fields: CallbackFields): CallbackFields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [nameOf(name), value]))

/**
 * The fields of a query or a form; `undefined` when a name occurs twice, in any letter case, which parsers read
 * differently.
 */
export function fieldsIn(text: string): CallbackFields | undefined {
  const fields: Record<string, string> = Object.create(null)
  const names = new Set<string>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (names.has(nameOf(name))) return undefined
    names.add(nameOf(name))
    fields[name] = value
  }
  return fields
}
