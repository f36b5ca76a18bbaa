import type { Clock } from '#contract/ports.ts'

/** Wakes somebody for each of many things at its own time. */
export interface Alarm {
  /** The moment of a thing, instead of the one it had; `undefined` for never. */
  set(id: string, at: number | undefined): void
  /** Whom to call for what is due; nothing rings before. */
  ring(due: (id: string) => unknown): void
}

/** Never rings. */
export const silentAlarm: Alarm = { set: () => {}, ring: () => {} }

/** The longest sleep: a timer of Node cannot be set further than 24 days. */
const DAY = 86_400_000

/** Rings by `clock` until `closing`. */
export function buildAlarm(clock: Clock, closing: AbortSignal): Alarm {
  const moments = new Map<string, number>()
  let due: ((id: string) => unknown) | undefined
  let sleep: { readonly until: number; readonly over: AbortController } | undefined
  closing.addEventListener('abort', () => sleep?.over.abort())

  /** Sleeps until `at`, unless it will be awake by then. */
  function wakeAt(at: number): void {
    if (!due || closing.aborted || (sleep && sleep.until <= at)) return
    sleep?.over.abort()
    const own = { until: at, over: new AbortController() }
    sleep = own
    const left = Math.min(Math.max(at - clock.now(), 0), DAY)
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
