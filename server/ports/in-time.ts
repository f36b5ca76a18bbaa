import type { Clock } from '#contract/ports.ts'

/**
 * What `act` comes to, or once `ms` have passed what `late` says. At the end the signal tells `act` that nobody waits for
 * it; whatever it still comes to is dropped.
 */
export function inTime<T>(
  clock: Clock,
  ms: number,
  act: (signal: AbortSignal) => Promise<T>,
  late: () => T,
): Promise<T> {
  const [over, answered] = [new AbortController(), new AbortController()]
  const acted = begun(act, over.signal)
  const waited = clock.sleep(ms, answered.signal).then(late)
  acted.catch(() => {}) // what fails after the wait
  waited.catch(() => {}) // the wait that an answer has ended
  return Promise.race([acted, waited]).finally(() => {
    answered.abort()
    over.abort()
  })
}

/** What fails at once fails as all else does. */
function begun<T>(act: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return act(signal)
  } catch (error) {
    return Promise.reject(error as Error)
  }
}
