import { createPublicKey } from 'node:crypto'
import type { Clock, Random } from '#contract/ports.ts'
import { memoryStore, type Store } from '#sandbox/store/store.ts'
import type { AppleOpener } from '#wallet-tokens/apple-pay.ts'
import { appleMerchantKeys } from '#wallet-tokens/apple/merchant-keys.ts'
import type { ApplePaymentData } from '#wallet-tokens/apple/shape.ts'
import type { GoogleOpener } from '#wallet-tokens/google-pay.ts'
import type { GoogleToken, GoogleVersion } from '#wallet-tokens/google/shape.ts'
import { makeApplePayToken } from '#wallet-tokens/make/apple-pay.ts'
import { makeAppleRoot } from '#wallet-tokens/make/apple-root.ts'
import { makeGooglePayToken } from '#wallet-tokens/make/google-pay.ts'
import { appleDetails, googleDetails, type AuthMethod, type WalletCard } from './details.ts'
import { googleRootIn, pemOf, privateKeyIn, rootsWith } from './wallet-keys.ts'

/** A payment by a device with Apple Pay: `amount` in minor units, `currency` numeric ISO 4217. */
export interface ApplePayRequest {
  readonly card: WalletCard
  readonly amount: number
  readonly currency: string
}

/** A payment by Google Pay: a card on file, or a device's number with its cryptogram; the token has no amount. */
export interface GooglePayRequest {
  readonly card: WalletCard
  /** Login of the merchant that requests it. */
  readonly merchant: string
  readonly authMethod: AuthMethod
  /** ECv2 when absent. */
  readonly protocolVersion?: GoogleVersion
}

/** The wallets of the sandbox, and the keys with which its gateway opens their tokens. */
export interface Wallets {
  readonly openers: {
    readonly apple: Pick<AppleOpener, 'roots' | 'keys'>
    readonly google: Pick<GoogleOpener, 'recipientId' | 'rootKeys' | 'privateKeys'>
  }
  /** `paymentData` of the wallet; its Base64 is walletA's paymentToken. */
  applePayToken(request: ApplePayRequest): Promise<ApplePaymentData>
  /** The token as an object; the Base64 of its JSON is walletB's paymentToken. */
  googlePayToken(request: GooglePayRequest): GoogleToken
}

/** The recipient of payment data: the gateway, which opens it for its merchants. */
const recipientId = 'gateway:sandbox'
const merchantIdentifier = 'merchant.sandbox'

interface WalletOptions {
  readonly clock: Clock
  readonly random: Random
  /** Stores the keys; when absent, new ones are made. */
  readonly store?: Store
}

/** Makes the sandbox's own Apple and Google roots, and the keys for which their tokens are encrypted. */
export async function buildWallets({ store = memoryStore(), ...options }: WalletOptions): Promise<Wallets> {
  const [apple, google] = [privateKeyIn(store, 'apple'), privateKeyIn(store, 'google')]
  const [appleRoot, googleRoot] = [await makeAppleRoot(options), googleRootIn(store, options.clock)]
  const keys = appleMerchantKeys([{ privateKey: pemOf(apple), merchantIdentifier }])
  const { rootKeys } = googleRoot
  return {
    openers: {
      apple: { roots: rootsWith(store, appleRoot.root), keys },
      google: { recipientId, rootKeys, privateKeys: [google] },
    },
    applePayToken: (request) =>
      makeApplePayToken(appleDetails(request, options.random), {
        ...options,
        root: appleRoot,
        merchantPublicKey: createPublicKey(apple),
        merchantIdentifier,
      }),
    googlePayToken: ({ protocolVersion = 'ECv2', ...request }) =>
      makeGooglePayToken(googleDetails(request, options.random), {
        ...options,
        root: googleRoot,
        protocolVersion,
        recipientId,
        recipientPublicKey: createPublicKey(google),
      }),
  }
}
