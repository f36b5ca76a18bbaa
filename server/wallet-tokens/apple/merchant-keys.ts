import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { spkiOf } from '../p256.ts'
import { merchantIdHash, publicKeyHash } from './kdf.ts'

/** A merchant's payment processing key. */
export interface AppleMerchantKey {
  /** P-256 for EC_v1, RSA for RSA_v1. */
  readonly privateKey: KeyObject
  /** SHA-256 of the merchant identifier, 32 bytes; EC_v1 derives the key with it. */
  readonly merchantId: Buffer
}

/** Several for rotation, found by the header's `publicKeyHash`. */
export type AppleMerchantKeys = ReadonlyMap<string, AppleMerchantKey>

export interface ApplePaymentProcessing {
  /** PEM: SEC 1, PKCS #1 or PKCS #8. */
  readonly privateKey: string
  /** Such as `merchant.example.shop`, or the 64 hexadecimal digits of its SHA-256. */
  readonly merchantIdentifier: string
}

export const appleMerchantKeys = (all: readonly ApplePaymentProcessing[]): AppleMerchantKeys =>
  new Map(
    all.map(({ privateKey: pem, merchantIdentifier }) => {
      const privateKey = createPrivateKey(pem)
      return [
        publicKeyHash(spkiOf(createPublicKey(privateKey))),
        { privateKey, merchantId: asHash(merchantIdentifier) },
      ]
    }),
  )

const asHash = (identifier: string): Buffer =>
  /^[\da-f]{64}$/i.test(identifier) ? Buffer.from(identifier, 'hex') : merchantIdHash(identifier)
