import type { Clock } from '#contract/ports.ts'

interface Sleeper {
  readonly until: number
  readonly wake: () => void
}

/** A clock that stands still until it is moved, and then lets everything happen in its order. */
export class FakeClock implements Clock {
  #now = 0
  #sleepers: Sleeper[] = []

  now(): number {
    return this.#now
  }

  /** How many wait for a time to come. */
  get waiting(): number {
    return this.#sleepers.length
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const sleeper = { until: this.#now + ms, wake: resolve }
      this.#sleepers.push(sleeper)
      signal?.addEventListener('abort', () => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper)
        reject(signal.reason as Error)
      })
    })
  }

  /** Moves time on, and settles all that follows from each moment before the next. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms
    await settle()
    for (;;) {
      const next = this.#sleepers.toSorted((a, b) => a.until - b.until)[0]
      if (!next || next.until > end) break
      this.#now = Math.max(this.#now, next.until)
      this.#sleepers = this.#sleepers.filter((other) => other !== next)
      next.wake()
      await settle()
    }
    this.#now = end
  }
}

/** Lets every promise that can settle do so. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) {
    const { port1, port2 } = new MessageChannel()
    await new Promise((resolve) => {
      port1.addEventListener('message', resolve)
      port1.start()
      port2.postMessage(undefined)
    })
    port1.close()
  }
}
