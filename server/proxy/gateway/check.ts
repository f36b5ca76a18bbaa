import type { Clock } from '#contract/ports.ts'
import { inTime } from '#ports/in-time.ts'
import { steadyOf } from '#ports/steady.ts'

/** When a look is repeated, in milliseconds. */
export interface Pace {
  /** How long one look serves all who ask. */
  readonly fresh: number
  /** The same while something is or may be wrong. */
  readonly freshWhenUncertain: number
  /** How long whoever asks waits for a look that has begun, before the one before it is told. */
  readonly deadline: number
}

/** Something that is looked at when somebody asks, by one look at a time, and not more often than its pace. */
export interface Check<Verdict> {
  ask(): Promise<Verdict>
  /** The last verdict may be wrong. */
  markUncertain(): void
}

/** `isGood` tells verdicts that need no second look soon; `unknown` is told until the first look is over. */
export function buildCheck<Verdict>(
  clock: Clock,
  pace: Pace,
  check: () => Promise<Verdict>,
  { isGood, unknown }: { readonly isGood: (verdict: Verdict) => boolean; readonly unknown: Verdict },
): Check<Verdict> {
  let [verdict, begunAt, isDoubtful] = [unknown, -Infinity, true]
  let running: Promise<Verdict> | undefined
  const begin = async (): Promise<Verdict> => {
    begunAt = steadyOf(clock)
    verdict = await check().finally(() => (running = undefined))
    isDoubtful = !isGood(verdict)
    return verdict
  }
  const isDue = (): boolean => steadyOf(clock) - begunAt >= (isDoubtful ? pace.freshWhenUncertain : pace.fresh)
  return {
    async ask() {
      const current = running ?? (isDue() ? (running = begin()) : undefined)
      if (!current) return verdict
      return inTime(
        clock,
        pace.deadline,
        () => current,
        () => verdict,
      )
    },
    markUncertain: () => void (isDoubtful = true),
  }
}
