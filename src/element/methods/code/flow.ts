import type { CardFrame, CheckoutError } from '#bridge/protocol.ts'
import type { CodeStep, Outcome } from '#contract/checkout.ts'
import type { OffPageMethodName } from '#contract/methods/methods.ts'
import { codeStepOf } from '#contract/outcome.ts'
import { stopwatch } from '#contract/time/stopwatch.ts'
import { checkoutErrorOf } from '../../state/errors.ts'
import type { Followed } from '../../state/payment-host.ts'
import { mayVisit } from '#browser/visitable.ts'
import { untilNext } from '../../waiting/time-left.ts'
import { watch, type WatchContext } from '../../waiting/watch.ts'

/** Milliseconds between two reads of the outcome: while the code may be paid, and while nothing is expected soon. */
const [SOON, LATER] = [3_000, 15_000]

/** Milliseconds left in which a code that is gone has run out: the proxy's answers take a while to come. */
const NEARLY = 10_000

/** What the shopper sees of a payment by a code. */
export type CodeScreen =
  /** The code can be paid. */
  | 'code'
  /** A bank has accepted the payment, and is sending the money. */
  | 'accepted'
  /** The code has run out, or cannot be shown: the shopper may get another one. */
  | 'over'

export interface CodeFlowHost extends WatchContext {
  /** Whether the shopper does not see the page. */
  isHidden(): boolean
  changed(): void
}

/** A payment by a code: polls its outcome until an app has paid, or the shopper gets another code or goes back. */
export class CodeFlow {
  readonly #host: CodeFlowHost
  #payment!: Followed
  #signal!: AbortSignal
  #step: CodeStep | undefined
  /** Milliseconds since the proxy has answered with that step. */
  #age = () => 0
  /** The order without a payment, once its code has run out. */
  #open: Outcome | undefined
  #isAsking = false
  #isCounting = false
  #error: CheckoutError | undefined
  #refused: string | undefined

  constructor(host: CodeFlowHost) {
    this.#host = host
  }

  get screen(): CodeScreen | undefined {
    if (!this.#step) return undefined
    if (this.#step.accepted) return 'accepted'
    return this.address === undefined || this.#open || this.left <= 0 ? 'over' : 'code'
  }
  /** What the code holds, if a page may lead there. */
  get address(): string | undefined {
    const { payload } = this.#step ?? {}
    return payload !== undefined && mayVisit(payload) ? payload : undefined
  }
  /** Milliseconds until the code can no longer be paid. */
  get left(): number {
    return (this.#step?.remainingMs ?? 0) - this.#age()
  }
  /** Whether the shopper's last request has no answer yet. */
  get isAsking(): boolean {
    return this.#isAsking
  }
  /** Why the last request had no effect, or the code cannot be shown. */
  get error(): CheckoutError | undefined {
    return this.#error
  }

  /** Follows an outcome until the next one that is not of a code, or until the signal aborts. */
  follow(payment: Followed, step: CodeStep, signal: AbortSignal): void {
    this.#payment = payment
    this.#signal = signal
    this.#isAsking = false
    signal.addEventListener('abort', () => this.#signal === signal && (this.#step = undefined), { once: true })
    this.#show(step)
    const pause = (): number => (this.screen === 'over' || this.#host.isHidden() ? LATER : SOON)
    watch(
      this.#host,
      () => this.#read(),
      pause,
      (outcome) => this.#watched(outcome),
      signal,
    ).catch((error: unknown) => signal.aborted || payment.unexpected(error))
  }

  /** Gets another code. */
  renew(): void {
    const method = this.#step!.method as OffPageMethodName
    void this.#ask((card) => card.payByCode(method))
  }

  /**
   * Takes the code back, and returns to the form with what was typed. One that has run out is taken back by reading the
   * outcome, where cancelling would end the order.
   */
  leave(): void {
    if (this.#open) this.#payment.take(reopened(this.#open), 'live')
    else void this.#ask(async (card) => reopened(await (this.left > 0 ? card.cancel() : card.refresh())))
  }

  /** Only an answer decides what is next: where none comes, the code is still there, and may have been paid. */
  async #ask(call: (card: CardFrame) => Promise<Outcome>): Promise<void> {
    if (this.#isAsking) return
    const signal = this.#signal
    this.#isAsking = true
    this.#error = undefined
    this.#host.changed()
    try {
      const outcome = await call(this.#payment.card())
      if (!signal.aborted) this.#take(outcome)
    } catch (error) {
      if (!signal.aborted) this.#report(checkoutErrorOf(error))
    } finally {
      this.#isAsking = false
      this.#host.changed()
    }
  }

  /** `undefined` where the shopper has asked for something else meanwhile, whose answer is newer. */
  async #read(): Promise<Outcome | undefined> {
    if (this.#isAsking) return undefined
    const step = this.#step
    const outcome = await this.#payment.read()
    return this.#isAsking || this.#step !== step ? undefined : outcome
  }

  /** The shopper who comes back to a code that has run out finds it, and not a form without a reason. */
  #watched(outcome: Outcome): void {
    if (!isUnpaid(outcome) || this.left > NEARLY) return this.#take(outcome)
    this.#open = outcome
    this.#host.changed()
  }

  #take(outcome: Outcome): void {
    const step = codeStepOf(outcome)
    if (step) this.#show(step)
    else this.#payment.take(outcome, 'live')
  }

  #show(step: CodeStep): void {
    this.#step = step
    this.#age = stopwatch(this.#host.clock)
    this.#open = undefined
    const { payload } = step
    if (payload !== undefined && this.address === undefined && payload !== this.#refused) {
      this.#refused = payload
      this.#report(badAddress)
    }
    this.#host.changed()
    void this.#count()
  }

  #report(error: CheckoutError): void {
    this.#error = error
    this.#payment.report(error)
  }

  /** Draws the time that is left again whenever another is shown, until there is none. */
  async #count(): Promise<void> {
    if (this.#isCounting) return
    this.#isCounting = true
    while (this.screen === 'code') {
      await this.#host.clock.sleep(untilNext(this.left))
      this.#host.changed()
    }
    this.#isCounting = false
  }
}

/** Whether nothing was paid, and another code may be. The session of an order often ends with its code. */
const isUnpaid = (outcome: Outcome): boolean =>
  outcome.state === 'open' || ('again' in outcome && outcome.again && outcome.reason === 'order_expired')

/**
 * The shopper who has asked for the form gets it where another payment is possible, and no word of a session, or of the
 * attempt whose page was given up.
 */
function reopened(outcome: Outcome): Outcome {
  if (!isUnpaid(outcome) && !(outcome.state === 'cancelled' && outcome.again)) return outcome
  const { orderNumber, amount, currency } = outcome
  return { state: 'open', orderNumber, amount, currency }
}

const badAddress: CheckoutError = {
  code: 'address_refused',
  message: 'The address in the code is neither https nor http on this machine.',
  field: 'payload',
}
