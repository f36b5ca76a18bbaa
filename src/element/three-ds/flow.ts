import type { CardFrame, ChallengeFrame } from '#bridge/protocol.ts'
import type { Outcome, Step } from '#contract/checkout.ts'
import { isFinal } from '#contract/outcome.ts'
import {
  BANK_SLOW,
  CHALLENGE_LATE,
  CHALLENGE_LIMIT,
  CONTINUE_AFTER,
  METHOD_WAIT,
} from '#contract/three-ds/time-limits.ts'
import { stopwatch } from '#contract/time/stopwatch.ts'
import { visitBank } from './exits.ts'
import type { Followed, How, Unsettled } from '../state/payment-host.ts'
import type { ElementContext } from '../element-context.ts'
import { checkoutErrorOf } from '../state/errors.ts'
import { challengeIntervals, pendingIntervals, watch } from '../waiting/watch.ts'
import type { WatchContext } from '../waiting/watch.ts'

/** What the shopper sees while the bank authenticates. */
export type Screen =
  | 'method'
  /** The dialog is open. */
  | 'challenge'
  /** Another tab shows the challenge. */
  | 'elsewhere'
  /** The bank has finished; the order's outcome is awaited. */
  | 'returned'
  | 'leaving'
  /** The shopper must open the bank's page: it was cancelled, did not load, or replaces this page. */
  | 'waiting'

/** Milliseconds for which the bank's page stays in sight after its end, before a spinner takes its place. */
const VEIL = 400

/** What a flow needs from the page. */
export interface ThreeDsFlowHost extends WatchContext, Pick<ElementContext, 'leave'> {
  /** Loads a challenge frame, and drops it when the signal aborts; one for a method stays for the challenge after it. */
  challenge(signal: AbortSignal, purpose: 'method' | 'challenge'): Promise<ChallengeFrame>
  /** Whether the shop wants the bank's page as a full page instead of in a dialog. */
  wholePage(): boolean
  changed(): void
}

/** What a bank asks for; a payment by a code is followed elsewhere. */
type BankStep = Exclude<Step, { kind: 'code' }>
type ShownStep = Extract<Step, { kind: 'challenge' | 'resume' }>
type Flow<Kind extends BankStep['kind']> = (step: Extract<Step, { kind: Kind }>, how: How) => Promise<void>

/** The 3-D Secure flow of a payment: polls its outcome, and leads the shopper through the bank's steps. */
export class ThreeDsFlow {
  readonly #host: ThreeDsFlowHost
  #payment!: Followed
  #signal!: AbortSignal
  #screen: Screen | undefined
  #late = false
  #isVeiled = false
  /** Milliseconds since the challenge began. */
  #age: (() => number) | undefined
  /** The nonce of a challenge that timed out. */
  #expired: string | undefined

  constructor(host: ThreeDsFlowHost) {
    this.#host = host
  }

  get screen(): Screen | undefined {
    return this.#screen
  }
  /** Milliseconds until the bank stops to wait for the shopper. */
  get left(): number | undefined {
    return this.#age && CHALLENGE_LIMIT - this.#age()
  }
  /** Whether the bank's page has just ended: it stays in sight, since the answer mostly comes at once. */
  get isVeiled(): boolean {
    return this.#isVeiled && this.#screen === 'returned'
  }
  /** Whether the current screen takes long. */
  get late(): boolean {
    return this.#late
  }

  /** Follows an outcome until the next one, or until the signal aborts. */
  follow(payment: Followed, outcome: Unsettled, how: How, signal: AbortSignal): void {
    this.#payment = payment
    this.#signal = signal
    signal.addEventListener('abort', () => (this.#screen = undefined), { once: true })
    if (outcome.state === 'pending') return this.#watch(pendingIntervals, (update) => this.#afterPending(update))
    const { step } = outcome
    // The payment continues by itself after the method.
    if (step.kind !== 'method') this.#watch(challengeIntervals, (update) => this.#duringChallenge(update))
    const flow = this.#flows[step.kind as BankStep['kind']] as Flow<BankStep['kind']>
    flow(step as BankStep, how).catch((error: unknown) => this.#lose(error, signal))
  }

  /** Shows the bank's confirmation again, after it was cancelled. */
  confirm(): void {
    this.#payment.take(this.#payment.outcome!, 'live')
  }

  cancel(): void {
    if (this.#screen === 'returned') return
    this.#show('returned')
    void this.#ask((card) => card.cancel(), 'cancelled')
  }

  /** Navigates to the bank's page, which replaces this one. */
  leave(): void {
    visitBank(this.#payment, (address) => this.#host.leave(address))
  }

  readonly #flows: { readonly [Kind in BankStep['kind']]: Flow<Kind> } = {
    method: (step) => this.#runMethod(step),
    challenge: (step, how) => this.#confirm(step, how),
    resume: (step, how) => this.#confirm(step, how),
    redirect: async (_, how) => this.#goToBank(how),
  }

  /** The payment continues whatever the result of the method, even without one. */
  async #runMethod(step: Extract<Step, { kind: 'method' }>): Promise<void> {
    const signal = this.#signal
    this.#show('method')
    const run = this.#host.challenge(signal, 'method').then(
      (frame) => frame.runMethod(step),
      (error: unknown) => this.#payment.report(checkoutErrorOf(error)),
    )
    // The method is optional: where it fails, the payment goes on as after its time limit.
    await Promise.race([run, this.#host.clock.sleep(METHOD_WAIT, signal)]).catch(() => undefined)
    if (!signal.aborted) await this.#ask((card) => card.authenticate(), 'live')
  }

  async #confirm(step: ShownStep, how: How): Promise<void> {
    if (this.#host.wholePage()) return this.#goToBank(how)
    this.#age = stopwatch(this.#host.clock)
    this.#after(CHALLENGE_LIMIT, () => this.#expire(step.nonce))
    if (how === 'cancelled') return this.#show('waiting')
    this.#show('challenge')
    await this.#showChallenge(step)
  }

  async #showChallenge(step: ShownStep): Promise<void> {
    const signal = this.#signal
    const frame = await this.#host.challenge(signal, 'challenge')
    const screen = await frame.showChallenge(step).then(
      () => 'returned' as const,
      (error: unknown) => (error instanceof Error && error.message === 'elsewhere' ? 'elsewhere' : 'waiting'),
    )
    if (signal.aborted) return
    this.#isVeiled = screen === 'returned'
    this.#show(screen)
    if (screen === 'returned') this.#awaitAnswer()
    if (screen === 'elsewhere') await this.#continueHere(frame, step)
  }

  #awaitAnswer(): void {
    this.#after(VEIL, () => {
      this.#isVeiled = false
      this.#host.changed()
    })
    this.#watch([0, 1_000, 2_000, ...challengeIntervals], (update) => this.#duringChallenge(update))
  }

  /**
   * Shows the challenge once no other tab does, such as one that was closed, or this one before a reload. The outcome
   * is read first, since the other tab may have completed the challenge; where it cannot be read, it is read again.
   */
  async #continueHere(frame: ChallengeFrame, step: ShownStep): Promise<void> {
    const signal = this.#signal
    // It rejects in a frame of another release, or without locks.
    const isFree = await frame.whenFree(step.nonce).then(
      () => true,
      () => false,
    )
    if (!isFree) return
    let outcome
    do {
      await this.#host.clock.sleep(CONTINUE_AFTER, signal)
      outcome = await this.#payment.read().catch(() => undefined) // read again after the pause
    } while (!outcome)
    const isOpen = outcome.state === 'authenticate' && 'nonce' in outcome.step && outcome.step.nonce === step.nonce
    if (signal.aborted || this.#screen !== 'elsewhere' || !isOpen) return
    this.#show('challenge')
    await this.#showChallenge(step)
  }

  /**
   * The frame for the bank's page did not load, or anything else failed on the way through a step: the shopper may try
   * again, continue on the bank's own page, or cancel.
   */
  #lose(error: unknown, signal: AbortSignal): void {
    if (signal.aborted) return
    this.#show('waiting')
    this.#payment.showError(checkoutErrorOf(error))
  }

  /** A page that has only just loaded never navigates by itself, or the browser's Back button would not work. */
  #goToBank(how: How): void {
    this.#show(how === 'live' ? 'leaving' : 'waiting')
    if (how === 'live') this.leave()
  }

  /**
   * While the shopper may still be busy with the bank, only an outcome that settles the payment closes the bank's page.
   */
  #duringChallenge(outcome: Outcome): void {
    const through = this.#screen === 'returned' || this.#screen === 'elsewhere'
    if (through ? outcome.state !== 'authenticate' : isFinal(outcome.state)) this.#payment.take(outcome, 'live')
    else if (this.#screen === 'leaving') this.#show('waiting')
  }

  #afterPending(outcome: Outcome): void {
    const stale = outcome.state === 'authenticate' && 'nonce' in outcome.step && outcome.step.nonce === this.#expired
    if (outcome.state !== 'pending' && !stale) this.#payment.take(outcome, 'live')
  }

  #expire(nonce: string): void {
    this.#expired = nonce
    this.#payment.markPending()
  }

  #show(screen: Screen): void {
    this.#screen = screen
    this.#late = false
    this.#host.changed()
    this.#after(screen === 'challenge' ? CHALLENGE_LATE : BANK_SLOW, () => {
      this.#late = this.#screen === screen
      this.#host.changed()
    })
  }

  #after(ms: number, act: () => void): void {
    this.#host.clock.sleep(ms, this.#signal).then(act, () => undefined)
  }

  #watch(intervals: readonly number[], onOutcome: (outcome: Outcome) => void): void {
    const [payment, signal] = [this.#payment, this.#signal]
    watch(this.#host, () => payment.read(), intervals, onOutcome, signal).catch(
      (error: unknown) => signal.aborted || payment.unexpected(error),
    )
  }

  async #ask(call: (card: CardFrame) => Promise<Outcome>, how: How): Promise<void> {
    const signal = this.#signal
    try {
      const outcome = await call(this.#payment.card())
      if (!signal.aborted) this.#payment.take(outcome, how)
    } catch (error) {
      if (!signal.aborted) this.#payment.markUncertain(checkoutErrorOf(error))
    }
  }
}
