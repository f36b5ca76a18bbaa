import type { Clock } from '#contract/ports.ts'
import { steadyOf } from '#ports/steady.ts'

/**
 * Allows one start per key in each interval of `ms` milliseconds: resolves at once, or when the interval of the last is
 * over, or when `closing` is aborted.
 */
export function throttled(clock: Clock, ms: number, closing?: AbortSignal): (key: string) => Promise<void> {
  const begun = new Map<string, number>()
  const forget = (): void => {
    for (const [key, at] of begun) {
      if (at + ms > steadyOf(clock)) return
      begun.delete(key)
    }
  }
  return async (key) => {
    const wait = (begun.get(key) ?? -Infinity) + ms - steadyOf(clock)
    if (wait > 0) await clock.sleep(wait, closing).catch(() => {}) // rejects when aborted
    begun.delete(key)
    begun.set(key, steadyOf(clock))
    forget()
  }
}
