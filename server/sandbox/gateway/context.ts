import type { Clock, Random } from '#contract/ports.ts'
import type { Carry } from '#contract/wire/client.ts'
import type { Journal } from '#ports/journal.ts'
import type { Switches } from '#sandbox/scenario/scenario.ts'
import type { BindingBook } from './bindings/binding-book.ts'
import type { ChargeBook } from './orders/charge-book.ts'
import type { Issuer } from './payments/issuer.ts'
import type { Merchant } from './merchants/merchants.ts'
import type { OrderBook } from './orders/order-book.ts'
import type { IssuerRetryQueue } from './orders/issuer-retry-queue.ts'
import type { Seal } from './payments/seal.ts'
import type { TransactionBook } from './payments/transactions.ts'
import type { WalletOpeners } from './wallets/wallet-means.ts'
import type { WalletTokenBook } from './wallets/wallet-token-book.ts'

/** What everybody who works at the gateway shares. */
export interface GatewayContext {
  readonly clock: Clock
  readonly random: Random
  readonly journal: Journal
  /** Bases without a closing slash, read late since ports are known late. */
  readonly addresses: () => { readonly gateway: string; readonly acs: string }
  /** Reaches the access server. */
  readonly carry: Carry
  readonly issuer: Issuer
  readonly merchants: readonly Merchant[]
  readonly switches: Switches
  readonly orders: OrderBook
  readonly bindings: BindingBook
  readonly charges: ChargeBook
  readonly owed: IssuerRetryQueue
  readonly transactions: TransactionBook
  readonly seal: Seal
  readonly wallets: WalletOpeners
  readonly walletTokens: WalletTokenBook
  /** The key that the PaRes of 3-D Secure 1 is signed with; shared with the access server. */
  readonly paResKey: string
}
