import type * as ioredis from 'ioredis'
import type { Redis } from 'ioredis'
import type { Clock } from '#contract/ports.ts'
import { inTime } from '#ports/in-time.ts'
import type { Log } from '../log.ts'

/** Runs a script in Redis, which is atomic there; rejects soon when Redis cannot be reached. */
export type Ask = (script: string, keys: readonly string[], values: readonly (string | number)[]) => Promise<unknown>

export interface OpenRedis {
  readonly ask: Ask
  close(): void
}

/** Milliseconds that Redis has to answer in; a shopper is told to try again rather than kept waiting. */
const PATIENCE = 1000

/** A connection on which nothing comes back for so long is given up, and another is made. */
const DEAD = 3000

const LONGEST_PAUSE = 1000

const options = {
  // What Redis cannot hear now must fail now, and what it may have heard is never sent a second time.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  connectTimeout: DEAD,
  socketTimeout: DEAD,
  retryStrategy: (times: number): number => Math.min(times * 50, LONGEST_PAUSE),
  // After a failover the old address may lead to what is now a replica.
  reconnectOnError: ({ message }: Error): boolean => message.includes('READONLY'),
  lazyConnect: true,
}

/**
 * Connects to a Redis and stays connected; resolves also when it cannot be reached yet. Rejects with a sentence when
 * ioredis is not installed, an optional peer dependency.
 */
export async function openRedis(
  url: string,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  load: () => Promise<unknown> = () => import('ioredis'),
): Promise<OpenRedis> {
  const { Redis } = (await load().catch(missing)) as typeof ioredis
  const redis = new Redis(url, options)
  watch(redis, log)
  await redis.connect().catch(() => {}) // it goes on trying
  return {
    ask: (script, keys, values) =>
      inTime(clock, PATIENCE, () => redis.eval(script, keys.length, ...keys, ...values) as Promise<unknown>, silence),
    close() {
      redis.removeAllListeners('close') // nothing is wrong then
      redis.disconnect()
    },
  }
}

function missing(error: unknown): never {
  if ((error as { code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error
  throw new Error('TENDER_REDIS_URL needs the package ioredis beside tender-checkout: npm install ioredis@5', {
    cause: error,
  })
}

/** One line when it goes, and one when it is back. */
function watch(redis: Redis, log: Log): void {
  let isReached = true
  redis.on('error', () => {}) // `close` follows
  redis.on('close', () => {
    if (isReached) log.error({ op: 'claims', code: 'redis', state: 'cannot be reached' })
    isReached = false
  })
  redis.on('ready', () => {
    if (!isReached) log.info({ op: 'claims', code: 'redis', state: 'is reached again' })
    isReached = true
  })
}

function silence(): never {
  throw new Error('Redis did not answer in time')
}
