import type { Clock } from '#contract/ports.ts'

/**
 * Milliseconds of a monotonic clock: a duration measured by `now` ends early when the machine's time is set forward.
 */
export const monotonicNow = (clock: Clock): number => clock.steady?.() ?? clock.now()
