import type { Clock } from '#contract/ports.ts'
import { linkedController } from '../state/linked-controller.ts'
import type { Offered } from './methods.ts'

/** Milliseconds after which the shopper may leave a sheet that has not answered. */
export const LEAVE_AFTER = 10_000
/**
 * Milliseconds after which the shopper may leave a sheet once the page has the focus again. A sheet that has just answered
 * gives the focus back, too.
 */
export const BACK_AFTER = 1_000

/** The wallet's sheet that is waited for. A wallet may never answer, such as one whose window was closed. */
export class OpenSheet {
  readonly #clock: Clock
  readonly #changed: () => unknown
  /** The wallet; `undefined` while no sheet is waited for. */
  offered: Offered | undefined
  /** Whether the shopper is offered to leave. */
  mayLeave = false
  /** Returns to the form, whatever the wallet does. */
  leave = (): void => {}

  /** `changed` is called when something that is shown has changed. */
  constructor(clock: Clock, changed: () => unknown) {
    this.#clock = clock
    this.#changed = changed
  }

  /** Opens a sheet at once, and waits for it until the signal aborts, as `leave` makes it do. */
  async answer<T>(offered: Offered, ask: () => Promise<T>, signal: AbortSignal, leave: () => void): Promise<T> {
    const over = linkedController(signal)
    over.signal.addEventListener('abort', () => this.leave === leave && this.#set(undefined))
    this.#set(offered, leave)
    try {
      const answer = ask()
      this.#changed()
      void this.#offerToLeave(over.signal)
      return await answer
    } finally {
      over.abort()
    }
  }

  #set(offered: Offered | undefined, leave = (): void => {}): void {
    Object.assign(this, { offered, leave, mayLeave: false })
  }

  /** A wallet's window has the focus, which comes back to the page when it is closed, also where nothing else tells. */
  async #offerToLeave(signal: AbortSignal): Promise<void> {
    const focused = new Promise<void>((resolve) => addEventListener('focus', () => resolve(), { signal }))
    const isBack = focused.then(() => this.#clock.sleep(BACK_AFTER, signal))
    await Promise.race([isBack, this.#clock.sleep(LEAVE_AFTER, signal)]).catch(() => undefined) // it has answered
    if (signal.aborted) return
    this.mayLeave = true
    this.#changed()
  }
}
