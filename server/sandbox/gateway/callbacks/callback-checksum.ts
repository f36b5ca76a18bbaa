import { createHmac, sign, type KeyObject } from 'node:crypto'
import { stringToSign } from '#server-contract/gateway/callbacks.ts'
import { privateKeyIn } from '#signature/pem.ts'
import type { CallbackKey } from '../merchants/callback-settings.ts'

export type CallbackFields = Readonly<Record<string, string>>

/** Adds the checksum that proves a callback's origin. */
export type Signer = (fields: CallbackFields) => CallbackFields

/** The signer of a key (family); without one, nothing is added. Throws at once when a private key cannot be read. */
export function signerOf(key: CallbackKey | undefined): Signer {
  if (!key) return (fields) => fields
  if (key.kind === 'hmac') return (fields) => ({ ...fields, checksum: hmac(key.secret, stringToSign(fields)) })
  const privateKey = keyIn(key)
  return (fields) => ({
    ...fields,
    sign_alias: key.alias,
    checksum: hex(sign('sha512', Buffer.from(stringToSign(fields)), privateKey)),
  })
}

function keyIn({ alias, privateKey }: CallbackKey & { readonly kind: 'rsa' }): KeyObject {
  try {
    return privateKeyIn(privateKey)
  } catch (error) {
    throw new TypeError(`The callback key ${alias} ${(error as Error).message}`, { cause: error })
  }
}

const hmac = (secret: string, text: string): string => hex(createHmac('sha256', secret).update(text).digest())

const hex = (bytes: Buffer): string => bytes.toString('hex').toUpperCase()
