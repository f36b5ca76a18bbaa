import type { Clock, Random } from '#contract/ports.ts'
import type { Fetch } from '#contract/wire/client.ts'
import type { Journal } from '#ports/journal.ts'
import type { Store } from '#sandbox/store/store.ts'
import type { Switches } from '#sandbox/scenario/fault-switches.ts'
import type { BindingTable } from './bindings/binding-table.ts'
import type { ChargeTable } from './orders/charge-table.ts'
import type { Issuer } from './cards/issuer.ts'
import type { Merchant } from './merchants/merchants.ts'
import type { OrderTable } from './orders/order-table.ts'
import type { IssuerRetryQueue } from './orders/issuer-retry-queue.ts'
import type { Seal } from './cards/seal.ts'
import type { SpentSeals } from './cards/spent-seals.ts'
import type { TransactionTable } from './cards/transactions.ts'
import type { WalletOpeners } from './methods/openers.ts'
import type { WalletTokenTable } from './methods/wallet-token-table.ts'

/** The context that all handlers of the gateway share. */
export interface GatewayContext {
  readonly clock: Clock
  /** The clock of browsers, which no one moves forward: a card was sealed by it. */
  readonly browserClock: Pick<Clock, 'now'>
  readonly random: Random
  readonly journal: Journal
  /** Base addresses without a trailing slash; read at each use, since ports may be known late. */
  readonly addresses: () => { readonly gateway: string; readonly acs: string }
  /** Sends requests to the access server. */
  readonly fetch: Fetch
  readonly issuer: Issuer
  readonly merchants: readonly Merchant[]
  readonly switches: Switches
  /** Has the tables that only single ways to pay use. */
  readonly store: Store
  readonly orders: OrderTable
  /** Cards are typed on its own page alone. */
  readonly takesNoCards?: true
  /** Milliseconds in which payments must be acknowledged, where they must. */
  readonly acknowledgeWithin?: number
  readonly bindings: BindingTable
  readonly charges: ChargeTable
  readonly issuerRetryQueue: IssuerRetryQueue
  readonly transactions: TransactionTable
  readonly seal: Seal
  readonly spentSeals: SpentSeals
  readonly wallets: WalletOpeners
  readonly walletTokens: WalletTokenTable
  /** The key that the PaRes of 3-D Secure 1 is signed with; shared with the access server. */
  readonly paResKey: string
}
