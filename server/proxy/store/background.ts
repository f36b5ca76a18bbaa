import type { Clock } from '#contract/ports.ts'

/** Work that goes on after the answer to its request; the proxy closes only when all of it is done. */
export interface Background {
  /** Aborted when the proxy closes. */
  readonly closing: AbortSignal
  /** Has `close` wait for work that was started. */
  track<T>(work: Promise<T>): Promise<T>
  /** Runs one action at a time per key, in the order of the calls. */
  queue<T>(key: string, act: () => Promise<T>): Promise<T>
  /** Waits for `ms` milliseconds; false when the proxy closes first. */
  pause(ms: number): Promise<boolean>
  /** Ends the pauses, and resolves when no work is left. */
  close(): Promise<void>
}

export function buildBackground(clock: Clock): Background {
  const closing = new AbortController()
  const running = new Set<Promise<unknown>>()
  const last = new Map<string, Promise<unknown>>()
  return {
    closing: closing.signal,
    track(work) {
      running.add(work)
      const forget = (): void => void running.delete(work)
      work.then(forget, forget)
      return work
    },
    queue(key, act) {
      const before = last.get(key)
      const work = before ? before.then(act, act) : act()
      last.set(key, work)
      const forget = (): void => void (last.get(key) === work && last.delete(key))
      work.then(forget, forget)
      return work
    },
    pause: (ms) =>
      clock.sleep(ms, closing.signal).then(
        () => true,
        () => false,
      ),
    async close() {
      closing.abort()
      while (running.size) await Promise.allSettled(running)
    },
  }
}
