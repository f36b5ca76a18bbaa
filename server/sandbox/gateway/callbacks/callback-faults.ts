import type { Scenario } from '#sandbox/scenario/fault-switches.ts'
import type { QueuedCallback } from './callback-queue.ts'

/** Milliseconds for which a callback is held back, so that the next one can overtake it. */
const OVERTAKEN_WITHIN = 10_000

/** How the switch changes a callback before it is queued; `undefined` when it is not sent. */
export const callbackFaults: Readonly<
  Record<Scenario['callbacks'], (callback: QueuedCallback) => QueuedCallback | undefined>
> = {
  sent: (callback) => callback,
  never: () => undefined,
  duplicated: (callback) => ({ ...callback, copies: 2 }),
  reordered: (callback) => ({ ...callback, held: true, dueAt: callback.dueAt + OVERTAKEN_WITHIN }),
}

/** The two callbacks after the later one overtakes the earlier one, which was held back. */
export const overtaken = (
  earlier: QueuedCallback,
  later: QueuedCallback,
  now: number,
): readonly [QueuedCallback, QueuedCallback] => [
  { ...earlier, held: false, dueAt: now, after: later.id },
  { ...later, held: false, dueAt: now },
]
