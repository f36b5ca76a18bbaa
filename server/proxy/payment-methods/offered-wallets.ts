import type { RequestedData } from '#contract/payment-methods.ts'
import type { WalletOffers } from '#contract/methods/offers.ts'
import type { Ticket } from '#contract/ticket.ts'
import type { WalletKeys } from '../config/wallet-keys.ts'
import type { WalletSettings } from '../config/wallet-offers.ts'
import { holdDates } from '../tickets/claim-rules.ts'
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
const notInWallets = ['feeInput', 'merchantLogin', 'merchantInn'] as const

/** The claim of a ticket that cannot be paid by the wallet; opened Apple Pay data has no dates of a hold (4.8). */
export function notByWallet(
  wallet: 'applePay' | 'googlePay',
  keys: WalletKeys,
  ticket: Ticket,
): keyof Ticket | undefined {
  const dates = wallet === 'applePay' && keys.applePay ? holdDates : []
  return [...notInWallets, ...dates].find((claim) => ticket[claim] !== undefined)
}
