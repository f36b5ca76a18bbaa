import type { CardFrame, CheckoutError } from '#bridge/protocol.ts'
import type { Outcome } from '#contract/checkout.ts'
import { isOffPage, type OtherMethodName } from '#contract/methods/methods.ts'
import { codeStepOf, stateOf } from '#contract/outcome.ts'
import type { PaymentHost, Followed, How, StartedPayment, Unsettled } from './payment-host.ts'
import { announcements, eventOf } from './events.ts'
import type { Intent, OutcomeDetail, Result } from './events.ts'
import { atForm, busy, follow } from './checkout-state.ts'
import type { CheckoutEvent, State } from './checkout-state.ts'
import { sameOrder } from './ticket.ts'
import { lineOf, meaningOf, checkoutErrorOf } from './errors.ts'
import { linkedController } from './linked-controller.ts'

/** Pause before the code that follows an outcome is fetched again, in milliseconds. */
const REFETCH = 5_000
/** Milliseconds after which the shopper sees that loading takes long. */
const LATE = 5_000

/** One order being paid: turns the card frame's reports into states, and announces them to the page. */
export class Payment implements Followed {
  readonly #host: PaymentHost
  #state: State = 'loading'
  #outcome: Outcome | undefined
  #error: CheckoutError | undefined
  /** The error that the code that follows an outcome is not loaded; it is shown until the code is. */
  #missing: CheckoutError | undefined
  #late = false
  /** While the shop is asked for its permission: its handlers run, or it decides about a payment by card. */
  #asking: 'dispatch' | 'decision' | undefined
  #method: OtherMethodName | undefined
  #closed = false
  /** Aborts on each outcome, and ends everything that waited for one. */
  #controller = new AbortController()
  #rests: (() => void)[] = []

  constructor(host: PaymentHost) {
    this.#host = host
  }

  get state(): State {
    return this.#state
  }
  get outcome(): Outcome | undefined {
    return this.#outcome
  }
  get error(): CheckoutError | undefined {
    return this.#error
  }

  /** The method of the last attempt; none for a card of the form. */
  get method(): OtherMethodName | undefined {
    return this.#method
  }

  /** Whether loading takes long in this state. */
  get late(): boolean {
    return this.#late
  }

  get detail(): OutcomeDetail {
    return eventOf(this.#outcome ?? this.#host.facts)
  }

  /**
   * The decline after which the same card may pay: the form is shown below its reason until the shopper pays. Of wrong
   * data the proxy does not say how final that is.
   */
  get refused(): Declined | undefined {
    const outcome = this.#state === 'declined' ? (this.#outcome as Declined) : undefined
    const isSoft = outcome?.kind === 'soft' || outcome?.reason === 'wrong_details'
    return outcome?.again && isSoft ? outcome : undefined
  }

  get isPayable(): boolean {
    return this.#state === 'ready' || !!this.refused
  }

  /** Whether the shopper sees the form. */
  get isAtForm(): boolean {
    return atForm.has(this.#state) || this.isPayable
  }

  /** What the shopper pays: the amount and the fee, in minor units. */
  get charged(): number {
    return this.detail.amount + (this.#host.facts.fee ?? 0)
  }

  get result(): Result {
    const { code: _, ...facts } = this.detail
    return { state: this.#state, ...facts }
  }

  /** The card frame; throws while none is connected. */
  card(): CardFrame {
    const card = this.#host.card()
    if (card) return card
    throw new Error('The card frame is not connected.')
  }

  /** Reads the order's outcome. */
  async read(): Promise<Outcome> {
    return await this.card().refresh()
  }

  /** Called before the frame is opened, for the first time or again. */
  load(): void {
    this.#error = undefined
    this.pause()
    void this.#expect(this.#controller.signal)
    this.#go('load')
  }

  /** Whether the frame may send the payment now: one at a time, and only with the shop's permission. */
  async mayPay(): Promise<boolean> {
    if (!this.isPayable || this.#asking) return false
    const { signal } = this.#controller
    let granted = false
    try {
      granted = await this.#ask(this.#intent)
    } finally {
      this.#asking = undefined
      this.#wake()
    }
    if (!granted || signal.aborted || !this.isPayable) return false
    this.#begin(undefined)
    return true
  }

  /**
   * Begins to pay by another method than a card; a wallet's sheet must open during the shopper's gesture. `undefined`
   * when it may not.
   */
  begin(method: OtherMethodName): StartedPayment | undefined {
    if (!this.isPayable || this.#asking) return undefined
    const granted = this.#isGrantedAtOnce({ ...this.#intent, method, ...(!isOffPage(method) && { wallet: method }) })
    if (!granted) return undefined
    this.#begin(method)
    return { granted, signal: this.#controller.signal }
  }

  #isGrantedAtOnce(intent: Intent): Promise<boolean> | false {
    try {
      return this.#ask(intent)
    } finally {
      this.#asking = undefined
    }
  }

  #ask(intent: Intent): Promise<boolean> | false {
    this.#asking = 'dispatch'
    const granted = this.#host.mayPay(intent)
    this.#asking = 'decision'
    return granted
  }

  /** The order, without why it was declined before. */
  get #intent(): Intent {
    return eventOf((!this.refused && this.#outcome) || this.#host.facts)
  }

  #begin(method: OtherMethodName | undefined): void {
    if (this.refused) this.#outcome = this.#as('open')
    this.#error = undefined
    this.#method = method
    this.#go('submit')
  }

  /** Returns to the form: nothing was sent. */
  returnToForm(error?: CheckoutError): void {
    if (this.#state !== 'submitting') return
    if (error) this.#warn(error)
    else this.#go('open')
  }

  /** Handles an error reported by a frame. An uncertain result is never shown as a failure: the outcome is read. */
  failed(error: CheckoutError): void {
    const { weight } = meaningOf(error.code)
    if (this.#state === 'loading') return this.fail(error)
    if (!this.isPayable && this.#state !== 'submitting') return
    if (weight === 'final') this.fail(error)
    else if (weight === 'uncertain' && this.#state === 'submitting') this.markUncertain(error)
    else this.#warn(error)
  }

  /**
   * Handles an error that nobody expected. Whatever was sent may be paid, so that the order's status decides; before
   * that the shopper may try again. Each state leads to one with a way on, which a second error leaves as it is.
   */
  unexpected(thrown: unknown): void {
    const error = checkoutErrorOf(thrown)
    if (this.#closed) return
    if (this.#state === 'submitting' || this.#state === 'authenticating') this.markUncertain(error)
    else if (this.#state === 'loading' || this.isPayable) this.fail(error)
    else this.report(error)
  }

  /** The payment cannot continue here. */
  fail(error: CheckoutError): void {
    this.pause()
    this.#go('fail')
    this.showError(error)
  }

  /** The result of a request is unknown: only the order's status decides, unless nothing was sent. */
  markUncertain(error: CheckoutError): void {
    this.#stand(meaningOf(error.code).weight === 'unsent' ? 'open' : 'pending')
    this.showError(error)
  }

  markPending(): void {
    this.#stand('pending')
  }

  #stand(state: 'open' | 'pending'): void {
    this.take(this.#as(state), 'live')
  }

  #as(state: 'open' | 'pending'): Outcome {
    const { orderNumber, amount, currency } = this.detail
    return { state, orderNumber, amount, currency }
  }

  /** Shows an error to the shopper, and reports it. */
  showError(error: CheckoutError): void {
    this.#error = error
    this.#host.changed(this.#state)
    this.report(error)
  }

  /** Reports an error to the page and to its author. */
  report(error: CheckoutError): void {
    const { complain, trace } = this.#host.context
    const { code, message, field, traceId = trace.lastId } = error
    complain(lineOf({ ...error, ...(traceId && { traceId }) }))
    const more = { ...(field && { field }), ...(traceId && { traceId }) }
    this.#host.announce('tender-error', { ...this.detail, code, message, ...more })
  }

  /** Accepts an outcome, unless a later one is known already. */
  take(outcome: Outcome, how: How): void {
    const previous = this.#state
    const state = stateOf(outcome)
    const next = follow(previous, state)
    if (this.#closed || next !== follow('loading', state) || !sameOrder(this.#host.facts, outcome)) return
    this.pause()
    this.#outcome = outcome
    const method = codeStepOf(outcome)?.method
    if (isOffPage(method)) this.#method = method
    if (next !== 'ready') this.#error = undefined
    this.#go(state)
    if (this.isPayable && previous !== next && !(outcome.state === 'open' && previous === 'loading')) this.#showForm()
    if (outcome.state !== 'authenticate' && outcome.state !== 'pending') return
    const { signal } = this.#controller
    this.#follow(outcome, how).catch((error: unknown) => signal.aborted || this.unexpected(error))
  }

  /** Shows the form again after a decline. */
  retry(): void {
    if (this.#outcome && 'again' in this.#outcome && this.#outcome.again) this.#stand('open')
  }

  /** Ends everything that waits for the next outcome; the state stays. */
  pause(): void {
    this.#controller.abort()
    this.#controller = new AbortController()
    this.#late = false
  }

  /** Does what the pay button does, and resolves when the checkout is no longer busy. */
  async submit(): Promise<Result> {
    const card = this.#host.card()
    if (card && this.isPayable && this.#asking !== 'dispatch') await this.#try(card)
    return await this.settled()
  }

  /**
   * Resolves when the checkout is no longer busy, and the shop is no longer asked; at once for a handler of
   * `tender-submit`, whose answer may wait for it.
   */
  async settled(): Promise<Result> {
    while ((busy.has(this.#state) || this.#asking === 'decision') && !this.#closed)
      await new Promise<void>((rest) => this.#rests.push(rest))
    return this.result
  }

  /** Ends what is under way here; the order itself does not change. */
  close(): void {
    this.#closed = true
    this.#controller.abort()
    this.#wake()
  }

  /** A submit that the frame does not answer, because it was removed, ends when the signal aborts. */
  async #try(card: CardFrame): Promise<void> {
    const { signal } = this.#controller
    const over = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    const outcome = await Promise.race([card.submit(), over]).catch((error: unknown) => this.unexpected(error))
    if (!outcome && !signal.aborted && this.isAtForm) this.#go('open')
  }

  #go(change: CheckoutEvent): void {
    const previous = this.#state
    this.#state = follow(previous, change)
    this.#host.changed(previous)
    if (this.#state === previous) return
    const event = announcements[this.#state]
    if (event && !(event === 'tender-ready' && previous === 'submitting')) this.#host.announce(event, this.detail)
    if (!busy.has(this.#state)) this.#wake()
  }

  #wake(): void {
    for (const rest of this.#rests.splice(0)) rest()
  }

  #warn(error: CheckoutError): void {
    this.#go('open')
    this.showError(error)
  }

  /** Shows the frame's form, which it hides on each outcome but an open one that it opens with. */
  #showForm(): void {
    this.#host
      .card()
      ?.again()
      .catch((error: unknown) => this.unexpected(error))
  }

  /** Follows an outcome once the code for that is loaded, however long that takes. */
  async #follow(outcome: Unsettled, how: How): Promise<void> {
    const { signal } = this.#controller
    const there = linkedController(signal)
    void this.#expect(there.signal)
    for (let tries = 0; !there.signal.aborted; tries += 1)
      await this.#host.follow(this, outcome, how, signal).then(
        () => there.abort(),
        (error: unknown) => this.#refetch(tries, error, signal),
      )
    if (signal.aborted) return
    this.#late = false
    if (this.#error === this.#missing) this.#error = undefined
    this.#missing = undefined
    this.#host.changed(this.#state)
  }

  /** Only the first failure is reported to the page. Rejects when the signal aborts. */
  async #refetch(tries: number, error: unknown, signal: AbortSignal): Promise<void> {
    if (tries === 0 && !signal.aborted) this.showError((this.#missing = checkoutErrorOf(error)))
    await this.#host.context.clock.sleep(REFETCH, signal)
  }

  /** Records that the shopper has waited long, unless the signal aborts first. */
  async #expect(signal: AbortSignal): Promise<void> {
    try {
      await this.#host.context.clock.sleep(LATE, signal)
    } catch {
      return
    }
    this.#late = true
    this.#host.changed(this.#state)
  }
}

type Declined = Extract<Outcome, { state: 'declined' }>
