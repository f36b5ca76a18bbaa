import type { Clock } from '#contract/ports.ts'

export interface FakeClock extends Clock {
  /** Lets time pass, waking who slept that long. */
  advance(ms: number): Promise<void>
  /** How many sleep. */
  readonly sleeping: number
}

export function fakeClock(start = Date.UTC(2030, 0, 1)): FakeClock {
  let now = start
  const sleepers = new Map<() => void, number>()
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((wake, fail) => {
        sleepers.set(wake, now + ms)
        signal?.addEventListener('abort', () => {
          sleepers.delete(wake)
          fail(signal.reason)
        })
      }),
    async advance(ms) {
      now += ms
      for (const [wake, until] of sleepers) if (until <= now && sleepers.delete(wake)) wake()
      await new Promise(setImmediate)
    },
    get sleeping() {
      return sleepers.size
    },
  }
}
