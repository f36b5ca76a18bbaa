import type { Job, JobsOptions, Queue } from 'bullmq'
import { withTimeout } from '#ports/with-timeout.ts'
import { monotonicNow } from '#ports/monotonic-now.ts'
import { buildBackground } from '../webhooks/background.ts'
import { isOrderEvent, type KeptEvent } from '../webhooks/event.ts'
import type { BuildOutbox, OutboxOptions, QueueCounts } from '../webhooks/outbox.ts'
import { loadBullmq, openQueue, queueName, silence, type Library } from './queue.ts'

/** Milliseconds that Redis has to store an event. */
const QUEUE_TIMEOUT = 5000

/** Retries after 5 s, 10 s, 20 s …; the last attempt comes after almost two days. */
const FIRST_PAUSE = 5000
const ATTEMPTS = 16

/** Orders that one process sends webhooks of at once: those on which the merchant's server hangs delay no others. */
const AT_ONCE = 10

const DAY_IN_SECONDS = 86_400

/**
 * Completed jobs are kept for a while, so that the same id is not sent again; failed ones, so that they are tried again
 * when the merchant's server has returned.
 */
const options: JobsOptions = {
  attempts: ATTEMPTS,
  backoff: { type: 'exponential', delay: FIRST_PAUSE },
  removeOnComplete: { age: 7 * DAY_IN_SECONDS, count: 100_000 },
}

/** Milliseconds from its first attempt after which a webhook is tried no more and forgotten. */
const LIFETIME = 30 * DAY_IN_SECONDS * 1000

/**
 * Stores events in Redis with BullMQ until the merchant's server has accepted them; this process sends them too. As
 * durable as that Redis, in a queue for the proxy of that public address. Rejects with a message when bullmq, an
 * optional peer dependency, is not installed.
 *
 * @example
 * ```ts
 * import { buildProxy, queuedOutbox, type ProxyConfig, type ProxyOptions } from 'tender-checkout/server'
 *
 * export async function openProxy(config: ProxyConfig, options: ProxyOptions) {
 *   const outbox = await queuedOutbox(process.env.TENDER_REDIS_URL!, config.publicUrl)
 *   return buildProxy(config, { ...options, outbox })
 * }
 * ```
 */
export async function queuedOutbox(
  redisUrl: string,
  publicUrl: string,
  load?: () => Promise<unknown>,
): Promise<BuildOutbox> {
  const library = await loadBullmq(load)
  return (given) => outboxOn(library, redisUrl, queueName('webhooks', publicUrl), given)
}

function outboxOn(library: Library, url: string, name: string, given: OutboxOptions): ReturnType<BuildOutbox> {
  const { clock, log } = given
  const background = buildBackground(clock)
  const run = ({ data }: Job): Promise<void> =>
    background.queue(aboutOf(data as KeptEvent), () => deliver(given, queue, data as KeptEvent))
  const opened = openQueue(library, { url, name, clock, log, run, pacing: { concurrency: AT_ONCE } })
  const { queue, worker, check, close } = opened
  worker.on('failed', (job) => logFailure(log, job))
  const retry = retryingFailed(queue, clock)
  retry()
  worker.on('completed', retry)
  return {
    remembers: true,
    accept: (event) =>
      withTimeout(
        clock,
        QUEUE_TIMEOUT,
        () => added(queue, event),
        () => false,
      ),
    counts: () => withTimeout(clock, COUNT_TIMEOUT, () => countsOf(queue), silence),
    check,
    close,
  }
}

/** The order or the card: events about the same one are sent one after the other. */
const aboutOf = (event: KeptEvent): string =>
  isOrderEvent(event) ? `order ${event.data.orderNumber}` : `card ${event.data.bindingId}`

/** Milliseconds that Redis has to count; a scrape waits for it. */
const COUNT_TIMEOUT = 1000

async function countsOf(queue: Queue): Promise<QueueCounts> {
  const { failed = 0, ...waiting } = await queue.getJobCounts('waiting', 'delayed', 'active', 'failed')
  return { pending: Object.values(waiting).reduce((sum, count) => sum + count, 0), failed }
}

/** Milliseconds between two rounds that retry failed jobs, and how many of them a round retries. */
const ROUND_INTERVAL = 3_600_000
const RETRIED_IN_ROUND = 1000

/**
 * Tries webhooks once more whose attempts have all failed, and removes those that are too old. Called at the start, and
 * when the merchant's server has accepted another one, which shows that it has returned.
 */
function retryingFailed(queue: Queue, clock: OutboxOptions['clock']): () => void {
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

/** Stores an event; one with its id whose attempts have all failed is tried again. */
const added = async (queue: Queue, event: KeptEvent): Promise<boolean> => {
  const job = await queue.add(event.type, event, { ...options, jobId: event.id })
  if (await job.isFailed()) await job.retry()
  return true
}

/**
 * Sends the current state of the order or card. An event whose state is over is dropped, and the current one is enqueued in its
 * place. The queue retries a job that rejects.
 */
async function deliver({ send, read }: OutboxOptions, queue: Queue, kept: KeptEvent): Promise<void> {
  const event = await read(kept)
  if (event?.id !== kept.id) return void (event && (await added(queue, event)))
  const { delivered, reason } = await send(event)
  if (!delivered) throw new Error(reason)
}

function logFailure(log: OutboxOptions['log'], job: Job | undefined): void {
  const isGivenUp = job?.attemptsMade === ATTEMPTS
  const { orderNumber: order } = (job?.data as KeptEvent | undefined)?.data ?? {}
  log[isGivenUp ? 'error' : 'warn']({ op: 'webhook', order, code: isGivenUp ? 'given up' : 'not taken' })
}
