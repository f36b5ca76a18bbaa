import type { Clock } from '#contract/ports.ts'
import { steadyOf } from '#ports/steady.ts'

/** Waits that start within this many milliseconds share a sleep; the later ones may be cut short by as much. */
const TOGETHER = 50

/** Reason for aborting a sleep; created once, since creating an error costs as much as the sleep. */
const ANSWERED = new Error('The gateway has answered')

/** Starts a wait and returns the function that cancels it; `over` is called if it is not cancelled in time. */
export type Deadline = (over: () => void) => () => void

/** Waits that share one sleep. */
interface Batch {
  readonly begun: number
  readonly waits: Set<() => void>
  readonly answered: AbortController
}

/**
 * The same limit for all waits; those that start together share a sleep, since a sleep each would cost as much as the
 * request.
 */
export function buildDeadline(clock: Clock, limitMs: number): Deadline {
  let latest: Batch | undefined
  function newBatch(): Batch {
    const batch = { begun: steadyOf(clock), waits: new Set<() => void>(), answered: new AbortController() }
    const end = (): void => {
      for (const over of batch.waits) over()
      batch.waits.clear()
    }
    clock.sleep(limitMs, batch.answered.signal).then(end, () => {}) // aborted by the last answer
    return batch
  }
  const isOpen = ({ begun, waits }: Batch): boolean => waits.size > 0 && steadyOf(clock) - begun < TOGETHER
  return (over) => {
    const batch = latest && isOpen(latest) ? latest : newBatch()
    latest = batch
    batch.waits.add(over)
    return () => {
      if (batch.waits.delete(over) && !batch.waits.size) batch.answered.abort(ANSWERED)
    }
  }
}
