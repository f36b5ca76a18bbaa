import type { AskedData, WalletOffers } from '#contract/means.ts'
import type { Ticket } from '#contract/ticket.ts'
import type { WalletKeys } from '../config/wallet-keys.ts'
import type { WalletSettings } from '../config/wallet-offers.ts'
import { isAllowed, isVerification } from '../tickets/methods.ts'

/** The wallets that this ticket's shopper is offered, and what their sheets ask for. */
export function offersFor(
  { offers }: WalletSettings,
  keys: WalletKeys,
  ticket: Ticket,
  asked: readonly AskedData[] = [],
): WalletOffers {
  const { walletA, walletB } = offers
  const asks = asked.length > 0 && { asks: [...asked] }
  return {
    ...(walletA && isOffered('walletA', keys, ticket) && { walletA: { ...walletA, ...asks } }),
    ...(walletB && isOffered('walletB', keys, ticket) && { walletB: { ...walletB, ...asks } }),
  }
}

/** A card is checked by a wallet only where the token is opened here: payment.do has no features (online gateway 4.7, 4.9). */
const isOffered = (wallet: 'walletA' | 'walletB', keys: WalletKeys, ticket: Ticket): boolean =>
  ticket.channel !== 'moto' && isAllowed(ticket, wallet) && (!isVerification(ticket) || keys[wallet] !== undefined)
