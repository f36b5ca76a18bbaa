import type { WalletName } from '#contract/methods/methods.ts'
import type { WalletKeys } from '../config/methods/methods.ts'
import { applePay } from './apple-pay/apple-pay.ts'
import { googlePay } from './google-pay/google-pay.ts'
import type { WalletMethod, WalletOperation } from './wallet.ts'

/** How each wallet is paid with. */
export const walletMethods: Readonly<Record<WalletName, WalletMethod>> = { applePay, googlePay }

/** The operation that pays by a wallet, by who opens its token. */
export const operationOf = (wallet: WalletName, isOpened: boolean): WalletOperation =>
  walletMethods[wallet].operations[isOpened ? 'opened' : 'sealed']

/** Whether the proxy has the keys that open the wallet's tokens. */
export const hasKeysOf = (wallet: WalletName, keys: WalletKeys): boolean => keys[wallet] !== undefined
