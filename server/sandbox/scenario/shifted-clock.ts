import type { Clock } from '#contract/ports.ts'
import { memoryStore, type Store } from '#sandbox/store/store.ts'

/** The clock of all sandbox parties: another clock, put forward by as much as it has been told. */
export interface ShiftedClock extends Clock {
  /** Milliseconds that it is ahead. */
  ahead(): number
  /** Puts it forward; who sleeps beyond that moment sleeps on for what is left. */
  forward(ms: number): void
}

const AHEAD = 'ahead'

/** How far it is ahead is remembered in `store`, so that no time is lived through twice. */
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
      for (let left = ms; await wokenEarly(clock, left, sleepers, signal); left = until - now())
        if (until <= now()) return
    },
  }
}

/** Sleeps; true when the clock was put forward meanwhile. */
async function wokenEarly(
  clock: Clock,
  ms: number,
  sleepers: Set<() => void>,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  signal?.throwIfAborted()
  const own = new AbortController()
  let early = false
  const wake = (): void => {
    early = true
    own.abort()
  }
  const stop = (): void => own.abort(signal?.reason)
  signal?.addEventListener('abort', stop)
  sleepers.add(wake)
  try {
    await clock.sleep(ms, own.signal)
    return false
  } catch (error) {
    if (early) return true
    throw error
  } finally {
    sleepers.delete(wake)
    signal?.removeEventListener('abort', stop)
  }
}
