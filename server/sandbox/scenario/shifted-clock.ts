import type { Clock } from '#contract/ports.ts'
import { memoryStore, type Store } from '#sandbox/store/store.ts'

/** The clock of all sandbox parties: another clock plus an offset. */
export interface ShiftedClock extends Clock {
  /** Milliseconds that it is ahead. */
  ahead(): number
  /** Moves it forward; a sleep that ends later continues for the remaining time. */
  forward(ms: number): void
}

const AHEAD = 'ahead'

/** The offset is kept in `store`, so that the clock does not go back after a restart. */
export function shiftedClock(clock: Clock, store: Store = memoryStore()): ShiftedClock {
  const table = store.table<{ readonly ms: number }>('clock')
  const sleepers = new Set<() => void>()
  const ahead = (): number => table.get(AHEAD)?.ms ?? 0
  const now = (): number => clock.now() + ahead()
  return {
    now,
    ahead,
    forward(ms) {
      table.put(AHEAD, { ms: ahead() + ms })
      for (const wake of sleepers) wake()
    },
    async sleep(ms, signal) {
      const until = now() + ms
      for (let left = ms; await sleepInterruptibly(clock, left, sleepers, signal); left = until - now())
        if (until <= now()) return
    },
  }
}

/** Sleeps; returns true when the clock was moved forward meanwhile. */
async function sleepInterruptibly(
  clock: Clock,
  ms: number,
  sleepers: Set<() => void>,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  signal?.throwIfAborted()
  const own = new AbortController()
  let isMoved = false
  const wake = (): void => {
    isMoved = true
    own.abort()
  }
  const stop = (): void => own.abort(signal?.reason)
  signal?.addEventListener('abort', stop)
  sleepers.add(wake)
  try {
    await clock.sleep(ms, own.signal)
    return false
  } catch (error) {
    if (isMoved) return true
    throw error
  } finally {
    sleepers.delete(wake)
    signal?.removeEventListener('abort', stop)
  }
}
