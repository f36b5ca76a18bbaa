import type { Clock } from '#contract/ports.ts'
import { steadyOf } from '#ports/steady.ts'

/** Milliseconds within which waits begin together: by as much may the later of them be cut short. */
const TOGETHER = 50

/** Why a sleep ends that nobody needs any more; made once, since making it costs as much as the sleep. */
const ANSWERED = new Error('The gateway has answered')

/** Begins a wait, and says how it is ended; `over` is called where it was not ended in time. */
export type Deadline = (over: () => void) => () => void

/** Waits that share one sleep. */
interface Batch {
  readonly begun: number
  readonly waits: Set<() => void>
  readonly answered: AbortController
}

/** The same limit for all waits; those that begin together share a sleep, which for each would cost as much as its request. */
export function buildDeadline(clock: Clock, limitMs: number): Deadline {
  let latest: Batch | undefined
  function newBatch(): Batch {
    const batch = { begun: steadyOf(clock), waits: new Set<() => void>(), answered: new AbortController() }
    const end = (): void => {
      for (const over of batch.waits) over()
      batch.waits.clear()
    }
    clock.sleep(limitMs, batch.answered.signal).then(end, () => {}) // the sleep that answers have ended
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
