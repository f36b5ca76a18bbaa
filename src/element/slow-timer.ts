import { SLOW } from '#bridge/protocol.ts'
import type { Clock } from '#contract/ports.ts'

/** Tells when the checkout is busy for longer than a shopper expects. */
export class SlowTimer {
  readonly #clock: Clock
  readonly #changed: () => void
  #run = new AbortController()
  #isSlow = false

  constructor(clock: Clock, changed: () => void) {
    this.#clock = clock
    this.#changed = changed
  }

  get isSlow(): boolean {
    return this.#isSlow
  }

  start(): void {
    this.stop()
    const { signal } = (this.#run = new AbortController())
    this.#clock.sleep(SLOW, signal).then(
      () => this.#late(),
      () => undefined,
    )
  }

  #late(): void {
    this.#isSlow = true
    this.#changed()
  }

  stop(): void {
    this.#run.abort()
    this.#isSlow = false
  }
}
