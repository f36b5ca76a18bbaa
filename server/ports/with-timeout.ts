import type { Clock } from '#contract/ports.ts'

/**
 * The result of `act`, or of `late` after `ms` milliseconds. The signal is then aborted, since no one waits for `act`
 * any more; its later result or error is dropped.
 */
export function withTimeout<T>(
  clock: Clock,
  ms: number,
  act: (signal: AbortSignal) => Promise<T>,
  late: () => T,
): Promise<T> {
  const over = new AbortController()
  const acted = begun(act, over.signal)
  const waited = clock.sleep(ms, over.signal).then(late)
  acted.catch(() => {}) // an error after the timeout
  waited.catch(() => {}) // the sleep that a result has aborted
  return Promise.race([acted, waited]).finally(() => over.abort(settled))
}

/** One for all: without a reason, each abort would make a DOMException with a stack, which nobody reads. */
const settled = new Error('The result has come, or is too late')

/** Turns a synchronous throw into a rejection. */
function begun<T>(act: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return act(signal)
  } catch (error) {
    return Promise.reject(error as Error)
  }
}
