import type { Clock } from '#contract/ports.ts'
import { withTimeout } from './with-timeout.ts'

/**
 * Imports a script file. The build of the script tag and of the frames adds `query` to the file's address: many
 * browsers cache the failure of an address, and never request it again.
 */
export type Import<T> = (query?: string) => Promise<T>

/** Pauses before the next request, in milliseconds. */
const patient = [500, 1_000, 2_000, 4_000]
/** Pauses for a caller that needs a result within seconds. */
export const brisk = [500, 1_000, 2_000]
/**
 * Milliseconds after which the file is requested again; the first response of all counts, so that a slow connection
 * still gets it.
 */
const LIMIT = 10_000

let rerequests = 0

/** Imports a script file, with rerequests after pauses; rejects with an error named `script_failed`. */
export async function retryImport<T>(
  get: Import<T>,
  clock: Pick<Clock, 'sleep'>,
  pauses: readonly number[] = patient,
): Promise<T> {
  const requests: Promise<T>[] = []
  for (;;) {
    requests.push(get(requests.length > 0 ? `?retry=${(rerequests += 1)}` : ''))
    try {
      return await withTimeout(Promise.any(requests), LIMIT, clock)
    } catch (error) {
      const pause = pauses[requests.length - 1]
      if (pause === undefined) throw scriptFailed(error)
      await clock.sleep(pause)
    }
  }
}

/** Includes the browser's own error, which has the file's address. */
function scriptFailed(error: unknown): Error {
  const cause: unknown = error instanceof AggregateError ? error.errors.at(-1) : error
  const failed = new Error(`A script file could not be loaded: ${String(cause)}`)
  failed.name = 'script_failed'
  return failed
}
