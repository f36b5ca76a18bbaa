import { ProxyError } from '#contract/proxy-errors.ts'
import type { WalletName } from '#contract/methods/methods.ts'
import { WalletTokenRefused } from '#wallet-tokens/refused.ts'
import type { KeptToken, OpenedToken, Opener, SealedToken } from './wallet.ts'
import { walletMethods } from './wallets.ts'

interface Named extends SealedToken {
  readonly wallet: WalletName
}

/**
 * Decrypts a wallet's token with the merchant's own keys; throws a refusal of the field `paymentToken`, or of `open`.
 */
export const openWallet = (opener: Opener, sealed: Named): Promise<OpenedToken> =>
  believed(() => walletMethods[sealed.wallet].open(opener, sealed))

/** Opens a token that the merchant has kept since an earlier payment (online gateway 2.3 tii U, R and F). */
export const openKeptWallet = (opener: Opener, sealed: Named): Promise<KeptToken> =>
  believed(() => walletMethods[sealed.wallet].openKept(opener, sealed))

async function believed<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    if (!(error instanceof WalletTokenRefused)) throw error
    throw new ProxyError('field_invalid', `is not a valid token of this wallet: ${error.message}`, 'paymentToken')
  }
}
