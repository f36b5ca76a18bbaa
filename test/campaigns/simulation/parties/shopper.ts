import { PaymentSender } from '#card-frame/payment-sender.ts'
import { readLater } from '#card-frame/read-later.ts'
import { checkoutClient, type CheckoutClient } from '#card-frame/proxy-client/api.ts'
import { checkoutErrorOf } from '#card-frame/proxy-client/errors.ts'
import { seal } from '#card-frame/proxy-client/seal.ts'
import type { CheckoutEvent, State } from '#element/state/checkout-state.ts'
import { meaningOf } from '#element/state/errors.ts'
import type { Browser } from '#contract/checkout-requests.ts'
import type { Checkout, CodeStep, Outcome } from '#contract/checkout.ts'
import { stateOf } from '#contract/outcome.ts'
import { BANK_PAGE } from '#contract/methods/methods.ts'
import type { Clock } from '#contract/ports.ts'
import type { Around } from './around.ts'
import { atBank, runMethod } from './at-bank.ts'
import { useApp } from './phone.ts'
import { isWallet, type TabPlan } from '../plan.ts'
import type { Living } from '../network/wire.ts'
import { steadyNetwork } from '../../../support/clock.ts'

const browser: Browser = {
  userAgent: 'Simulation/1.0',
  language: 'en',
  colorDepth: '24',
  screenWidth: 1280,
  screenHeight: 720,
  timeZoneOffset: '-120',
  javaEnabled: false,
}

/** Seconds between reads of a pending order: the page's own at first, later longer. */
const intervals = [2, 5, 10, 20, 40, 60, 120, 240]

/** Milliseconds after which a read is given up and repeated. */
const TIMEOUT = 20_000

/** How often one page sends the shopper to the bank. */
const VISITS = 3

const settled: ReadonlySet<State> = new Set(['paid', 'held', 'refunded', 'declined', 'cancelled', 'expired'])
const final: ReadonlySet<State> = new Set(['paid', 'held', 'refunded'])

/** One tab with the checkout: the card frame's own attempt and client, the page's table of states, and a shopper. */
export class Tab {
  readonly name: string
  readonly plan: TabPlan
  state: State = 'loading'
  outcome: Outcome | undefined
  readonly #around: Around
  /** The open page. */
  living: Living = { isAlive: true }
  /** The open page's clock; late results of an earlier page change nothing. */
  #clock: Clock | undefined
  #attempt!: PaymentSender
  /** The frame's cleanup when its page is left. */
  #leave = (): void => {}
  #api!: CheckoutClient
  #tries = 0
  #visits = 0
  submittedAt = Infinity
  #turnedToCard: boolean
  readonly #scanned = new Set<string>()

  constructor(name: string, plan: TabPlan, around: Around) {
    this.name = name
    this.plan = plan
    this.#around = around
    this.#turnedToCard = around.plan.app === 'pays while a card pays in another tab' && name !== 'tab 1'
  }

  get isOpen(): boolean {
    return this.living.isAlive
  }

  /** Closed for good. */
  close(): void {
    this.#leave()
    this.living.isAlive = false
  }

  /** Loads the page; everything under way in the page before is dropped. */
  load(): void {
    this.#leave()
    this.living.isAlive = false
    const living = { isAlive: true }
    this.living = living
    this.state = 'loading'
    this.submittedAt = Infinity
    void this.#open(living)
  }

  async #open(living: Living): Promise<void> {
    const { chance, proxyUrl, ticketFor, uuid, clockFor, fetchFor } = this.#around
    const clock = (this.#clock = clockFor(living))
    this.#api = checkoutClient({ origin: proxyUrl, fetch: fetchFor(living, this), clock }, ticketFor(this.name))
    for (let reloads = 0; reloads < 4; reloads++) {
      const checkout = await this.#api.checkout({}).catch(() => undefined)
      if (checkout) {
        this.#attempt = new PaymentSender({
          api: this.#api,
          checkout,
          clock,
          network: steadyNetwork,
          random: { uuid },
          browser: () => browser,
          seal,
          lost: () => {},
        })
        this.#leave = () => this.#attempt.leave()
        this.#readLater(clock)
        return this.#take(checkout.outcome, checkout, clock)
      }
      await clock.sleep(chance.between(2000, 20_000) * (reloads + 1))
    }
    this.#go('fail', undefined)
  }

  #go(event: CheckoutEvent, outcome: Outcome | undefined): void {
    const before = this.state
    this.state = this.#around.follow(before, event)
    this.outcome = outcome ?? this.outcome
    this.#around.shown(this, before)
  }

  async #take(outcome: Outcome, checkout: Checkout, clock: Clock): Promise<void> {
    if (clock !== this.#clock) return
    this.#go(stateOf(outcome), outcome)
    if (outcome.state === 'open') return this.#fill(checkout, clock)
    if (outcome.state === 'authenticate') return this.#confirm(outcome, checkout, clock)
    if (outcome.state === 'pending') return this.#poll(checkout, clock)
    if ('again' in outcome && outcome.again && this.#tries < this.plan.tries && !this.#isLate)
      return this.#again(checkout, clock)
  }

  /** A form that stays open shows in the end that it was paid elsewhere. */
  #readLater(clock: Clock): void {
    const { end, seconds } = this.#around
    const isOpen = (): boolean => clock === this.#clock && this.state === 'ready' && seconds() < end
    void readLater(clock, () => this.#api.outcome({}), isOpen).then((outcome) => this.#meanwhile(outcome, clock))
  }

  /** The frame reports each answer that says that the order is paid, also where the page waits for it no more. */
  #meanwhile(outcome: Outcome | undefined, clock: Clock): void {
    if (outcome && clock === this.#clock && final.has(outcome.state as State)) this.#go(stateOf(outcome), outcome)
  }

  get #isLate(): boolean {
    return this.#around.seconds() > this.#around.lastTry
  }

  /** Presses the button for another try. */
  async #again(checkout: Checkout, clock: Clock): Promise<void> {
    await clock.sleep(this.#around.chance.between(1000, 8000))
    this.#attempt.forget()
    const { orderNumber, amount, currency } = checkout
    await this.#take({ state: 'open', orderNumber, amount, currency }, checkout, clock)
  }

  /** Fills in the form and pays; the shopper tries again after a report that nothing was sent. */
  async #fill(checkout: Checkout, clock: Clock): Promise<void> {
    const { chance, plan } = this.#around
    await clock.sleep(chance.between(500, 4000))
    const typing = clock.sleep(chance.between(1000, 12_000))
    if (!isWallet(plan) && !this.#paysByCode)
      void this.#attempt.prepareEarly().then((outcome) => this.#meanwhile(outcome, clock))
    await typing
    if (final.has(this.state)) return
    if (this.#tries > this.plan.tries || this.#isLate) return
    this.#tries += 1
    this.submittedAt = Math.min(this.submittedAt, clock.now())
    this.#go('submit', undefined)
    try {
      await this.#take(await this.#pay(), checkout, clock)
    } catch (error) {
      await this.#handle(error, checkout, clock)
    }
  }

  /** Until the shopper has turned to the card. */
  get #paysByCode(): boolean {
    return this.#around.plan.method === 'code' && !this.#turnedToCard
  }

  #pay(): Promise<Outcome> {
    const { plan, cardOf, bindingId, walletToken } = this.#around
    if (this.#paysByCode) return this.#api.payByCode({ method: plan.isOnPage ? BANK_PAGE : 'sbp' })
    const name = plan.cards[Math.min(this.#tries - 1, plan.cards.length - 1)]!
    if (isWallet(plan)) {
      const wallet = plan.method === 'apple pay' ? 'applePay' : 'googlePay'
      return this.#attempt.payByWallet({ wallet, paymentToken: walletToken(name) })
    }
    const card = cardOf(name)
    return plan.method === 'stored card' && this.#tries === 1
      ? this.#attempt.pay({ sealed: { cvc: card.cvc, bindingId }, open: { bindingId } })
      : this.#attempt.pay({ sealed: card, open: { cardholder: 'JANE DOE' } })
  }

  /** Handles an error as the page does: reads an uncertain result again; an unsent payment may be tried again. */
  async #handle(error: unknown, checkout: Checkout, clock: Clock): Promise<void> {
    const { code } = checkoutErrorOf(error)
    const { weight } = meaningOf(code)
    if (clock !== this.#clock) return
    if (code === 'too_early') await this.#waitAMoment(clock)
    if (weight === 'final') return this.#go('fail', undefined)
    const { orderNumber, amount, currency } = checkout
    if (weight === 'uncertain') return this.#take({ state: 'pending', orderNumber, amount, currency }, checkout, clock)
    await this.#take({ state: 'open', orderNumber, amount, currency }, checkout, clock)
  }

  /** Waits as the message asks; a press that was deferred does not count as a try. */
  async #waitAMoment(clock: Clock): Promise<void> {
    await clock.sleep(this.#around.chance.between(5000, 20_000))
    this.#tries -= 1
  }

  async #poll(checkout: Checkout, clock: Clock): Promise<void> {
    const { end, seconds } = this.#around
    for (let round = 0; ; round++) {
      const rest = intervals[Math.min(round, intervals.length - 1)]!
      const left = end - seconds()
      // A shopper who returns from the bank at the very end reads once.
      if (left <= 0 && round > 0) return
      await clock.sleep(Math.min(rest, Math.max(left, 1)) * 1000)
      const outcome = await this.#read(clock)
      if (outcome && outcome.state !== 'pending') return this.#take(outcome, checkout, clock)
    }
  }

  /** Reads the order. The page drops late answers; they are tried here on a final screen, which must not change. */
  async #read(clock: Clock): Promise<Outcome | undefined> {
    const request = this.#attempt.refresh().catch(() => undefined)
    void request.then((outcome) => this.#meanwhile(outcome, clock))
    const first = await Promise.race([request, clock.sleep(TIMEOUT).then(() => 'late' as const)])
    if (first !== 'late') return first
    const applyLate = (outcome: Outcome | undefined): void => {
      if (outcome && final.has(this.state)) this.#go(stateOf(outcome), outcome)
    }
    void request.then(applyLate)
    return undefined
  }

  async #confirm(
    outcome: Extract<Outcome, { state: 'authenticate' }>,
    checkout: Checkout,
    clock: Clock,
  ): Promise<void> {
    const living = this.living
    const { step } = outcome
    if (step.kind === 'code') return this.#byCode(step, checkout, clock)
    const led = { ...this.#around, living, clock, how: this.plan.atBank }
    if (step.kind === 'method') {
      await runMethod(led, step)
      return this.#next(() => this.#attempt.authenticate(), checkout, clock)
    }
    if (this.plan.atBank === 'gives up here') {
      await clock.sleep(this.#around.chance.between(2000, 30_000))
      return this.#next(() => this.#attempt.cancel(), checkout, clock)
    }
    let isBack = ++this.#visits > VISITS
    const visit = isBack ? Promise.resolve(undefined) : atBank(led, step)
    const update = await Promise.race([visit, this.#watchMeanwhile(clock, () => isBack)])
    isBack = true
    if (update) return this.#take(update, checkout, clock)
    if (step.kind === 'redirect' && this.#visits <= VISITS) return clock === this.#clock ? this.load() : undefined
    await this.#pollSettled(checkout, clock)
  }

  /** A phone pays, as planned, while the page keeps reading; or the shopper goes back to the card. */
  async #byCode({ payload, accepted }: CodeStep, checkout: Checkout, clock: Clock): Promise<void> {
    const { chance, end, plan, seconds } = this.#around
    if (payload !== undefined && !this.#scanned.has(payload)) {
      this.#scanned.add(payload)
      useApp(this.#around, payload)
    }
    if (plan.app?.startsWith('goes back') && !accepted && !this.#turnedToCard) {
      await clock.sleep(chance.between(3000, 30_000))
      this.#turnedToCard = true
      return this.#next(() => this.#attempt.cancel(), checkout, clock)
    }
    for (let round = 0; seconds() < end; round++) {
      const rest = intervals[Math.min(round, intervals.length - 1)]!
      await clock.sleep(Math.min(rest, Math.max(end - seconds(), 1)) * 1000)
      const read = await this.#read(clock)
      if (clock !== this.#clock) return
      if (read && !(read.state === 'authenticate' && read.step.kind === 'code')) {
        // What is open again is paid by a card.
        if (read.state === 'open') this.#turnedToCard = true
        return this.#take(read, checkout, clock)
      }
    }
  }

  /** While the shopper is at the bank, the page keeps reading; only a final result closes the bank's page. */
  async #watchMeanwhile(clock: Clock, isBack: () => boolean): Promise<Outcome | undefined> {
    const { end, seconds } = this.#around
    for (let round = 2; seconds() < end - 10; round++) {
      await clock.sleep(Math.min(intervals[Math.min(round, intervals.length - 1)]!, end - seconds()) * 1000)
      if (isBack() || this.state !== 'authenticating') return new Promise(() => {})
      const outcome = await this.#read(clock)
      if (outcome && settled.has(outcome.state as State) && !isBack()) return outcome
    }
    return undefined
  }

  /** After the return from the bank: its result reaches the gateway soon. */
  async #pollSettled(checkout: Checkout, clock: Clock): Promise<void> {
    const { orderNumber, amount, currency } = checkout
    if (clock !== this.#clock) return
    this.#go('pending', { state: 'pending', orderNumber, amount, currency })
    await this.#poll(checkout, clock)
  }

  /** Waits for the answer, and reads the order when there is none. */
  async #next(call: () => Promise<Outcome>, checkout: Checkout, clock: Clock): Promise<void> {
    const { orderNumber, amount, currency } = checkout
    const pending = { state: 'pending', orderNumber, amount, currency } as const
    await this.#take(await call().catch(() => pending), checkout, clock)
  }
}
