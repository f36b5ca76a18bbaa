import type { WalletName } from '#contract/methods/methods.ts'
import { memoryStore, type Store } from '#sandbox/store/store.ts'
import { buildApplePay, type ApplePay } from './methods/apple-pay-sheet.ts'
import { buildGooglePay, type GooglePay } from './methods/google-pay-sheet.ts'
import type { Sheet, WalletOptions } from './wallet.ts'

/** The wallets of the sandbox, and the keys with which its gateway opens their tokens. */
export interface Wallets {
  readonly openers: { readonly apple: ApplePay['opener']; readonly google: GooglePay['opener'] }
  readonly sheets: Readonly<Record<WalletName, Sheet>>
  /** `paymentData` of the wallet; its Base64 is walletA's paymentToken. */
  readonly applePayToken: ApplePay['token']
  /** The token as an object; the Base64 of its JSON is walletB's paymentToken. */
  readonly googlePayToken: GooglePay['token']
}

/** Makes the wallets with their keys, which `store` keeps; without one new keys are made. */
export async function buildWallets({
  store = memoryStore(),
  ...options
}: WalletOptions & { readonly store?: Store }): Promise<Wallets> {
  const [apple, google] = [await buildApplePay(store, options), buildGooglePay(store, options)]
  return {
    openers: { apple: apple.opener, google: google.opener },
    sheets: { applePay: apple.sheet, googlePay: google.sheet },
    applePayToken: apple.token,
    googlePayToken: google.token,
  }
}
