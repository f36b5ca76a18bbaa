import type { Outcome } from '#contract/checkout.ts'
import type { Clock } from '#contract/ports.ts'
import { CHALLENGE_READ_PAUSE } from '#contract/three-ds/time-limits.ts'
import { linkedController } from '../state/linked-controller.ts'

/** Milliseconds after which a read is abandoned, and repeated. */
const READ_TIMEOUT = 20_000

/** Pauses before each read of a pending order, in milliseconds; the last one repeats. */
export const pendingIntervals = [2_000, 3_000, 5_000, 8_000, 15_000] as const
/** Pauses before each read during a challenge, in milliseconds. */
export const challengeIntervals = [CHALLENGE_READ_PAUSE] as const

/** Pauses before each read, in milliseconds, of which the last one repeats; or how long the next one is. */
export type Pauses = readonly number[] | (() => number)

/** What a watch needs: the clock, and a notification when the shopper or the network is back. */
export interface WatchContext {
  readonly clock: Clock
  readonly onResume: (signal: AbortSignal) => Promise<void>
}

/**
 * Polls the outcome, sooner when the shopper comes back, until the signal aborts. Only a pause that has ended leads to a
 * read: where the clock itself fails, the watch rejects. A read that fails is repeated after the next pause, and one
 * during which the shopper was away at once: a phone drops the requests of a page that is behind a bank's app.
 */
export async function watch(
  { clock, onResume }: WatchContext,
  read: () => Promise<Outcome | undefined>,
  pauses: Pauses,
  onOutcome: (outcome: Outcome) => void,
  signal: AbortSignal,
): Promise<void> {
  let isBack = false
  for (let round = 0; !signal.aborted; round++) {
    const pause = typeof pauses === 'function' ? pauses() : pauses[Math.min(round, pauses.length - 1)]!
    if (!isBack) await first(signal, (over) => [clock.sleep(pause, over), resumed(onResume, over)])
    isBack = false
    const outcome = await first(signal, (over) => [
      read(),
      clock.sleep(READ_TIMEOUT, over),
      resumed(onResume, over).then(() => void (isBack = true)),
    ]).catch(() => undefined)
    if (outcome && !signal.aborted) onOutcome(outcome)
  }
}

/** Resolves when the shopper or the network is back; never where the page cannot tell. */
const resumed = async (onResume: WatchContext['onResume'], over: AbortSignal): Promise<void> =>
  onResume(over).catch(() => new Promise(() => {}))

/** The result of the first of several promises; the others are aborted. Rejects when the signal aborts. */
async function first<T>(
  signal: AbortSignal,
  race: (over: AbortSignal) => readonly Promise<T | void>[],
): Promise<T | void> {
  const over = linkedController(signal)
  try {
    return await Promise.race(race(over.signal))
  } finally {
    over.abort()
  }
}
