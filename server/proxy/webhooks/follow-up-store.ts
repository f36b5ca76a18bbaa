import type { Clock } from '#contract/ports.ts'
import { monotonicNow } from '#ports/monotonic-now.ts'
import type { Log } from '../http/log.ts'
import { buildBackground } from './background.ts'
import type { FollowUp } from './follow-up.ts'

/** Stores follow-ups, and runs each when it is due. */
export interface FollowUpStore {
  /** Stores it, to be run after `ms` milliseconds; rejects when it cannot be stored. */
  add(followUp: FollowUp, ms: number): Promise<void>
  remove(id: string): Promise<void>
  /** Rejects while follow-ups cannot be stored or run, for the readiness check; absent where none can fail. */
  check?(): Promise<void>
  /** Waits for the runs in progress; a store that outlasts the process keeps the rest. */
  close(): Promise<void>
}

export interface FollowUpStoreOptions {
  readonly clock: Clock
  readonly log: Log
  /**
   * Runs a follow-up. Resolves with the milliseconds until the next run, or `undefined` when it is over; never rejects.
   */
  readonly run: (followUp: FollowUp) => Promise<number | undefined>
}

/** Builds a store with the functions of the proxy that it needs. */
export type BuildFollowUpStore = (options: FollowUpStoreOptions) => FollowUpStore

/** Most orders that one process follows; beyond, the oldest is dropped. */
const MAX_FOLLOWED = 10_000

/** Milliseconds between two runs, so that the gateway answers shoppers first. */
const SPACE = 50

/** Stores follow-ups in memory, until the process ends. */
export const memoryFollowUps: BuildFollowUpStore = ({ clock, log, run }) => {
  const kept = new Map<string, AbortController>()
  const background = buildBackground(clock)
  let free = -Infinity
  /** Waits for the next free slot. */
  const nextSlot = async (signal: AbortSignal): Promise<void> => {
    const now = monotonicNow(clock)
    const moment = Math.max(now, free)
    free = moment + SPACE
    if (moment > now) await clock.sleep(moment - now, signal)
  }
  const follow = async (followUp: FollowUp, first: number, { signal }: AbortController): Promise<void> => {
    for (let ms: number | undefined = first; ms !== undefined && !signal.aborted; ms = await run(followUp)) {
      await clock.sleep(ms, signal)
      await nextSlot(signal)
    }
  }
  const remove = (id: string): void => {
    kept.get(id)?.abort()
    kept.delete(id)
  }
  const giveUpOldest = (): void => {
    log.error({ op: 'webhook', code: 'given up', message: `more than ${MAX_FOLLOWED} orders are followed` })
    remove(kept.keys().next().value!)
  }
  return {
    async add(followUp, ms) {
      const ended = new AbortController()
      kept.set(followUp.id, ended)
      const work = follow(followUp, ms, ended)
        .catch(() => {}) // aborted by its removal
        .finally(() => kept.delete(followUp.id))
      void background.track(work)
      if (kept.size > MAX_FOLLOWED) giveUpOldest()
    },
    remove: async (id) => remove(id),
    async close() {
      for (const id of kept.keys()) remove(id)
      await background.close()
    },
  }
}
