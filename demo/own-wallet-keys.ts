import { X509Certificate } from 'node:crypto'
import type { AppleMerchantKey } from '#wallet-tokens/apple/merchant-keys.ts'
import type { Wallets } from '#sandbox/wallets/build-wallets.ts'

/**
 * Environment variables with which the proxy decrypts the sandbox wallets' tokens itself, like a merchant with wallet
 * keys.
 */
export function ownWalletKeys({ apple, google }: Wallets['openers']): Readonly<Record<string, string>> {
  const [{ privateKey, merchantId }] = [...apple.keys.values()] as [AppleMerchantKey]
  const [root] = apple.roots as [string]
  return {
    TENDER_APPLE_PAY_KEY: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    TENDER_APPLE_PAY_MERCHANT_ID: merchantId.toString('hex'),
    TENDER_APPLE_PAY_ROOT: root,
    TENDER_APPLE_PAY_ROOT_SHA256: new X509Certificate(root).fingerprint256,
    TENDER_GOOGLE_PAY_KEYS: google.privateKeys
      .map((key) => key.export({ format: 'der', type: 'pkcs8' }).toString('base64'))
      .join(','),
    TENDER_GOOGLE_PAY_RECIPIENT: google.recipientId,
    TENDER_GOOGLE_PAY_ROOTS: JSON.stringify({ keys: google.rootKeys }),
  }
}
