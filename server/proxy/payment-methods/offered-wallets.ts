import type { RequestedData, WalletOffers } from '#contract/payment-methods.ts'
import type { Ticket } from '#contract/ticket.ts'
import type { WalletKeys } from '../config/wallet-keys.ts'
import type { WalletSettings } from '../config/wallet-offers.ts'
import { holdDates, receiptClaims } from '../tickets/claim-rules.ts'
import { isAllowed, isVerification } from '../tickets/methods.ts'

/** The wallets that this ticket's shopper is offered, and what their sheets ask for. */
export function offersFor(
  { offers }: WalletSettings,
  keys: WalletKeys,
  ticket: Ticket,
  request: readonly RequestedData[] = [],
): WalletOffers {
  const { applePay, googlePay } = offers
  const asks = request.length > 0 && { asks: [...request] }
  return {
    ...(applePay && isOffered('applePay', keys, ticket) && { applePay: { ...applePay, ...asks } }),
    ...(googlePay && isOffered('googlePay', keys, ticket) && { googlePay: { ...googlePay, ...asks } }),
  }
}

/** The feature that {@link isVerification} reads. */
const VERIFY = 'VERIFY'

/**
 * A wallet can verify a card only where the token is decrypted here: payment.do has no features (online gateway 4.7,
 * 4.9).
 */
const isOffered = (wallet: 'applePay' | 'googlePay', keys: WalletKeys, ticket: Ticket): boolean =>
  ticket.channel !== 'moto' &&
  isAllowed(ticket, wallet) &&
  (!isVerification(ticket) || keys[wallet] !== undefined) &&
  notByWallet(wallet, keys, ticket) === undefined

/** Claims that no wallet's operation takes (online gateway 4.7 to 4.10); a wallet is set up for one merchant. */
const notInWallets = ['feeInput', 'merchantLogin', 'merchantInn', ...receiptClaims] as const

/**
 * The claim of a ticket that cannot be paid by the wallet: opened Apple Pay data has no dates of a hold (4.8), and a
 * token that the gateway opens has no features (4.7, 4.9).
 */
export function notByWallet(
  wallet: 'applePay' | 'googlePay',
  keys: WalletKeys,
  ticket: Ticket,
): keyof Ticket | undefined {
  const dates = wallet === 'applePay' && keys.applePay ? holdDates : []
  const claim = [...notInWallets, ...dates].find((name) => ticket[name] !== undefined)
  if (claim !== undefined || keys[wallet] !== undefined) return claim
  return ticket.features?.some((feature) => feature !== VERIFY) ? 'features' : undefined
}
