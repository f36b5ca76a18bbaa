import { createHash } from 'node:crypto'
import type * as ioredis from 'ioredis'
import type { Redis } from 'ioredis'
import type { Clock } from '#contract/ports.ts'
import { withTimeout } from '#ports/with-timeout.ts'
import { loadOptional } from '#ports/optional-package.ts'
import type { Log } from '../http/log.ts'
import type { ReadPolicy } from './eviction.ts'
import { missingPackage, scriptConnection } from './connections.ts'
import { redisOutage, type RedisOutage } from './redis-outage.ts'

/** Runs a script in Redis, which is atomic there; rejects soon when Redis cannot be reached. */
export type RunScript = (
  script: string,
  keys: readonly string[],
  values: readonly (string | number)[],
) => Promise<unknown>

export interface OpenRedis {
  readonly ask: RunScript
  /** Reads the maxmemory-policy; rejects when Redis cannot be reached. */
  readonly policy: ReadPolicy
  close(): void
}

/** Milliseconds that Redis has to answer in; a shopper gets `busy` and may retry, rather than wait. */
const REDIS_TIMEOUT = 1000

/**
 * Connects to a Redis and stays connected; resolves also when it cannot be reached yet. Rejects with a message when
 * ioredis, an optional peer dependency, is not installed.
 */
export async function openRedis(
  url: string,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  load: () => Promise<unknown> = () => loadOptional('ioredis'),
): Promise<OpenRedis> {
  const { Redis } = (await load().catch(missingPackage('ioredis@5'))) as typeof ioredis
  const redis = new Redis(url, scriptConnection)
  const outage = redisOutage(url, { clock, log })
  watch(redis, outage)
  await redis.connect().catch(() => {}) // it keeps reconnecting
  return {
    async ask(script, keys, values) {
      try {
        const answer = await withTimeout(clock, REDIS_TIMEOUT, () => run(redis, script, keys, values), silence)
        outage.worked()
        return answer
      } catch (error) {
        // A lost connection is logged already.
        if (redis.status === 'ready') outage.failed(error)
        throw error
      }
    },
    policy: () => withTimeout(clock, REDIS_TIMEOUT, () => policyOf(redis), silence),
    close() {
      redis.removeAllListeners('close') // this is no outage
      redis.disconnect()
    },
  }
}

const digests = new Map<string, string>()

/** Runs a script by its digest; a Redis that does not know it has executed nothing, and gets the whole. */
async function run(redis: Redis, ...[script, keys, values]: Parameters<RunScript>): Promise<unknown> {
  const digest = digests.get(script) ?? createHash('sha1').update(script).digest('hex')
  digests.set(script, digest)
  try {
    return await redis.evalsha(digest, keys.length, ...keys, ...values)
  } catch (error) {
    if (!(error as Error).message.startsWith('NOSCRIPT')) throw error
    return redis.eval(script, keys.length, ...keys, ...values)
  }
}

/** Managed services often forbid CONFIG, and an old Redis does not include the policy in INFO. */
async function policyOf(redis: Redis): Promise<string | undefined> {
  const result = /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory'))?.[1]
  if (result !== undefined) return result
  const [, policy] = (await redis.config('GET', 'maxmemory-policy').catch(() => [])) as string[]
  return policy
}

/** Logs when the connection is lost, with the reason, and when it is back. */
function watch(redis: Redis, outage: RedisOutage): void {
  let last: Error | undefined
  redis.on('error', (error: Error) => (last = error)) // `close` follows
  redis.on('close', () => outage.failed(last))
  redis.on('ready', () => {
    last = undefined
    outage.worked()
  })
}

function silence(): never {
  throw Object.assign(new Error('Redis did not answer in time'), { code: `no answer within ${REDIS_TIMEOUT} ms` })
}
