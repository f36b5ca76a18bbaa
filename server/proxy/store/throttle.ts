import type { Clock } from '#contract/ports.ts'
import { monotonicNow } from '#ports/monotonic-now.ts'

/**
 * Allows one start per key in each interval of `ms` milliseconds: resolves at once, or when the interval of the last is
 * over, or when `closing` is aborted.
 */
export function throttled(clock: Clock, ms: number, closing?: AbortSignal): (key: string) => Promise<void> {
  const begun = new Map<string, number>()
  const forget = (): void => {
    for (const [key, at] of begun) {
      if (at + ms > monotonicNow(clock)) return
      begun.delete(key)
    }
  }
  return async (key) => {
    const wait = (begun.get(key) ?? -Infinity) + ms - monotonicNow(clock)
    if (wait > 0) await clock.sleep(wait, closing).catch(() => {}) // rejects when aborted
    begun.delete(key)
    begun.set(key, monotonicNow(clock))
    forget()
  }
}
