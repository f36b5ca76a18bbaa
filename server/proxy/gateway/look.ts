import type { Clock } from '#contract/ports.ts'
import { inTime } from '#ports/in-time.ts'
import { steadyOf } from '#ports/steady.ts'

/** When a look is repeated, in milliseconds. */
export interface Pace {
  /** How long one look serves all who ask. */
  readonly fresh: number
  /** The same while something is or may be wrong. */
  readonly freshInDoubt: number
  /** How long whoever asks waits for a look that has begun, before the one before it is told. */
  readonly patience: number
}

/** Something that is looked at when somebody asks, by one look at a time, and not more often than its pace. */
export interface Look<Verdict> {
  ask(): Promise<Verdict>
  /** The last verdict may be wrong. */
  doubt(): void
}

/** `isGood` tells verdicts that need no second look soon; `unknown` is told until the first look is over. */
export function buildLook<Verdict>(
  clock: Clock,
  pace: Pace,
  look: () => Promise<Verdict>,
  { isGood, unknown }: { readonly isGood: (verdict: Verdict) => boolean; readonly unknown: Verdict },
): Look<Verdict> {
  let [verdict, begunAt, isDoubtful] = [unknown, -Infinity, true]
  let running: Promise<Verdict> | undefined
  const begin = async (): Promise<Verdict> => {
    begunAt = steadyOf(clock)
    verdict = await look().finally(() => (running = undefined))
    isDoubtful = !isGood(verdict)
    return verdict
  }
  const isDue = (): boolean => steadyOf(clock) - begunAt >= (isDoubtful ? pace.freshInDoubt : pace.fresh)
  return {
    async ask() {
      const current = running ?? (isDue() ? (running = begin()) : undefined)
      if (!current) return verdict
      return inTime(
        clock,
        pace.patience,
        () => current,
        () => verdict,
      )
    },
    doubt: () => void (isDoubtful = true),
  }
}
