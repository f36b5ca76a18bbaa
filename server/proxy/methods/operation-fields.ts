import { ProxyError } from '#contract/proxy-errors.ts'
import type { WalletBDirect } from '#server-contract/gateway/wallets.ts'
import type { ProxyContext } from '../proxy-context.ts'
import type { Ready } from './wallet.ts'

/** Whose order it is (online gateway 4.7, 4.9): the child merchant's, or the proxy's own. */
export const merchantOf = ({ gateway }: ProxyContext['config'], { merchantLogin }: Ready): string =>
  merchantLogin ?? gateway.merchant!

/** The child merchant of a token that the proxy has opened (online gateway 4.8, 4.10). */
export const childOf = ({ merchantLogin: merchant }: Ready): Pick<WalletBDirect, 'merchant'> =>
  merchant === undefined ? {} : { merchant }

/** No shopper returns from a merchant's charge, but the gateway requires an address. */
export const placedBy = (
  { shopOrigins }: ProxyContext['config'],
  { amount, currency, returnUrl = shopOrigins[0]! }: Ready,
) => ({
  amount,
  currencyCode: currency,
  returnUrl,
})

export function noKeys(variable: string): never {
  throw new ProxyError('field_invalid', `needs the keys of this wallet: set ${variable} on the proxy`, 'open')
}
