import { createDecipheriv, createHmac, diffieHellman, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto'
import { keyFromPoint } from '../p256.ts'
import { bytesOf } from '../payment-token.ts'
import { WalletTokenRefused } from '../refused.ts'
import type { GoogleVersion, SealedMessage } from './shape.ts'

interface Cipher {
  readonly name: 'aes-128-ctr' | 'aes-256-ctr'
  /** Bytes of the AES key, and as many again of the HMAC key. */
  readonly keyLength: 16 | 32
}

export const ciphers: Readonly<Record<GoogleVersion, Cipher>> = {
  ECv1: { name: 'aes-128-ctr', keyLength: 16 },
  ECv2: { name: 'aes-256-ctr', keyLength: 32 },
}

/** The counter starts at zero, since every message has a key of its own. */
export const CTR_IV = Buffer.alloc(16)

export interface MessageKeys {
  readonly aes: Buffer
  readonly mac: Buffer
}

/** HKDF-SHA256 over the ephemeral point and the shared secret, split into the two keys of a message. */
export function messageKeys(ephemeralPoint: Buffer, sharedSecret: Buffer, version: GoogleVersion): MessageKeys {
  const { keyLength } = ciphers[version]
  const input = Buffer.concat([ephemeralPoint, sharedSecret])
  const bytes = Buffer.from(hkdfSync('sha256', input, Buffer.alloc(0), 'Google', 2 * keyLength))
  return { aes: bytes.subarray(0, keyLength), mac: bytes.subarray(keyLength) }
}

export const tagOf = (mac: Buffer, encrypted: Buffer): Buffer => createHmac('sha256', mac).update(encrypted).digest()

/**
 * Decrypts a message with the key that its tag matches; nothing is decrypted before a key matches.
 * @throws WalletTokenRefused `malformed`, `decryption_failed`
 */
export function decryptMessage(sealed: SealedMessage, version: GoogleVersion, ours: readonly KeyObject[]): string {
  const point = bytesOf(sealed.ephemeralPublicKey)
  const publicKey = keyFromPoint(point)
  const encrypted = bytesOf(sealed.encryptedMessage)
  for (const privateKey of ours) {
    const keys = messageKeys(point, diffieHellman({ privateKey, publicKey }), version)
    if (isEqual(tagOf(keys.mac, encrypted), bytesOf(sealed.tag))) return openCtr(encrypted, keys, version)
  }
  throw new WalletTokenRefused('decryption_failed')
}

const isEqual = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

function openCtr(encrypted: Buffer, { aes }: MessageKeys, version: GoogleVersion): string {
  const decipher = createDecipheriv(ciphers[version].name, aes, CTR_IV)
  return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8')
}
