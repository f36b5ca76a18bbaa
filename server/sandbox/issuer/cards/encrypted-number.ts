import { constants, createPublicKey, publicEncrypt, type KeyObject } from 'node:crypto'
import { Declined } from '../ledger/declined.ts'

const wrongKey = 'rsaPublicKey must be an RSA public key: PEM, or base64 of DER (SubjectPublicKeyInfo or PKCS #1)'

/**
 * A card number encrypted with an RSA key, in base64: PKCS #1 v1.5, since the document states no padding and its family
 * uses this one elsewhere. Declines with 92 if the key is invalid.
 */
export function encryptedNumber(pan: string, publicKey: string): string {
  const key = keyIn(publicKey)
  if (key?.asymmetricKeyType !== 'rsa') throw new Declined('92', wrongKey)
  try {
    return publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(pan)).toString('base64')
  } catch {
    throw new Declined('92', `${wrongKey}, with room for a card number`)
  }
}

function keyIn(text: string): KeyObject | undefined {
  const der = Buffer.from(text, 'base64')
  const readings = text.includes('-----BEGIN')
    ? [() => createPublicKey(text)]
    : [spki(der), () => createPublicKey({ key: der, format: 'der', type: 'pkcs1' })]
  for (const read of readings) {
    try {
      return read()
    } catch {
      // The key may have the next format.
    }
  }
  return undefined
}

const spki = (key: Buffer) => (): KeyObject => createPublicKey({ key, format: 'der', type: 'spki' })
