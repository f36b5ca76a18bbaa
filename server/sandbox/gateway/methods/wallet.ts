import type { Initiator } from '#server-contract/gateway/initiators.ts'
import { WalletTokenRefused } from '#wallet-tokens/refused.ts'
import { cardIn, type Card } from '../cards/card-data.ts'
import type { Merchant } from '../merchants/merchants.ts'
import type { Order, Secure } from '../orders/order.ts'
import type { WalletOpeners } from './openers.ts'

/** The content of a wallet's token. */
export interface WalletSource {
  readonly card: Card
  readonly holder: string
  readonly method: Order['method']
  /** The sum that the payer has agreed to, if the token has it: minor units and numeric ISO 4217. */
  readonly sum?: { readonly amount: number; readonly currency: string }
  /** The device's cryptogram; when absent, as for a card on file, 3-D Secure is made. */
  readonly secure?: Secure
  /** An id that no second payment may reuse. */
  readonly once?: string
}

/** What a token is opened with. */
export interface Opening {
  readonly openers: WalletOpeners
  readonly merchant: Merchant
  readonly initiator: Initiator
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Reads the payment source from a `paymentToken`; throws WalletTokenRefused. */
export type OpenWallet = (paymentToken: string, opening: Opening) => WalletSource | Promise<WalletSource>

/** The card of a token. */
export function cardFrom(pan: string, expiry: string): Card {
  const read = cardIn({ pan, expiry })
  if ('wrong' in read) throw new WalletTokenRefused('content_invalid', read.wrong)
  return read.card
}

/** The device's cryptogram is not 3-D Secure of the gateway, but the issuer gets it in the same fields. */
export const proofOf = (cavv: string, eci: string | undefined): Secure => ({
  type: '0',
  cavv,
  ...(eci !== undefined && { eci: eci.padStart(2, '0') }),
})
