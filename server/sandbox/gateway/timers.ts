import { DAY } from '#contract/time/periods.ts'
import type { Clock } from '#contract/ports.ts'

/** Milliseconds; a Node timer is limited to 24 days. */
const LONGEST_SLEEP = DAY

/** Calls a handler for each of many ids at its own time. */
export interface Timers {
  /** Sets the time of an id in Unix milliseconds, replacing the previous one; `undefined` removes it. */
  set(id: string, at: number | undefined): void
  /** Begins to call `due` for the ids that are due; none is handled before. */
  start(due: (id: string) => unknown): void
}

/** Never calls the handler. */
export const noTimers: Timers = { set: () => {}, start: () => {} }

/** Calls the handler by `clock`, until `closing` is aborted. */
export function buildTimers(clock: Clock, closing: AbortSignal): Timers {
  const moments = new Map<string, number>()
  let due: ((id: string) => unknown) | undefined
  let sleep: { readonly until: number; readonly over: AbortController } | undefined
  closing.addEventListener('abort', () => sleep?.over.abort())

  /** Sleeps until `at`, unless it already wakes before then. */
  function wakeAt(at: number): void {
    if (!due || closing.aborted || (sleep && sleep.until <= at)) return
    sleep?.over.abort()
    const own = { until: at, over: new AbortController() }
    sleep = own
    const left = Math.min(Math.max(at - clock.now(), 0), LONGEST_SLEEP)
    clock.sleep(left, own.over.signal).then(
      () => sleep === own && callDue(),
      () => {},
    )
  }

  function callDue(): void {
    sleep = undefined
    const now = clock.now()
    for (const [id, at] of moments) if (at <= now && moments.delete(id)) due!(id)
    wakeForNext()
  }

  function wakeForNext(): void {
    let next = Infinity
    for (const at of moments.values()) next = Math.min(next, at)
    if (next < Infinity) wakeAt(next)
  }

  return {
    set(id, at) {
      if (at === undefined) return void moments.delete(id)
      moments.set(id, at)
      wakeAt(at)
    },
    start(handler) {
      due = handler
      wakeForNext()
    },
  }
}
