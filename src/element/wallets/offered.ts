import { retryImport } from '#bridge/retry-import.ts'
import type { WalletName, WalletOffers } from '#contract/payment-methods.ts'
import type { Clock } from '#contract/ports.ts'
import type { Wallet } from './wallet.ts'

/** A wallet that the order may be paid with here, and its button. */
export interface Offered {
  readonly name: WalletName
  readonly wallet: Wallet
  /** Created again when the page's theme or locale changes. */
  button?: HTMLElement
  styled?: string
}

/** Each is in a chunk of its own, which is loaded only when it is offered; the buttons have this order. */
export const adapters: Readonly<
  Record<WalletName, (offers: WalletOffers, clock: Clock) => Promise<Wallet | undefined>>
> = {
  applePay: async ({ applePay }, clock) =>
    applePay && (await retryImport(() => import('./apple-pay.ts'), clock)).applePay(applePay),
  googlePay: async ({ googlePay }, clock) =>
    googlePay && (await retryImport(() => import('./google-pay.ts'), clock)).googlePay(googlePay),
}
export const walletNames = Object.keys(adapters) as readonly WalletName[]

/** Brand names, which are not translated. */
export const labels: Readonly<Record<WalletName, string>> = { applePay: 'Apple Pay', googlePay: 'Google Pay' }

export const labelOf = ({ name, wallet: { mark } }: Offered): string =>
  mark ? `${labels[name]} ${mark}` : labels[name]

/** Those that could have come: the proxy's, or else all; Apple Pay only where a browser of Apple is. */
export function missingOf(offers: WalletOffers): readonly WalletName[] {
  const expected = walletNames.filter((name) => offers[name])
  const couldCome = (expected.length ? expected : walletNames).filter(
    (name) => name !== 'applePay' || 'ApplePaySession' in globalThis,
  )
  return couldCome.length ? couldCome : expected
}
