import type { CardFrame, Trouble } from '#bridge/protocol.ts'
import type { Outcome } from '#contract/checkout.ts'
import type { WalletName } from '#contract/payment-methods.ts'
import type { PaymentHost, Followed, How, Unsettled } from './payment-host.ts'
import { announcements, eventOf } from './events.ts'
import type { Detail, Result } from './events.ts'
import { busy, follow } from './checkout-state.ts'
import type { CheckoutEvent, State } from './checkout-state.ts'
import { sameOrder } from './ticket.ts'
import { lineOf, meaningOf, troubleIn } from './trouble.ts'

/** Pause before the code that follows an outcome is fetched again, in milliseconds. */
const REFETCH = 5_000
/** After this the shopper reads that what is loaded takes long. */
const LATE = 5_000

/** What has begun before the shop's leave is there. */
export interface StartedPayment {
  readonly leave: Promise<boolean>
  /** Aborts when the order took another turn meanwhile. */
  readonly signal: AbortSignal
}

/** One order being paid: turns what the card frame says into states, and tells the page of them. */
export class Payment implements Followed {
  readonly #host: PaymentHost
  #state: State = 'loading'
  #outcome: Outcome | undefined
  #trouble: Trouble | undefined
  /** The code that follows an outcome is not there; it is shown as a trouble until it is. */
  #missing: Trouble | undefined
  #late = false
  #asking = false
  #wallet: WalletName | undefined
  #closed = false
  /** Ends with each outcome, and with it all that waited for one. */
  #turn = new AbortController()
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
  /** What stands in the way, while it is shown. */
  get trouble(): Trouble | undefined {
    return this.#trouble
  }

  /** The wallet that the last try was made with; none for a card. */
  get wallet(): WalletName | undefined {
    return this.#wallet
  }

  /** Whether what is to be loaded for this state takes long. */
  get late(): boolean {
    return this.#late
  }

  get detail(): Detail {
    return eventOf(this.#outcome ?? this.#host.facts)
  }

  get result(): Result {
    const { code: _, message: __, ...facts } = this.detail
    return { state: this.#state, ...facts }
  }

  /** The card frame; throws while none is connected. */
  card(): CardFrame {
    const card = this.#host.card()
    if (card) return card
    throw new Error('The card frame is not connected.')
  }

  /** Reads where the order stands. */
  async read(): Promise<Outcome> {
    return await this.card().refresh()
  }

  /** The frame is about to be opened, for the first time or once more. */
  load(): void {
    this.#trouble = undefined
    this.pause()
    void this.#expect(this.#turn.signal)
    this.#go('load')
  }

  /** Whether the frame may send the payment now: one at a time, and only with the shop's leave. */
  async mayPay(): Promise<boolean> {
    if (this.#state !== 'ready' || this.#asking) return false
    const { signal } = this.#turn
    this.#asking = true
    const granted = await this.#host.mayPay(this.detail)
    this.#asking = false
    if (!granted || signal.aborted || this.#state !== 'ready') return false
    this.#trouble = this.#wallet = undefined
    this.#go('submit')
    return true
  }

  /** Begins to pay with a wallet, whose sheet must open while the shopper's gesture lasts; nothing when it may not. */
  begin(wallet: WalletName): StartedPayment | undefined {
    if (this.#state !== 'ready' || this.#asking) return undefined
    const leave = this.#host.mayPay({ ...this.detail, wallet })
    if (!leave) return undefined
    this.#trouble = undefined
    this.#wallet = wallet
    this.#go('submit')
    return { leave, signal: this.#turn.signal }
  }

  /** Back at the form: what has begun sent nothing. */
  returnToForm(trouble?: Trouble): void {
    if (this.#state !== 'submitting') return
    if (trouble) this.#warn(trouble)
    else this.#go('open')
  }

  /** A trouble reported by a frame. What cannot be certain is never called a failure: it is read up. */
  failed(trouble: Trouble): void {
    const { weight } = meaningOf(trouble.code)
    if (this.#state === 'loading') return this.fail(trouble)
    if (this.#state !== 'ready' && this.#state !== 'submitting') return
    if (weight === 'final') this.fail(trouble)
    else if (weight === 'uncertain' && this.#state === 'submitting') this.markUncertain(trouble)
    else this.#warn(trouble)
  }

  /** The payment cannot go on here. */
  fail(trouble: Trouble): void {
    this.pause()
    this.#go('fail')
    this.showError(trouble)
  }

  /** Nobody here knows what became of a request: only the order's status does, unless nothing was sent. */
  markUncertain(trouble: Trouble): void {
    this.#stand(meaningOf(trouble.code).weight === 'unsent' ? 'open' : 'pending')
    this.showError(trouble)
  }

  markPending(): void {
    this.#stand('pending')
  }

  #stand(state: 'open' | 'pending'): void {
    const { orderNumber, amount, currency } = this.detail
    this.take({ state, orderNumber, amount, currency }, 'live')
  }

  /** Shows a trouble where the shopper is, and reports it. */
  showError(trouble: Trouble): void {
    this.#trouble = trouble
    this.#host.changed(this.#state)
    this.report(trouble)
  }

  /** Tells the page and its author of a trouble. */
  report(trouble: Trouble): void {
    this.#host.context.complain(lineOf(trouble))
    const { code, message, field, traceId } = trouble
    const more = { ...(field && { field }), ...(traceId && { traceId }) }
    this.#host.announce('tender-error', { ...this.detail, code, message, ...more })
  }

  /** Takes an outcome as the truth, unless a later one is known already. */
  take(outcome: Outcome, how: How): void {
    const previous = this.#state
    const next = follow(previous, outcome.state)
    if (this.#closed || next !== follow('loading', outcome.state) || !sameOrder(this.#host.facts, outcome)) return
    this.pause()
    this.#outcome = outcome
    if (next !== 'ready') this.#trouble = undefined
    this.#go(outcome.state)
    if (outcome.state === 'open' && previous !== 'loading' && previous !== 'ready') this.#showForm()
    if (outcome.state === 'authenticate' || outcome.state === 'pending') void this.#follow(outcome, how)
  }

  /** Shows the form again after a refusal. */
  retry(): void {
    if (!this.#outcome || !('again' in this.#outcome && this.#outcome.again)) return
    const { orderNumber, amount, currency } = this.#outcome
    this.take({ state: 'open', orderNumber, amount, currency }, 'live')
  }

  /** Ends all that waits for the next outcome; the state stays. */
  pause(): void {
    this.#turn.abort()
    this.#turn = new AbortController()
    this.#late = false
  }

  /** Does what the pay button does, and resolves when the checkout rests. */
  async submit(): Promise<Result> {
    const card = this.#host.card()
    if (card && this.#state === 'ready') await this.#try(card)
    while (busy.has(this.#state) && !this.#closed) await new Promise<void>((rest) => this.#rests.push(rest))
    return this.result
  }

  /** Ends what is under way here; the order itself stands as it stands. */
  close(): void {
    this.#closed = true
    this.#turn.abort()
    this.#wake()
  }

  /** A submit that the frame does not answer because it is gone ends with the turn. */
  async #try(card: CardFrame): Promise<void> {
    const { signal } = this.#turn
    const over = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    const outcome = await Promise.race([card.submit().catch(() => undefined), over])
    if (!outcome && !signal.aborted && this.#state === 'submitting') this.#go('open')
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

  #warn(trouble: Trouble): void {
    this.#go('open')
    this.showError(trouble)
  }

  /** The frame hides its form with each outcome but the first. */
  #showForm(): void {
    const { complain } = this.#host.context
    this.#host
      .card()
      ?.again()
      .catch((error: unknown) => complain(String(error)))
  }

  /** Goes on by itself once the code that follows an outcome is there, however long that takes. */
  async #follow(outcome: Unsettled, how: How): Promise<void> {
    const { signal } = this.#turn
    const there = new AbortController()
    signal.addEventListener('abort', () => there.abort(), { once: true })
    void this.#expect(there.signal)
    for (let tries = 0; !there.signal.aborted; tries += 1)
      await this.#host.follow(this, outcome, how, signal).then(
        () => there.abort(),
        (error: unknown) => this.#refetch(tries, error, signal),
      )
    if (signal.aborted) return
    this.#late = false
    if (this.#trouble === this.#missing) this.#trouble = undefined
    this.#missing = undefined
    this.#host.changed(this.#state)
  }

  /** The page is told with the first failure alone. */
  async #refetch(tries: number, error: unknown, signal: AbortSignal): Promise<void> {
    if (tries === 0 && !signal.aborted) this.showError((this.#missing = troubleIn(error)))
    await this.#host.context.clock.sleep(REFETCH, signal).catch(() => undefined)
  }

  /** Notes when the shopper has waited long, unless the signal comes first. */
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
