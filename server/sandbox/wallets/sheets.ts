import type { WalletName } from '#contract/methods/methods.ts'
import type { Wallets } from './build-wallets.ts'
import type { SheetRequest } from './sheet-request.ts'
import type { AuthMethod, WalletCard } from './wallet.ts'

/** What differs between the sheets of the wallets. */
interface Sheet {
  /** The kinds of cards that it has; absent, those that the shop takes. */
  readonly authMethods?: readonly AuthMethod[]
  /** The token as the wallet's own code returns it to the page. */
  token(
    wallets: Pick<Wallets, 'applePayToken' | 'googlePayToken'>,
    request: SheetRequest,
    held: { readonly card: WalletCard; readonly authMethod: AuthMethod },
  ): unknown
}

export const sheets: Readonly<Record<WalletName, Sheet>> = {
  applePay: {
    authMethods: ['CRYPTOGRAM_3DS'],
    token: (wallets, { amount, currency }, { card }) =>
      wallets.applePayToken({ card, amount: Number(amount), currency }),
  },
  googlePay: {
    token: (wallets, { merchant }, { card, authMethod }) => wallets.googlePayToken({ card, merchant, authMethod }),
  },
}
