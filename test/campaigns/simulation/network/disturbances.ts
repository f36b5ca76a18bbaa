import type { Plan } from '../plan.ts'
import type { Trace } from '../trace.ts'
import type { Lives } from './lives.ts'
import type { SharedStore } from './shared-store.ts'
import type { Time } from './time.ts'

interface Disturbed {
  readonly time: Time
  readonly lives: Lives
  readonly store: SharedStore
  readonly trace: Trace
  /** A stranger sends a callback. */
  readonly forge: () => void
}

/** Schedules what the plan has happen at a time of its own: a forged callback, clocks that are set, a store that forgets. */
export function schedule(
  { storeForgets, forgedAt, clockStep }: Plan,
  { time, lives, store, trace, forge }: Disturbed,
): void {
  if (forgedAt !== undefined) time.after(forgedAt * 1000, forge)
  if (clockStep)
    time.after(clockStep.at * 1000, () => {
      trace.note(() => `  ! the clocks are set by ${clockStep.by} s`)
      lives.step(clockStep.by)
    })
  if (storeForgets)
    time.after(storeForgets.at * 1000, () => {
      trace.note(() => `  ! the store forgets ${storeForgets.what}`)
      if (storeForgets.what === 'everything') store.forget()
      else store.forgetLast()
    })
}
