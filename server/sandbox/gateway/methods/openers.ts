import type { AppleOpener, openApplePayToken } from '#wallet-tokens/open-apple-pay-token.ts'
import type { GoogleOpener } from '#wallet-tokens/open-google-pay-token.ts'

/** The keys with which the gateway opens the wallets' tokens. */
export interface WalletOpeners {
  readonly apple: Pick<AppleOpener, 'roots' | 'keys'> & {
    /** Opens a token; {@link openApplePayToken} when absent. */
    readonly open?: typeof openApplePayToken
  }
  readonly google: Pick<GoogleOpener, 'recipientId' | 'rootKeys' | 'privateKeys'>
}
