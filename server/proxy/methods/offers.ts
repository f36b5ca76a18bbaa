import { isByOperator, walletNames, type WalletName } from '#contract/methods/methods.ts'
import type { WalletOffers } from '#contract/methods/offers.ts'
import type { RequestedData } from '#contract/payment-methods.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import type { ProxyConfig } from '../config/config.ts'
import type { WalletKeys } from '../config/methods/methods.ts'
import { receiptClaims } from '../tickets/claim-rules.ts'
import { isAllowed, isVerification } from '../tickets/methods.ts'
import { hasKeysOf, operationOf } from './wallets.ts'

type OfferConfig = Pick<ProxyConfig, 'walletSettings' | 'wallets' | 'publicUrl'>

/**
 * The wallets that this ticket's shopper is offered, and what their sheets ask for: none on the page of a payment link, where
 * a wallet's script would have the origin of the card form, and which is no domain of the shop's.
 */
export function offersFor(
  { walletSettings: { offers }, wallets: keys, publicUrl }: OfferConfig,
  ticket: Ticket,
  request: readonly RequestedData[] = [],
): WalletOffers {
  if (ticket.origin === publicUrl) return {}
  const asks = request.length > 0 && { asks: [...request] }
  const offered = walletNames.filter((wallet) => offers[wallet] && isOffered(wallet, keys, ticket))
  return Object.fromEntries(offered.map((wallet) => [wallet, { ...offers[wallet], ...asks }])) as WalletOffers
}

/**
 * A wallet can verify a card only where the token is decrypted here: payment.do has no features (online gateway 4.7,
 * 4.9).
 */
const isOffered = (wallet: WalletName, keys: WalletKeys, ticket: Ticket): boolean =>
  !isByOperator(ticket) &&
  isAllowed(ticket, wallet) &&
  (!isVerification(ticket) || hasKeysOf(wallet, keys)) &&
  notByWallet(wallet, keys, ticket) === undefined

/** Claims that no wallet's operation takes (online gateway 4.7 to 4.10); a wallet is set up for one merchant. */
const notInWallets = ['feeInput', 'merchantLogin', 'merchantInn', ...receiptClaims] as const

/** The feature that {@link isVerification} reads. */
const VERIFY = 'VERIFY'

/** The claim of a ticket that cannot be paid by the wallet; a token that the gateway opens has no features (4.7, 4.9). */
export function notByWallet(wallet: WalletName, keys: WalletKeys, ticket: Ticket): keyof Ticket | undefined {
  const isOpened = hasKeysOf(wallet, keys)
  const claim = [...notInWallets, ...operationOf(wallet, isOpened).lacks].find((name) => ticket[name] !== undefined)
  if (claim !== undefined || isOpened) return claim
  return ticket.features?.some((feature) => feature !== VERIFY) ? 'features' : undefined
}
