import { createHmac, timingSafeEqual, verify, type KeyObject } from 'node:crypto'
import { stringToSign } from '#contract/gateway/callbacks.ts'
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
  Buffer.from(/^(?:[0-9A-F]{2})+$/.test(checksum) ? checksum : '', 'hex')

/** The fields of a query or a form; `undefined` when a name occurs twice, which parsers read differently. */
export function fieldsIn(text: string): CallbackFields | undefined {
  const fields: Record<string, string> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in fields) return undefined
    fields[name] = value
  }
  return fields
}
