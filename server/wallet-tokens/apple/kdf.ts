import { createHash } from 'node:crypto'

const sha256 = (...inputs: readonly (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256')
  for (const input of inputs) hash.update(input)
  return hash.digest()
}

/** SHA-256 of the merchant identifier, as the key derivation and the merchant's certificate contain it. */
export const merchantIdHash = (merchantIdentifier: string): Buffer => sha256(merchantIdentifier)

/** `publicKeyHash` of the header: SHA-256 of the merchant's public key (SubjectPublicKeyInfo), Base64. */
export const publicKeyHash = (spki: Buffer): string => sha256(spki).toString('base64')

const COUNTER = Buffer.from([0, 0, 0, 1])
const ALGORITHM = '\x0did-aes256-GCM'

/** NIST SP 800-56A's one-step derivation with Apple's parameters: shared secret -> AES-256 key. */
export const aesKey = (sharedSecret: Buffer, merchantId: Buffer): Buffer =>
  sha256(COUNTER, sharedSecret, ALGORITHM, 'Apple', merchantId)
