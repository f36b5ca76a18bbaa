import type { Scenario } from '#sandbox/scenario/scenario.ts'
import type { QueuedCallback } from './callback-queue.ts'

/** The longest that a callback is held for the next one to overtake it. */
const OVERTAKEN_WITHIN = 10_000

/** How the switch lets a callback go; `undefined` when it is not sent at all. */
export const callbackFaults: Readonly<
  Record<Scenario['callbacks'], (callback: QueuedCallback) => QueuedCallback | undefined>
> = {
  sent: (callback) => callback,
  never: () => undefined,
  duplicated: (callback) => ({ ...callback, copies: 2 }),
  reordered: (callback) => ({ ...callback, held: true, dueAt: callback.dueAt + OVERTAKEN_WITHIN }),
}

/** The two callbacks when the later overtakes the one that was held for it. */
export const overtaken = (
  earlier: QueuedCallback,
  later: QueuedCallback,
  now: number,
): readonly [QueuedCallback, QueuedCallback] => [
  { ...earlier, held: false, dueAt: now, after: later.id },
  { ...later, held: false, dueAt: now },
]
