import type { Job as StoredJob, JobsOptions, Processor, Queue } from 'bullmq'
import type { Clock } from '#contract/ports.ts'
import { monotonicNow } from '#ports/monotonic-now.ts'
import { withTimeout } from '#ports/with-timeout.ts'
import { buildBackground } from '../store/background.ts'
import type { JobOptions, JobQueue, QueueCounts, Queues } from '../webhooks/job-queue.ts'
import { buildShares } from '../webhooks/shares.ts'
import { loadBullmq, openQueue, queueName, silence, type Library } from './bullmq.ts'

const DAY_IN_SECONDS = 86_400

interface QueueSettings {
  /** Milliseconds that Redis has to store a job. */
  readonly storeTimeout: number
  readonly kept: JobsOptions
  /** How many a process runs at once. */
  readonly concurrency: number
}

const settings: Readonly<Record<JobOptions<unknown>['name'], QueueSettings>> = {
  webhooks: {
    storeTimeout: 5000,
    // Retries after 5 s, 10 s, 20 s …; the last attempt comes after almost two days. Completed jobs are kept for a while,
    // so that the same id is not sent again; failed ones, so that they are tried again when the merchant's server returns.
    kept: {
      attempts: 16,
      backoff: { type: 'exponential', delay: 5000 },
      removeOnComplete: { age: 7 * DAY_IN_SECONDS, count: 100_000 },
    },
    // Orders of one process: those on which the merchant's server hangs delay no others.
    concurrency: 10,
  },
  'follow-ups': {
    // A shopper waits for it.
    storeTimeout: 1000,
    kept: { removeOnComplete: true, removeOnFail: { age: 30 * DAY_IN_SECONDS } },
    concurrency: 8,
  },
}

/**
 * Stores webhooks and follow-ups in Redis with BullMQ until they are over; any process that serves that public address
 * runs them. As durable as that Redis. Rejects with a message when bullmq, an optional peer dependency, is not installed.
 *
 * @example
 * ```ts
 * import { buildProxy, redisQueues, type ProxyConfig, type ProxyOptions } from 'tender-checkout/server'
 *
 * export async function openProxy(config: ProxyConfig, options: ProxyOptions) {
 *   const queues = await redisQueues(process.env.TENDER_REDIS_URL!, config.publicUrl)
 *   return buildProxy(config, { ...options, queues })
 * }
 * ```
 */
export async function redisQueues(redisUrl: string, publicUrl: string, load?: () => Promise<unknown>): Promise<Queues> {
  const library = await loadBullmq(load)
  return {
    isDurable: true,
    open: (options) => openOn(library, { url: redisUrl, name: queueName(options.name, publicUrl) }, options),
  }
}

/** How many a process runs at once where a queue is that of all merchants, each of which has its share. */
const concurrencyOfAll: Readonly<Record<JobOptions<unknown>['name'], number>> = { webhooks: 200, 'follow-ups': 100 }

/** As {@link redisQueues}, with one queue for all merchants of the processes that share that Redis. */
export async function redisQueuesOfAll(url: string, load?: () => Promise<unknown>): Promise<Queues> {
  const library = await loadBullmq(load)
  return {
    isDurable: true,
    open: (options) =>
      openOn(
        library,
        { url, name: queueName(options.name, 'all merchants'), concurrency: concurrencyOfAll[options.name] },
        options,
      ),
  }
}

/** Milliseconds that Redis has to count; a scrape waits for it. */
const COUNT_TIMEOUT = 1000

function openOn<Job extends { readonly id: string }>(
  library: Library,
  at: { readonly url: string; readonly name: string; readonly concurrency?: number },
  {
    name,
    clock,
    log,
    read = async (job) => job,
    run,
    keyOf,
    orderOf,
    logOf = () => log,
    enter = onlyMerchant(name, clock),
  }: JobOptions<Job>,
): JobQueue<Job> {
  const { storeTimeout, kept, concurrency } = { ...settings[name], ...at }
  const isRetried = kept.attempts !== undefined
  const serial = buildBackground(clock)
  const store = async (job: Job, delay = 0): Promise<void> => {
    const stored = await queue.add(name, job, { ...kept, delay, jobId: job.id })
    // One whose attempts have all failed is tried again.
    if (isRetried && (await stored.isFailed())) await stored.retry()
  }
  const runNow = async (stored: StoredJob, token: string | undefined): Promise<void> => {
    const { id } = stored.data as Job
    const job = await read(stored.data as Job)
    if (job?.id !== id) return job && store(job)
    const ms = await run(job)
    if (ms !== undefined) await runLater(stored, token, ms)
  }
  const runLater = async (stored: StoredJob, token: string | undefined, ms: number): Promise<never> => {
    await stored.moveToDelayed(clock.now() + ms, token)
    throw new library.DelayedError()
  }
  const inTurn: Processor = async (stored, token) => {
    const job = stored.data as Job
    const entered = enter(job)
    if (typeof entered === 'number') return runLater(stored, token, entered)
    return serial.queue(keyOf(job), () => runNow(stored, token)).finally(entered)
  }
  const { queue, worker, check, close } = openQueue(library, {
    url: at.url,
    name: at.name,
    clock,
    log,
    run: inTurn,
    concurrency,
  })
  worker.on('failed', (job) => {
    const isGivenUp = !isRetried || job?.attemptsMade === kept.attempts
    const order = job && orderOf(job.data as Job)
    const lines = job ? logOf(job.data as Job) : log
    lines[isGivenUp ? 'error' : 'warn']({ op: 'webhook', order, code: isGivenUp ? 'given up' : 'not taken' })
  })
  if (isRetried) {
    const retry = retryingFailed(queue, clock)
    retry()
    worker.on('completed', retry)
  }
  return {
    add: (job, ms) => withTimeout(clock, storeTimeout, () => store(job, ms), silence),
    // A job that is running is not removed: it ends by the state that it reads.
    remove: async (id) => void (await queue.remove(id)),
    counts: () => withTimeout(clock, COUNT_TIMEOUT, () => countsOf(queue), silence),
    check,
    close,
  }
}

const onlyMerchant = (name: JobOptions<unknown>['name'], clock: Clock) => {
  const enter = buildShares(clock)
  return () => enter(name)
}

async function countsOf(queue: Queue): Promise<QueueCounts> {
  const { failed = 0, ...waiting } = await queue.getJobCounts('waiting', 'delayed', 'active', 'failed')
  return { pending: Object.values(waiting).reduce((sum, count) => sum + count, 0), failed }
}

/** Milliseconds between two rounds that retry failed jobs, and how many of them a round retries. */
const ROUND_INTERVAL = 3_600_000
const RETRIED_IN_ROUND = 1000

/** Milliseconds from its first attempt after which a job is tried no more and forgotten. */
const LIFETIME = 30 * DAY_IN_SECONDS * 1000

/**
 * Tries jobs once more whose attempts have all failed, and removes those that are too old. Called at the start, and when
 * another one has succeeded, which shows that the merchant's server has returned.
 */
function retryingFailed(queue: Queue, clock: Clock): () => void {
  let last = -Infinity
  const round = async (): Promise<void> => {
    for (const job of await queue.getJobs('failed', 0, RETRIED_IN_ROUND - 1, true))
      // Rejects where another process has done so.
      await (clock.now() - job.timestamp > LIFETIME ? job.remove() : job.retry()).catch(() => {})
  }
  return () => {
    const now = monotonicNow(clock)
    if (now - last < ROUND_INTERVAL) return
    last = now
    round().catch(() => {}) // a later round finds them
  }
}
