import type { Clock } from '#contract/ports.ts'
import { linkedController } from '../state/linked-controller.ts'
import type { Offered } from './methods.ts'

/** Milliseconds after which the shopper may leave a sheet that has not answered. */
export const LEAVE_AFTER = 10_000

interface Open {
  readonly offered: Offered
  readonly leave: () => void
  mayLeave: boolean
}

/** The wallet's sheet that is waited for. A wallet may never answer, such as one whose window was closed. */
export class OpenSheet {
  readonly #clock: Clock
  readonly #changed: () => unknown
  #open: Open | undefined

  /** `changed` is called when something that is shown has changed. */
  constructor(clock: Clock, changed: () => unknown) {
    this.#clock = clock
    this.#changed = changed
  }

  /** The wallet; `undefined` while no sheet is waited for. */
  get offered(): Offered | undefined {
    return this.#open?.offered
  }
  /** Whether the shopper is offered to leave. */
  get mayLeave(): boolean {
    return this.#open?.mayLeave === true
  }

  /** Returns to the form, whatever the wallet does. */
  leave(): void {
    this.#open?.leave()
  }

  /** Opens a sheet at once, and waits for it until the signal aborts, as `leave` makes it do. */
  async answer<T>(offered: Offered, ask: () => Promise<T>, signal: AbortSignal, leave: () => void): Promise<T> {
    const over = linkedController(signal)
    const open: Open = { offered, leave, mayLeave: false }
    over.signal.addEventListener('abort', () => this.#open === open && (this.#open = undefined))
    this.#open = open
    try {
      const answer = ask()
      this.#changed()
      void this.#offerToLeave(open, over.signal)
      return await answer
    } finally {
      over.abort()
    }
  }

  /** A wallet's window has the focus, which comes back to the page when it is closed, also where nothing else tells. */
  async #offerToLeave(open: Open, signal: AbortSignal): Promise<void> {
    const isBack = new Promise<void>((resolve) => addEventListener('focus', () => resolve(), { signal }))
    const isLate = this.#clock.sleep(LEAVE_AFTER, signal).catch(() => undefined) // it has answered
    await Promise.race([isBack, isLate])
    if (signal.aborted) return
    open.mayLeave = true
    this.#changed()
  }
}
