import type { Clock } from '../ports.ts'

/**
 * Begins to measure a duration; the function returns the milliseconds since then. The time of day may be set back, and a
 * monotonic clock may stop while the machine is suspended, so the one that has moved further on counts.
 */
export function stopwatch(clock: Pick<Clock, 'now' | 'steady'>): () => number {
  const steady = (): number => clock.steady?.() ?? 0
  const begun = { now: clock.now(), steady: steady() }
  return () => Math.max(clock.now() - begun.now, steady() - begun.steady)
}
