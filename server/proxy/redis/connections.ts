import type { RedisOptions } from 'ioredis'

/** Milliseconds without an answer after which a connection is closed, and another one is made. */
export const DEAD = 3000

/**
 * Milliseconds without an answer after which a connection of BullMQ’s worker is closed: the worker waits for a job for up
 * to ten seconds without an answer, and ends a wait that is not answered within 13 seconds by itself.
 */
const DEAD_WORKER = 15_000

const LONGEST_PAUSE = 1000

/**
 * Whether a Redis is a replica, or cut off from its own: after a failover the old primary may keep its connections, and
 * the address leads to the new one. It has executed nothing of the command.
 */
const isNoPrimary = ({ message }: Error): boolean => /READONLY|UNBLOCKED|MASTERDOWN|NOREPLICAS/.test(message)

/** The rules by which every connection to Redis heals. */
export const healing = {
  connectTimeout: DEAD,
  socketTimeout: DEAD,
  retryStrategy: (times) => Math.min(times * 200, LONGEST_PAUSE),
  reconnectOnError: isNoPrimary,
} satisfies RedisOptions

/** For scripts: one that cannot be sent now fails now, and one that may have arrived is never sent again. */
export const scriptConnection = {
  ...healing,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  lazyConnect: true,
} satisfies RedisOptions

/** For what adds jobs: a command that cannot be sent now fails now; adding a job twice changes nothing. */
export const queueConnection = (url: string) =>
  ({ url, ...healing, enableOfflineQueue: false, maxRetriesPerRequest: null }) satisfies RedisOptions & { url: string }

/** For what runs jobs: its commands wait for a connection, so that the end of a job is stored, and are sent again. */
export const workerConnection = (url: string) =>
  ({
    url,
    ...healing,
    socketTimeout: DEAD_WORKER,
    maxRetriesPerRequest: null,
    reconnectOnError: (error) => isNoPrimary(error) && 2,
  }) satisfies RedisOptions & { url: string }

/** Rejects with what is to be installed, where an optional package such as `bullmq@5` is missing. */
export const missingPackage =
  (wanted: string) =>
  (error: unknown): never => {
    if ((error as { code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error
    const name = wanted.split('@')[0]
    throw new Error(`TENDER_REDIS_URL needs the package ${name} beside tender-checkout: npm install ${wanted}`, {
      cause: error,
    })
  }
