import type { Clock } from '#contract/ports.ts'

/** The time of day, by nothing that Node alone has. */
export const wallClock: Pick<Clock, 'now'> = { now: () => Date.now() }
