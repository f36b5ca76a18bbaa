import type { Clock } from '#contract/ports.ts'
import { withTimeout } from '#ports/with-timeout.ts'
import { monotonicNow } from '#ports/monotonic-now.ts'

/** When a check is repeated, in milliseconds. */
export interface CheckIntervals {
  /** How long the verdict of one check is returned to all callers. */
  readonly fresh: number
  /** How long a verdict is returned to all callers while something is or may be wrong. */
  readonly freshWhenUncertain: number
  /** How long a caller waits for a running check before it gets the previous verdict. */
  readonly deadline: number
}

/** A check that runs on demand, one run at a time, and not more often than its intervals. */
export interface Check<Verdict> {
  ask(): Promise<Verdict>
  /** Marks the last verdict as possibly wrong, so that the next check runs sooner. */
  markUncertain(): void
}

/** `isGood` recognises verdicts that need no early recheck; `unknown` is returned until the first check is done. */
export function buildCheck<Verdict>(
  clock: Clock,
  intervals: CheckIntervals,
  check: () => Promise<Verdict>,
  { isGood, unknown }: { readonly isGood: (verdict: Verdict) => boolean; readonly unknown: Verdict },
): Check<Verdict> {
  let [verdict, begunAt, isUncertain] = [unknown, -Infinity, true]
  let running: Promise<Verdict> | undefined
  const begin = async (): Promise<Verdict> => {
    begunAt = monotonicNow(clock)
    verdict = await check().finally(() => (running = undefined))
    isUncertain = !isGood(verdict)
    return verdict
  }
  const isDue = (): boolean =>
    monotonicNow(clock) - begunAt >= (isUncertain ? intervals.freshWhenUncertain : intervals.fresh)
  return {
    async ask() {
      const current = running ?? (isDue() ? (running = begin()) : undefined)
      if (!current) return verdict
      return withTimeout(
        clock,
        intervals.deadline,
        () => current,
        () => verdict,
      )
    },
    markUncertain: () => void (isUncertain = true),
  }
}
