import type { Clock } from '#contract/ports.ts'

/** Milliseconds of a clock that nobody can set: what is measured by `now` ends when the machine's time is put forward. */
export const steadyOf = (clock: Clock): number => clock.steady?.() ?? clock.now()
