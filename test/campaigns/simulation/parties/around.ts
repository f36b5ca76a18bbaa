import type { Clock } from '#contract/ports.ts'
import type { FrameFetch } from '#card-frame/frame-fetch.ts'
import type { CheckoutEvent, State } from '#element/state/checkout-state.ts'
import type { Chance } from '../chance.ts'
import type { Plan } from '../plan.ts'
import type { Answer } from '../network/serve.ts'
import type { Living } from '../network/wire.ts'
import type { Press } from './bank-app.ts'

/** The screen of a tab. */
export interface Screen {
  readonly name: string
  readonly state: State
  /** When the open page first began to pay; `Infinity` before. */
  readonly submittedAt: number
}

/** The environment of a tab. */
export interface Around {
  readonly plan: Plan
  readonly chance: Chance
  ticketFor(tab: string): string
  readonly proxyUrl: string
  /** A clock and a fetch for one page in the tab, which end with it. */
  clockFor(living: Living): Clock
  fetchFor(living: Living, tab: Screen): FrameFetch
  /** Loads a page of the gateway, of the bank or of the proxy to which the tab is sent. */
  visit(living: Living, method: 'GET' | 'POST', url: string, body?: string): Promise<Answer>
  /** The code in the challenge's text message. */
  codeOf(challenge: string): string
  cardOf(name: Plan['cards'][number]): { readonly pan: string; readonly cvc: string; readonly expiry: string }
  walletToken(name: Plan['cards'][number]): string
  readonly bindingId: string
  /** Presses a button in the app of a bank, which a phone has opened by a code. */
  press(payload: string, press: Press, bank: string): Promise<unknown>
  uuid(): string
  /** The page's table of states. */
  follow(state: State, event: CheckoutEvent): State
  /** Called with each new screen, and the one before. */
  shown(tab: Screen, before: State): void
  /** Seconds since the scenario's start. */
  seconds(): number
  /** Seconds after which no shopper tries again, and seconds at which the scenario ends. */
  readonly lastTry: number
  readonly end: number
}
