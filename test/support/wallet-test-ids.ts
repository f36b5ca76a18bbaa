import type { WalletName } from '#contract/methods/methods.ts'

/** `data-testid` of each wallet's button. */
export const walletTestIds: Readonly<Record<WalletName, string>> = {
  applePay: 'wallet-apple-pay',
  googlePay: 'wallet-google-pay',
}
