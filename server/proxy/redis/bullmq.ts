import { createHash } from 'node:crypto'
import type * as bullmq from 'bullmq'
import type { Redis } from 'ioredis'
import type { Clock } from '#contract/ports.ts'
import { withTimeout } from '#ports/with-timeout.ts'
import { loadOptional } from '#ports/optional-package.ts'
import type { Log } from '../http/log.ts'
import { DEAD, healing, missingPackage, queueConnection, workerConnection } from './connections.ts'
import { redisOutage } from './redis-outage.ts'

export type Library = typeof bullmq

/** Loads the optional peer dependency; rejects with a message when it is not installed. */
export const loadBullmq = async (load: () => Promise<unknown> = () => loadOptional('bullmq')): Promise<Library> =>
  (await load().catch(missingPackage('bullmq@5'))) as Library

/**
 * Proxies of several merchants may share a Redis. A queue's name may not contain a colon, so a hash distinguishes
 * addresses that would be equal without their colons.
 */
export function queueName(kind: string, publicUrl: string): string {
  const hash = createHash('sha256').update(publicUrl).digest('hex').slice(0, 12)
  return `tender-${kind}-${publicUrl.replaceAll(/[^\w.-]+/g, '-')}-${hash}`
}

/** How often a job's process may end before the job fails. */
const MOST_STALLED = 16

/**
 * A job of a process that was killed is taken over by another when its lock has expired, up to that many times; a lock
 * is renewed at half its time.
 */
const takeover = { lockDuration: 6000, stalledInterval: 3000, maxStalledCount: MOST_STALLED }

/** A queue in Redis, whose jobs this process runs too. */
export interface OpenedQueue {
  readonly queue: bullmq.Queue
  readonly worker: bullmq.Worker
  /** Rejects while a job could not be added or run: it asks each connection. */
  check(): Promise<void>
  /** Closes it, once its connections are open; running jobs are waited for where Redis can store their end. */
  close(): Promise<void>
}

export interface QueueOptions {
  readonly url: string
  readonly name: string
  readonly clock: Clock
  readonly log: Log
  readonly run: bullmq.Processor
  /** How many jobs this process runs at once. */
  readonly concurrency: number
}

export function openQueue({ Queue, Worker }: Library, options: QueueOptions): OpenedQueue {
  const { url, name, clock, log, run, concurrency } = options
  let isGivenUp = false
  const retryStrategy = (times: number): number | null => (isGivenUp ? null : healing.retryStrategy(times))
  const queue = new Queue(name, { connection: { ...queueConnection(url), retryStrategy } })
  const connection = { ...workerConnection(url), retryStrategy }
  const worker = new Worker(name, run, { connection, ...takeover, concurrency })
  const { failed, worked } = redisOutage(url, { clock, log })
  worker.on('ready', worked)
  queue.on('error', failed)
  worker.on('error', failed)
  return {
    queue,
    worker,
    check: () => withTimeout(clock, ANSWER_TIMEOUT, () => askAll(queue, worker), silence),
    async close() {
      // BullMQ rejects a promise that nobody can catch where a connection is closed before it is ready or has failed.
      isGivenUp = true
      await withTimeout(
        clock,
        2 * DEAD,
        () => settled(queue, worker),
        () => undefined,
      )
      isGivenUp = false
      await closeQueue(clock, queue, worker)
    },
  }
}

/** Milliseconds in which a Redis that is there answers. */
const ANSWER_TIMEOUT = 1000

export function silence(): never {
  throw new Error('Redis did not answer in time')
}

/** Writes by the connections that carry commands; the one that waits for jobs can be asked nothing meanwhile. */
async function askAll(queue: bullmq.Queue, worker: bullmq.Worker): Promise<void> {
  const [adding, running, waiting] = await Promise.all([queue.client, worker.client, worker.waitUntilReady()])
  if (waiting.status !== 'ready' || !worker.isRunning()) throw new Error('No connection waits for jobs')
  const key = queue.toKey('check')
  // The arguments of ioredis, since older versions of BullMQ take no others.
  for (const client of [adding, running] as unknown as Redis[]) await client.set(key, '1', 'PX', ANSWER_TIMEOUT)
}

/** Waits until each connection is ready, or has failed and is not made again. */
const settled = async (queue: bullmq.Queue, worker: bullmq.Worker): Promise<void> =>
  void (await Promise.allSettled([queue.client, worker.client, worker['blockingConnection'].client]))

/**
 * Where Redis is away, running jobs are not waited for, since their end could not be stored, and BullMQ would wait for
 * its connections without end.
 */
async function closeQueue(clock: Clock, queue: bullmq.Queue, worker: bullmq.Worker): Promise<void> {
  const isThere = await withTimeout(
    clock,
    ANSWER_TIMEOUT,
    () => answers(queue),
    () => false,
  )
  await Promise.all([worker.close(!isThere), queue.close().catch(() => drop(queue))])
}

const answers = (queue: bullmq.Queue): Promise<boolean> =>
  queue.count().then(
    () => true,
    () => false,
  )

/** Ends a connection that Redis cannot be told about. */
const drop = async (queue: bullmq.Queue): Promise<void> => void (await queue.client).disconnect()
