import { createHash } from 'node:crypto'
import type * as bullmq from 'bullmq'
import type { Clock } from '#contract/ports.ts'
import { inTime } from '#ports/in-time.ts'
import { loadOptional } from '#ports/optional-package.ts'

type Library = typeof bullmq

/** Loads the optional peer dependency; rejects with a message when it is not installed. */
export const loadBullmq = async (load: () => Promise<unknown> = () => loadOptional('bullmq')): Promise<Library> =>
  (await load().catch(missing)) as Library

function missing(error: unknown): never {
  if ((error as { code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error
  throw new Error('TENDER_REDIS_URL needs the package bullmq beside tender-checkout: npm install bullmq@5', {
    cause: error,
  })
}

/**
 * Proxies of several merchants may share a Redis. A queue's name may not contain a colon, so a hash distinguishes
 * addresses that would be equal without their colons.
 */
export function queueName(kind: string, publicUrl: string): string {
  const hash = createHash('sha256').update(publicUrl).digest('hex').slice(0, 12)
  return `tender-${kind}-${publicUrl.replaceAll(/[^\w.-]+/g, '-')}-${hash}`
}

/** A command that Redis cannot take now must fail now. */
export const queueConnection = (url: string) => ({ url, enableOfflineQueue: false, maxRetriesPerRequest: 1 })

export const workerConnection = (url: string) => ({ url, maxRetriesPerRequest: null })

/** How often a job's process may end before the job fails. */
const MOST_STALLED = 16

/**
 * A job of a process that was killed is taken over by another when its lock has expired, up to that many times; a lock
 * is renewed at half its time.
 */
export const takingUp = { lockDuration: 6000, stalledInterval: 3000, maxStalledCount: MOST_STALLED }

/** Milliseconds in which a Redis that is there answers. */
const ANSWER_TIMEOUT = 1000

/**
 * Closes a queue and its worker, once their connections are open: BullMQ rejects an internal promise, which cannot be
 * caught, where a connection is closed between its connect and its first answer. Where Redis is away, running jobs are
 * not waited for, since their end could not be stored, and BullMQ would wait for its connections without end.
 */
export async function closeQueue(clock: Clock, queue: bullmq.Queue, worker: bullmq.Worker): Promise<void> {
  const isThere = await inTime(
    clock,
    ANSWER_TIMEOUT,
    () => answers(queue, worker),
    () => false,
  )
  await Promise.all([worker.close(!isThere), queue.close().catch(() => drop(queue))])
}

const answers = async (queue: bullmq.Queue, worker: bullmq.Worker): Promise<boolean> => {
  await Promise.allSettled([queue.waitUntilReady(), worker.waitUntilReady()])
  return queue.count().then(
    () => true,
    () => false,
  )
}

/** Ends a connection that Redis cannot be told about, so that it is not made again. */
const drop = async (queue: bullmq.Queue): Promise<void> => void (await queue.client).disconnect()
