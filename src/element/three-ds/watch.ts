import type { Outcome } from '#contract/checkout.ts'
import type { Clock } from '#contract/ports.ts'

/** An answer that takes longer is given up, and asked for again. */
const READ_TIMEOUT = 20_000

/** Pauses before each reading of a pending order, in milliseconds; the last one repeats. */
export const pendingPace = [2_000, 3_000, 5_000, 8_000, 15_000] as const
/** The same, while the shopper is with the bank. */
export const challengePace = [3_000] as const

/** What a watch is made of: the time, and word of the shopper's or the network's return. */
export interface WatchContext {
  readonly clock: Clock
  readonly onResume: (signal: AbortSignal) => Promise<void>
}

/** Reads the outcome again and again, sooner when the shopper comes back, until the signal aborts. */
export async function watch(
  { clock, onResume }: WatchContext,
  read: () => Promise<Outcome>,
  pace: readonly number[],
  onOutcome: (outcome: Outcome) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let round = 0; !signal.aborted; round++) {
    const pause = pace[Math.min(round, pace.length - 1)]!
    await first(signal, (over) => [clock.sleep(pause, over), onResume(over)])
    if (signal.aborted) return
    const outcome = await first(signal, (over) => [read(), clock.sleep(READ_TIMEOUT, over)])
    if (outcome && !signal.aborted) onOutcome(outcome)
  }
}

/** What the first of several brings, or nothing when it fails; the others are called off. */
async function first<T>(
  signal: AbortSignal,
  race: (over: AbortSignal) => readonly Promise<T | void>[],
): Promise<T | void> {
  const over = new AbortController()
  try {
    return await Promise.race(race(AbortSignal.any([signal, over.signal])))
  } catch {
    return undefined
  } finally {
    over.abort()
  }
}
