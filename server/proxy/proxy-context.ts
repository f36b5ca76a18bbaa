import type { Clock, Random } from '#contract/ports.ts'
import type { Fetch } from '#contract/wire/client.ts'
import type { GatewayClient } from '#gateway-client/gateway-client.ts'
import type { Journal } from '#ports/journal.ts'
import type { LockStore } from './locks/lock-store.ts'
import type { KnownOrderIds } from './store/order-ids.ts'
import type { FormUrls } from './store/form-urls.ts'
import type { CodeMemory } from './store/code-memory.ts'
import type { RefundMemory } from './store/refund-memory.ts'
import type { ProxyConfig } from './config/config.ts'
import type { Counters } from './card-testing/counters.ts'
import type { Log } from './http/log.ts'
import type { Check } from './gateway/check.ts'
import type { PaymentMeter } from './payments/payment-meter.ts'
import type { OrderFollower } from './webhooks/order-follower.ts'
import type { EventDelivery } from './webhooks/event-delivery.ts'
import type { Reason } from './gateway/readiness.ts'
import type { CodeState } from './methods/code-method.ts'
import type { Sum } from './orders/sums.ts'
import type { Signer } from './tickets/signatures.ts'

/** What all modules of the proxy share. */
export interface ProxyContext {
  readonly config: ProxyConfig
  readonly clock: Clock
  readonly random: Random
  readonly journal: Journal
  readonly locks: LockStore
  readonly gateway: GatewayClient
  readonly signer: Signer
  readonly log: Log
  /** Checks that must pass before the proxy can take payments. */
  readonly checks: readonly Check<Reason>[]
  readonly webhooks: EventDelivery
  readonly follower: OrderFollower
  readonly counters: Counters
  /** The orderIds of numbers, for statuses that lack it, or that cannot be read by the number. */
  readonly orderIds: KnownOrderIds
  /** Whether they are noted for all processes, since the order is another merchant's, or statuses may lack them. */
  readonly notesOrderIds?: boolean
  /** The refunds that were sent. */
  readonly refunds: RefundMemory
  /** The codes that may still be paid. */
  readonly codes: CodeMemory
  /** What this process has last read of each of them, and when, in Unix milliseconds. */
  readonly codeStates: Map<string, { readonly at: number; readonly state: CodeState }>
  /** The addresses of the gateway's own pages. */
  readonly formUrls: FormUrls
  /** Numbers that this process has registered: when by its steady clock, and with which sum. */
  readonly registered: Map<string, { readonly at: number; readonly sum?: Sum | undefined }>
  /** Sends requests to Apple's servers with the merchant's identity certificate. */
  readonly appleFetch?: Fetch
  /** Counts payments, where there are metrics. */
  readonly paymentMeter?: PaymentMeter
}
