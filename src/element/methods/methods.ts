import { retryImport } from '#browser/retry-import.ts'
import {
  BANK_PAGE,
  labelIn,
  mayHaveWallet,
  walletNames,
  type OtherMethodName,
  type WalletName,
} from '#contract/methods/methods.ts'
import type { WalletOffers } from '#contract/methods/offers.ts'
import type { Clock } from '#contract/ports.ts'
import type { Translation } from '../i18n/locale-controller.ts'
import type * as bankPage from './bank-page/bank-page.ts'
import type { Wallet } from './wallet.ts'

type Offer<Name extends WalletName> = NonNullable<WalletOffers[Name]>

/** The code of each wallet, in a chunk of its own, which is loaded only where it is offered. */
const modules: {
  readonly [Name in WalletName]: (clock: Clock) => Promise<{ readonly wallet: (offer: Offer<Name>) => Wallet }>
} = {
  applePay: (clock) => retryImport(() => import('./apple-pay/apple-pay.ts'), clock),
  googlePay: (clock) => retryImport(() => import('./google-pay/google-pay.ts'), clock),
}

export const loadWallet = async <Name extends WalletName>(
  name: Name,
  offer: Offer<Name>,
  clock: Clock,
): Promise<Wallet> => (await modules[name](clock)).wallet(offer)

/** The code of the bank's page, loaded where that is offered. */
export const loadPage = (clock: Clock): Promise<BankPage> =>
  retryImport(() => import('./bank-page/bank-page.ts'), clock)
type BankPage = typeof bankPage

/** A method beside the card that the order may be paid with here, and its button. */
export interface Offered {
  readonly name: OtherMethodName
  /** Absent for a method off the shop's page. */
  readonly wallet?: Wallet
  /** The code of the bank's page. */
  readonly page?: BankPage
  /** Created again when the page's theme, its locale or its own texts change. */
  button?: HTMLElement
  drawn?: string
}

/** What it is called; the bank's page has no name but what its button says. */
export const nameIn = ({ locale, texts }: Translation, name: OtherMethodName): string =>
  name === BANK_PAGE ? texts.checkout.bankPage : labelIn(locale, name)

/** Its name, with the mark of one that is not real. */
export const labelOf = (translation: Translation, { name, wallet }: Offered): string =>
  [nameIn(translation, name), wallet?.mark].filter(Boolean).join(' ')

/** Those that could have come: the proxy's, or else all; of these only what this browser may have. */
export function missingOf(offers: WalletOffers): readonly WalletName[] {
  const expected = walletNames.filter((name) => offers[name])
  const couldCome = (expected.length ? expected : walletNames).filter(mayHaveWallet)
  return couldCome.length ? couldCome : expected
}
