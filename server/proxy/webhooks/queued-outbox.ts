import type { JobsOptions, Queue, Worker } from 'bullmq'
import { inTime } from '#ports/in-time.ts'
import { steadyOf } from '#ports/steady.ts'
import { redisOutage } from '../locks/redis-outage.ts'
import { closeQueue, loadBullmq, queueConnection, queueName, takingUp, workerConnection } from './bullmq.ts'
import type { KeptEvent } from './event.ts'
import type { BuildOutbox, OutboxOptions, QueueCounts } from './outbox.ts'

type Library = Awaited<ReturnType<typeof loadBullmq>>

/** Milliseconds that Redis has to store an event. */
const QUEUE_TIMEOUT = 5000

/** Retries after 5 s, 10 s, 20 s …; the last attempt comes after almost two days. */
const FIRST_PAUSE = 5000
const ATTEMPTS = 16

const DAY_IN_SECONDS = 86_400

/** Seconds for which failed jobs are kept. */
const FAILED_JOB_LIFETIME = 30 * DAY_IN_SECONDS

/**
 * Completed jobs are kept for a while, so that the same id is not sent again; failed ones, so that they can be
 * inspected.
 */
const options: JobsOptions = {
  attempts: ATTEMPTS,
  backoff: { type: 'exponential', delay: FIRST_PAUSE },
  removeOnComplete: { age: 7 * DAY_IN_SECONDS, count: 100_000 },
  removeOnFail: { age: FAILED_JOB_LIFETIME },
}

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

function outboxOn(
  { Queue, Worker }: Library,
  url: string,
  name: string,
  given: OutboxOptions,
): ReturnType<BuildOutbox> {
  const queue: Queue = new Queue(name, { connection: queueConnection(url) })
  const worker: Worker = new Worker(name, async ({ data }) => deliver(given, queue, data as KeptEvent), {
    connection: workerConnection(url),
    ...takingUp,
  })
  watch(queue, worker, url, given)
  const sweep = sweeping(queue, given.clock)
  sweep()
  worker.on('completed', sweep)
  return {
    accept: (event) =>
      inTime(
        given.clock,
        QUEUE_TIMEOUT,
        () => added(queue, event),
        () => false,
      ),
    counts: () => inTime(given.clock, COUNT_TIMEOUT, () => countsOf(queue), tooLate),
    close: () => closeQueue(given.clock, queue, worker),
  }
}

/** Milliseconds that Redis has to count; a scrape waits for it. */
const COUNT_TIMEOUT = 1000

function tooLate(): never {
  throw new Error('Redis did not count the events in time')
}

async function countsOf(queue: Queue): Promise<QueueCounts> {
  const { failed = 0, ...waiting } = await queue.getJobCounts('waiting', 'delayed', 'active', 'failed')
  return { pending: Object.values(waiting).reduce((sum, count) => sum + count, 0), failed }
}

/** Most jobs that one sweep removes. */
const SWEPT = 10_000

/**
 * By itself the queue removes old failed jobs only when another job fails, so they are swept at the start and once a
 * day.
 */
function sweeping(queue: Queue, clock: OutboxOptions['clock']): () => void {
  let last = -Infinity
  return () => {
    const now = steadyOf(clock)
    if (now - last < DAY_IN_SECONDS * 1000) return
    last = now
    queue.clean(FAILED_JOB_LIFETIME * 1000, SWEPT, 'failed').catch(() => {}) // the next sweep finds it
  }
}

const added = async (queue: Queue, event: KeptEvent): Promise<boolean> => {
  await queue.add(event.type, event, { ...options, jobId: event.id })
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

function watch(queue: Queue, worker: Worker, url: string, { clock, log }: OutboxOptions): void {
  const { failed, worked } = redisOutage(url, { clock, log })
  worker.on('ready', worked)
  queue.on('error', failed)
  worker.on('error', failed)
  worker.on('failed', (job) => {
    const isLast = job !== undefined && job.attemptsMade >= ATTEMPTS
    log[isLast ? 'error' : 'warn']({
      op: 'webhook',
      order: orderIn(job?.data),
      code: isLast ? 'given up' : 'not taken',
    })
  })
}

const orderIn = (data: unknown): string | undefined =>
  (data as { data?: { orderNumber?: string } } | undefined)?.data?.orderNumber
