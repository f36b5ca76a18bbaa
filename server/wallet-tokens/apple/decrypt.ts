import { constants, createDecipheriv, diffieHellman, privateDecrypt } from 'node:crypto'
import { keyFromSpki } from '../p256.ts'
import { bytesOf } from '../payment-token.ts'
import { WalletTokenRefused } from '../refused.ts'
import { aesKey } from './kdf.ts'
import type { AppleMerchantKey } from './merchant-keys.ts'
import { keyMaterial, type ApplePaymentData, type AppleVersion } from './shape.ts'

/** AES-GCM as both versions use it: no additional data, the tag after the ciphertext. */
export const GCM = { iv: Buffer.alloc(16), tagLength: 16 } as const

/** How RSA_v1 wraps its key: OAEP with SHA-256 for the label and for MGF1. */
export const OAEP = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' } as const

interface Version {
  readonly cipher: 'aes-256-gcm' | 'aes-128-gcm'
  readonly keyType: 'ec' | 'rsa'
  readonly keyLength: 32 | 16
  readonly unwrap: (material: Buffer, key: AppleMerchantKey) => Buffer
}

const versions: Readonly<Record<AppleVersion, Version>> = {
  EC_v1: {
    cipher: 'aes-256-gcm',
    keyType: 'ec',
    keyLength: 32,
    unwrap: (spki, { privateKey, merchantId }) =>
      aesKey(diffieHellman({ privateKey, publicKey: keyFromSpki(spki) }), merchantId),
  },
  RSA_v1: {
    cipher: 'aes-128-gcm',
    keyType: 'rsa',
    keyLength: 16,
    unwrap: (wrapped, { privateKey }) => privateDecrypt({ key: privateKey, ...OAEP }, wrapped),
  },
}

/**
 * Decrypts payment data and checks its GCM tag; does not check its signature.
 * @throws WalletTokenRefused `unknown_key` for a key of the other version's kind, `decryption_failed`
 */
export function decryptPaymentData(paymentData: ApplePaymentData, key: AppleMerchantKey): string {
  const version = versions[paymentData.version]
  if (key.privateKey.asymmetricKeyType !== version.keyType) throw new WalletTokenRefused('unknown_key')
  try {
    return openGcm(version, version.unwrap(keyMaterial(paymentData), key), bytesOf(paymentData.data))
  } catch {
    // One error for every cause, so that it does not reveal which step failed.
    throw new WalletTokenRefused('decryption_failed')
  }
}

function openGcm({ cipher, keyLength }: Version, key: Buffer, data: Buffer): string {
  if (key.length !== keyLength) throw new RangeError('key length')
  const decipher = createDecipheriv(cipher, key, GCM.iv, { authTagLength: GCM.tagLength })
  decipher.setAuthTag(data.subarray(-GCM.tagLength))
  const text = decipher.update(data.subarray(0, -GCM.tagLength))
  return Buffer.concat([text, decipher.final()]).toString('utf8')
}
