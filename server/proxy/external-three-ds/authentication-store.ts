import type { Clock } from '#contract/ports.ts'
import { monotonicNow } from '#ports/monotonic-now.ts'
import { LimitedMap } from '../store/limited-map.ts'

/**
 * Where authentications by the merchant's own 3-D Secure server are stored between their steps, encrypted. One that is
 * lost is begun again by the shopper.
 */
export interface AuthenticationStore {
  /** The text that was written last under the key, unless its time is over. */
  read(key: string): Promise<string | undefined>
  /** Stores a text for `ttlMs` milliseconds, in place of an earlier one. */
  write(key: string, text: string, ttlMs: number): Promise<void>
  remove(key: string): Promise<void>
}

/** Most authentications of one process. */
const MAX_AUTHENTICATIONS = 5000

/**
 * The store of a single process; it ends with it.
 *
 * @example
 * ```ts
 * import { memoryAuthentications, systemClock } from 'tender-checkout/server'
 *
 * const store = memoryAuthentications(systemClock)
 * await store.write('A-17', 'a text', 600_000)
 * await store.read('A-17') // 'a text', for ten minutes
 * ```
 */
export function memoryAuthentications(clock: Clock): AuthenticationStore {
  const kept = new LimitedMap<string, { readonly text: string; readonly until: number }>(MAX_AUTHENTICATIONS)
  return {
    async read(key) {
      const found = kept.get(key)
      return found && found.until > monotonicNow(clock) ? found.text : undefined
    },
    async write(key, text, ttlMs) {
      const now = monotonicNow(clock)
      for (const [one, { until }] of kept) if (until <= now) kept.delete(one)
      kept.set(key, { text, until: now + ttlMs })
    },
    remove: async (key) => void kept.delete(key),
  }
}
