import { DAY } from '#contract/time/periods.ts'
import type { Clock } from '#contract/ports.ts'

/** Milliseconds; a Node timer is limited to 24 days. */
const LONGEST_SLEEP = DAY

/** Calls a handler for each of many ids at its own time. */
export interface Alarm {
  /** Sets the time of an id in Unix milliseconds, replacing the previous one; `undefined` removes it. */
  set(id: string, at: number | undefined): void
  /** Sets the handler for ids that are due; no id is handled before. */
  ring(due: (id: string) => unknown): void
}

/** Never calls the handler. */
export const silentAlarm: Alarm = { set: () => {}, ring: () => {} }

/** Calls the handler by `clock`, until `closing` is aborted. */
export function buildAlarm(clock: Clock, closing: AbortSignal): Alarm {
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
      () => sleep === own && ringDue(),
      () => {},
    )
  }

  function ringDue(): void {
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
    ring(called) {
      due = called
      wakeForNext()
    },
  }
}
