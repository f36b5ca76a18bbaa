import type { WalletName } from '#contract/methods/methods.ts'

/** The segment of a wallet's operations in the gateway's addresses. */
interface Segments {
  /** In the specification. */
  readonly specified: string
  /** In the gateway family's manuals: the wallet's own name. */
  readonly family: string
}

export const walletSegments: Readonly<Record<WalletName, Segments>> = {
  applePay: { specified: 'walletA', family: 'applepay' },
  googlePay: { specified: 'walletB', family: 'google' },
}
