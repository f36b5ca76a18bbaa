import type { Clock } from '#contract/ports.ts'
import type { Fetch } from '#contract/wire/client.ts'
import type { CheckoutEvent, State } from '#element/state/checkout-state.ts'
import type { Chance } from '../chance.ts'
import type { Plan } from '../plan.ts'
import type { Answer } from '../network/serve.ts'
import type { Living } from '../network/wire.ts'

/** What a tab shows. */
export interface Screen {
  readonly name: string
  readonly state: State
  /** When the page that is open first began to pay; `Infinity` before. */
  readonly submittedAt: number
  /** Whether it waits for the answer to a read; what it has given up it does not hear. */
  readonly isReading: boolean
}

/** What a tab is surrounded by. */
export interface Around {
  readonly plan: Plan
  readonly chance: Chance
  ticketFor(tab: string): string
  readonly proxyUrl: string
  /** A clock and a carry of one life of the tab, which end with it. */
  clockFor(living: Living): Clock
  fetchFor(living: Living, tab: Screen): Fetch
  /** A page of the gateway, of the bank or of the proxy that the tab is led to. */
  visit(living: Living, method: 'GET' | 'POST', url: string, body?: string): Promise<Answer>
  /** The code that the cardholder's phone shows for a challenge. */
  codeOf(challenge: string): string
  cardOf(name: Plan['cards'][number]): { readonly pan: string; readonly cvc: string; readonly expiry: string }
  walletToken(name: Plan['cards'][number]): string
  readonly bindingId: string
  uuid(): string
  /** The page's table of states. */
  follow(state: State, event: CheckoutEvent): State
  /** Hears of each screen, and of the one before. */
  shown(tab: Screen, before: State): void
  /** Seconds since the beginning. */
  seconds(): number
  /** Seconds after which nobody tries once more, and when everything is over. */
  readonly lastTry: number
  readonly end: number
}
