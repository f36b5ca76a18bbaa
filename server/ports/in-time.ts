import type { Clock } from '#contract/ports.ts'

/**
 * What `act` comes to, or once `ms` have passed what `late` says; the signal then tells `act` that nobody waits for it, and
 * whatever it still comes to is dropped.
 */
export function inTime<T>(
  clock: Clock,
  ms: number,
  act: (signal: AbortSignal) => Promise<T>,
  late: () => T,
): Promise<T> {
  const [over, answered] = [new AbortController(), new AbortController()]
  const waited = clock.sleep(ms, answered.signal).then(() => {
    over.abort()
    return late()
  })
  const acted = act(over.signal)
  waited.catch(() => {}) // the wait that an answer has ended
  acted.catch(() => {}) // what fails after the wait
  return Promise.race([acted, waited]).finally(() => answered.abort())
}
