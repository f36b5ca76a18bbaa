import type { Clock } from '#contract/ports.ts'
import { monotonicNow } from '#ports/monotonic-now.ts'
import type { Log } from '../http/log.ts'
import { buildBackground } from '../store/background.ts'

/** Stores jobs, and runs each when it is due, until it is over. */
export interface JobQueue<Job> {
  /** Stores a job, to be run after `ms` milliseconds; rejects when it cannot be stored. One whose id is known is not run again. */
  add(job: Job, ms?: number): Promise<void>
  remove(id: string): Promise<void>
  /** Rejects while jobs cannot be stored or run, for the readiness check; absent where none can fail. */
  check?(): Promise<void>
  /** For the metrics; absent where nothing outlives the process. */
  counts?(): Promise<QueueCounts>
  /** Waits for the runs in progress; a queue that outlasts the process keeps the rest. */
  close(): Promise<void>
}

/** Jobs that wait to be run, also for another attempt, and those that were given up. */
export interface QueueCounts {
  readonly pending: number
  readonly failed: number
}

/** What a queue does with its jobs. */
export interface JobOptions<Job> {
  /** The name of its settings. */
  readonly name: 'webhooks' | 'follow-ups'
  readonly clock: Clock
  readonly log: Log
  /**
   * Reads what is to be run now in place of a stored job: the same, another one, which is then stored in its place, or
   * `undefined` where it is over. Absent, jobs stay as they were stored.
   */
  readonly read?: (job: Job) => Promise<Job | undefined>
  /**
   * Runs a job. Resolves with the milliseconds until the next run, or `undefined` when it is over. One that rejects is
   * tried again, as often as the settings say.
   */
  readonly run: (job: Job) => Promise<number | undefined>
  /** Jobs of one key are run one after the other. */
  readonly keyOf: (job: Job) => string
  /**
   * Called before a job is run where several merchants share a queue: what is called when it is over, or the milliseconds
   * until it is tried again, since too many of its merchant are running. Absent, all jobs are of one merchant.
   */
  readonly enter?: (job: Job) => (() => void) | number
  /** The order of a job, for the log. */
  readonly orderOf: (job: Job) => string | undefined
  /** The log of its merchant, where several share a queue. */
  readonly logOf?: (job: Job) => Log
}

/** Where jobs are stored: in memory, or, as {@link redisQueues} does, in Redis. */
export interface Queues {
  /** Whether a job is run even if the process that has stored it ends. */
  readonly isDurable: boolean
  open<Job extends { readonly id: string }>(options: JobOptions<Job>): JobQueue<Job>
}

/** Most jobs of one process; beyond, the oldest is dropped. */
const MAX_JOBS = 10_000

/** Milliseconds between two runs, so that the gateway answers shoppers first. */
const SPACE = 50

/** Stores jobs in memory, until the process ends. None is tried again where it rejects. */
export const memoryQueues: Queues = { isDurable: false, open: openInMemory }

function openInMemory<Job extends { readonly id: string }>({ clock, log, run }: JobOptions<Job>): JobQueue<Job> {
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
  const follow = async (job: Job, first: number, { signal }: AbortController): Promise<void> => {
    for (let ms: number | undefined = first; ms !== undefined && !signal.aborted; ms = await run(job)) {
      await clock.sleep(ms, signal)
      await nextSlot(signal)
    }
  }
  const remove = (id: string): void => {
    kept.get(id)?.abort()
    kept.delete(id)
  }
  const giveUpOldest = (): void => {
    log.error({ op: 'webhook', code: 'given up', message: `more than ${MAX_JOBS} orders are followed` })
    remove(kept.keys().next().value!)
  }
  return {
    async add(job, ms = 0) {
      const ended = new AbortController()
      kept.set(job.id, ended)
      const work = follow(job, ms, ended)
        .catch(() => {}) // aborted by its removal
        .finally(() => kept.delete(job.id))
      void background.track(work)
      if (kept.size > MAX_JOBS) giveUpOldest()
    },
    remove: async (id) => remove(id),
    async close() {
      for (const id of kept.keys()) remove(id)
      await background.close()
    },
  }
}
