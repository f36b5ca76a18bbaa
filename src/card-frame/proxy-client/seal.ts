import { PKCS1_KEM } from 'micro-rsa-dsa-dh/rsa.js'

/** What is sealed: a card, or the code of a stored one. An empty field counts as absent. */
export interface Sealable {
  readonly pan?: string
  readonly cvc: string
  /** YYYYMM. */
  readonly expiry?: string
  /** The gateway's identifier of the order that is paid; a mail or telephone order has none yet. */
  readonly orderId?: string
  /** The stored card that pays. */
  readonly bindingId?: string
}

/** The time and the UUID of a token; `offset` is in minutes, as `getTimezoneOffset()` returns it. */
export interface Stamp {
  readonly now: number
  readonly offset: number
  readonly uuid: string
}

export type Seal = typeof seal

/**
 * Seals the card data into an `seToken` (the gateway family's format of five to seven fields) with the gateway's public
 * key in PEM.
 */
export async function seal(what: Sealable, stamp: Stamp, pem: string): Promise<string> {
  const plain = new TextEncoder().encode(plainText(what, stamp))
  return base64(PKCS1_KEM.encrypt(await publicKey(pem), plain))
}

/** `timestamp/uuid/PAN/CVV/EXPDATE/mdOrder/bindingId`, cut after the last field that is not empty. */
export const plainText = (
  { pan = '', cvc, expiry = '', orderId = '', bindingId = '' }: Sealable,
  { now, offset, uuid }: Stamp,
): string => [timestamp(now, offset), uuid, pan, cvc, expiry, orderId, bindingId].join('/').replace(/\/+$/, '')

/** ISO 8601 with the shopper's own offset: `2034-12-31T23:59:59+03:00`. */
export function timestamp(now: number, offset: number): string {
  const local = new Date(now - offset * 60_000).toISOString().slice(0, 19)
  const minutes = Math.abs(offset)
  return `${local}${offset > 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

const two = (value: number): string => String(value).padStart(2, '0')

/** WebCrypto parses the key but does not offer this padding for it, so its modulus and exponent are exported. */
async function publicKey(pem: string): Promise<{ n: bigint; e: bigint }> {
  const der = bytes(pem.replace(/-----[^-]+-----|\s/g, ''))
  const key = await crypto.subtle.importKey('spki', der, { name: 'RSA-OAEP', hash: 'SHA-256' }, true, ['encrypt'])
  const { n, e } = await crypto.subtle.exportKey('jwk', key)
  return { n: integer(n!), e: integer(e!) }
}

const integer = (base64url: string): bigint =>
  bytes(base64url.replaceAll('-', '+').replaceAll('_', '/')).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)

const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

const base64 = (raw: Uint8Array): string => btoa(String.fromCharCode(...raw))
