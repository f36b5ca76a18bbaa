import type { FrameFetch } from '#card-frame/frame-fetch.ts'
import { follow, type State } from '#element/state/checkout-state.ts'
import { acsBase, gatewayBase } from './bank.ts'
import { pressIn, type Press } from './bank-app.ts'
import { cardNamed, storeCard, ticketOf } from './cart.ts'
import type { Chance } from '../chance.ts'
import type { Charged, InvariantChecker } from '../rules/invariant-checker.ts'
import type { Variant } from '../mutants/variant.ts'
import { lifetimeOf, type Plan } from '../plan.ts'
import { proxyUrl } from '../network/processes.ts'
import type { Fixture } from '../fixture.ts'
import type { Answer, Requested } from '../network/serve.ts'
import type { Around, Screen } from './around.ts'
import { Tab } from './shopper.ts'
import { clockOf } from '../network/time.ts'
import {
  requestOf,
  formHeaders,
  frameHeaders,
  livingClock,
  operationIn,
  responseOf,
  untilAborted,
  withHost,
} from '../methods.ts'
import { exchange, forever, withTimeout, type Living, type WireOptions } from '../network/wire.ts'

export interface PeopleOptions {
  readonly plan: Plan
  readonly fixture: Fixture
  readonly wire: WireOptions
  readonly invariants: InvariantChecker
  readonly variant: Variant
  readonly orderNumber: string
  readonly atProxy: (request: Requested, from?: string) => Promise<Answer>
  /** Draws the times of the shopper. */
  readonly chance: Chance
}

const paid: ReadonlySet<State> = new Set(['paid', 'held', 'refunded'])
const unpaid: ReadonlySet<State> = new Set(['ready', 'declined', 'cancelled', 'expired', 'failed'])
const busy: ReadonlySet<State> = new Set(['loading', 'submitting', 'authenticating', 'pending'])

/** Seconds after which no shopper tries again. */
export const lastTryOf = ({ calmAt }: Plan): number => Math.max(calmAt + 30, 60)

/** Seconds after which every order, lock and follow-up is over, and no proxy sends the gateway requests by itself. */
export const endOf = (plan: Plan): number => lastTryOf(plan) + lifetimeOf(plan) + 60

/** Seconds before that in which a page reads for the last time. */
const LAST_READ = 15

/** The shopper, with all tabs and devices. */
export class People {
  /** Screens that were compared with the gateway at the end, … */
  checked = 0
  /** … and those that may differ from it, since they could no longer receive its state, or have not read the order. */
  excused = 0
  readonly #options: PeopleOptions
  readonly #tabs: Tab[] = []
  /** When the last answer that a page received had reached the proxy as a request. */
  readonly #asked = new Map<Living, number>()

  constructor(options: PeopleOptions) {
    this.#options = options
  }

  /** Schedules the opening, the reload and the closing of each tab. */
  come(): void {
    const { plan, wire } = this.#options
    const around = this.#around()
    for (const [at, tabPlan] of plan.tabs.entries()) {
      const tab = new Tab(`tab ${at + 1}`, tabPlan, around)
      this.#tabs.push(tab)
      const { opensAt, closedAfter, reloadedAfter } = tabPlan
      wire.time.after(opensAt * 1000, () => tab.load())
      if (reloadedAfter !== undefined) wire.time.after((opensAt + reloadedAfter) * 1000, () => this.#reload(tab))
      if (closedAfter !== undefined) wire.time.after((opensAt + closedAfter) * 1000, () => this.#close(tab))
    }
  }

  /** I2: at the end, every open screen agrees with the gateway. */
  checkScreens(isDecided: boolean): void {
    const { plan, invariants } = this.#options
    const [charge] = invariants.charges
    // A read with an expired ticket returns nothing new.
    const learnsMore = plan.ticketLifetime >= endOf(plan) && !plan.clockJump && !plan.clockStep
    for (const tab of this.#tabs) {
      if (!tab.isOpen) continue
      // A hold that the merchant has reversed is shown as held still, or as cancelled.
      const isReversed = charge !== undefined && !invariants.isPaid && !busy.has(tab.state)
      const wrong = isReversed ? undefined : faultIn(tab.state, charge !== undefined, isDecided)
      const isReceived = busy.has(tab.state) ? learnsMore : !charge || this.#knows(tab, charge)
      if (wrong && !isReceived) this.excused += 1
      else this.checked += 1
      if (wrong && isReceived)
        invariants.breaks('I2', `${tab.name} ${busy.has(tab.state) ? 'still ' : ''}shows ${tab.state}, and ${wrong}`)
    }
  }

  /**
   * Whether the tab has paid itself, or has read the order since; a payment in another tab does not change an open
   * form. A page that failed before the payment has no state of the order, nor has one with an expired ticket, whatever
   * the page before it sent.
   */
  #knows(tab: Tab, { at, by }: Charged): boolean {
    const hasAsked = (this.#asked.get(tab.living) ?? 0) > at
    const isBy = by?.from === tab.name
    // A phone pays by a code at any time, whatever a page shows.
    const isOwn = (this.#tabs.length === 1 && this.#options.plan.method !== 'code') || isBy
    return hasAsked || (isOwn && (tab.state !== 'failed' || tab.submittedAt <= (isBy ? by.requestedAt : at)))
  }

  #reload(tab: Tab): void {
    if (!tab.isOpen) return
    this.#options.wire.note(() => `${tab.name} is loaded once more`)
    tab.load()
  }

  #close(tab: Tab): void {
    this.#options.wire.note(() => `${tab.name} is closed`)
    tab.close()
  }

  #around(): Around {
    const { plan, fixture, wire, variant, orderNumber, chance } = this.#options
    const { time, bank, uuid, tokens } = fixture
    const tokensOf = (card: string) => tokens.get(plan.method === 'apple pay' ? `apple ${card}` : card)
    return {
      plan,
      chance,
      uuid,
      proxyUrl,
      ticketFor: (tab) => ticketOf(plan, orderNumber, tab),
      bindingId: plan.method === 'stored card' ? storeCard(bank, plan) : '',
      press: (payload, press, name) => this.#press(payload, press, name),
      lastTry: lastTryOf(plan),
      end: endOf(plan) - LAST_READ,
      seconds: () => wire.faults.seconds,
      clockFor: (living) => livingClock(clockOf(time), living),
      fetchFor:
        (living, tab) =>
        (...request) =>
          this.#sendToProxy(living, tab, ...request),
      visit: (living, method, url, body) => this.#visit(living, { method, url, body, headers: formHeaders }),
      codeOf: (challenge) => bank.dialogues.get(challenge)?.challenge.code ?? '',
      cardOf: cardNamed,
      walletToken: (name) => chance.pick(tokensOf(name) ?? tokensOf('plain')!),
      follow: variant.follow ?? follow,
      shown: (tab, before) => this.#shown(tab, before),
    }
  }

  /** I3: a screen that showed the order as paid keeps doing so. */
  #shown(tab: Screen, before: State): void {
    const { wire, invariants } = this.#options
    const { name, state } = tab
    wire.note(() => `${name} shows ${state}`)
    if (paid.has(before) && !paid.has(state)) invariants.breaks('I3', `${name} takes ${before} back: ${state}`)
  }

  async #sendToProxy(living: Living, tab: Screen, ...request: Parameters<FrameFetch>): Promise<Response> {
    const { wire, invariants, atProxy } = this.#options
    const requested = requestOf(proxyUrl, ...request)
    invariants.read('a request of the frame', requested.url + requested.body)
    const headers = { ...requested.headers, ...frameHeaders(requested.body) }
    let arrivedAt = 0
    const work = () => {
      arrivedAt ||= wire.time.now
      return atProxy({ ...requested, headers }, tab.name)
    }
    const op = operationIn(requested.url)
    const answer = await untilAborted(exchange(wire, { leg: 'browser', op, sender: living, work }), request[1].signal)
    if (isReportedOrder(answer)) this.#asked.set(living, Math.max(arrivedAt, this.#asked.get(living) ?? 0))
    return responseOf(answer)
  }

  #press(payload: string, press: Press, name: string): Promise<Answer> {
    const { plan, fixture, wire, invariants } = this.#options
    const { bank, time } = fixture
    wire.note(() => `a phone presses ${press}`)
    const work = () => pressIn({ plan, bank, invariants, time }, payload, press, name)
    return withTimeout(wire, exchange(wire, { leg: 'bank', op: 'app', sender: forever, work }))
  }

  #visit(living: Living, { url, ...requested }: Requested): Promise<Answer> {
    const { fixture, wire, atProxy } = this.#options
    const { acs, pages } = fixture.bank
    const to = (base: string): Requested => ({ ...requested, url: url.slice(base.length) })
    const work = async (): Promise<Answer> => {
      if (url.startsWith(acsBase)) return acs.call(to(acsBase))
      if (url.startsWith(gatewayBase)) return pages.call(to(gatewayBase))
      if (url.startsWith(proxyUrl)) return atProxy(withHost(to(proxyUrl)))
      return { status: 200, body: '' }
    }
    return withTimeout(wire, exchange(wire, { leg: 'bank', op: operationIn(url), sender: living, work }))
  }
}

/** The difference between a screen and the gateway, if any. */
function faultIn(state: State, isCharged: boolean, isDecided: boolean): string | undefined {
  if (paid.has(state) && !isCharged) return 'nothing was charged'
  if (unpaid.has(state) && isCharged) return 'it was charged'
  return busy.has(state) && isDecided ? 'the gateway has decided' : undefined
}

/** Whether an answer has the order's state, or that it cannot be paid. */
const isReportedOrder = ({ status, body }: Answer): boolean =>
  (status === 200 && body.endsWith('}')) || body.startsWith('{"error":{"code":"order_')
