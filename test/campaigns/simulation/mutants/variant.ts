import type { Clock } from '#contract/ports.ts'
import type { PlainRequest } from '#contract/wire/client.ts'
import type { CheckoutEvent, State } from '#element/state/checkout-state.ts'
import type { LockStore } from '#proxy/locks/lock-store.ts'
import type { Answer, Requested } from '../network/serve.ts'
import type { Living } from '../network/wire.ts'
import type { MerchantsServer } from '../parties/merchant.ts'
import type { Plan } from '../plan.ts'

type FetchOne = (request: PlainRequest) => Promise<Answer>

/** The parts that a variant replaces, for one scenario. */
export interface Variant {
  readonly locks?: (locks: LockStore, clock: Clock, lifecycle: Living) => LockStore
  readonly toGateway?: (request: PlainRequest, fetch: FetchOne, lifecycle: Living) => Promise<Answer>
  /** Answers a request to a process. */
  readonly atProxy?: (request: Requested, work: () => Promise<Answer>, merchant: MerchantsServer) => Promise<Answer>
  readonly follow?: (state: State, event: CheckoutEvent) => State
  /** Stored webhooks are sent as they were stored. */
  readonly hasSnapshots?: true
  /** The proxy follows no order by itself. */
  readonly followsNothing?: true
}

/** A known-bad variant of the payment logic. */
export interface Mutant {
  /** The defect. */
  readonly what: string
  /** The plans in which the defect shows soonest. */
  readonly favoured?: Partial<Plan>
  begin(clock: Clock): Variant
}
