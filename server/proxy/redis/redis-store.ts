import type { Logger } from 'pino'
import type { Clock } from '#contract/ports.ts'
import type { LockStore } from '../locks/lock-store.ts'
import type { AuthenticationStore } from '../external-three-ds/authentication-store.ts'
import type { Counters } from '../card-testing/counters.ts'
import { logOnly } from '../http/log.ts'
import { openRedis, type RunScript } from './ask.ts'
import { watchEviction } from './eviction.ts'
import { redisLocks } from './redis-locks.ts'
import { redisCodes } from './redis-codes.ts'
import { redisCounters } from './redis-counters.ts'
import { redisOrderIds } from './redis-order-ids.ts'
import { redisRefunds } from './redis-refunds.ts'
import { redisTexts } from './redis-texts.ts'

/** What the instances of a proxy must share, stored in Redis. */
export interface RedisStore {
  readonly locks: LockStore
  readonly counters: Counters
  /** Authentications by the merchant's own 3-D Secure server, between their steps. */
  readonly authentications: AuthenticationStore
  close(): void
}

export interface RedisStoreOptions {
  readonly clock: Clock
  /** A pino logger, or false for silence. */
  readonly logger: Logger | false
}

/**
 * Locks and counters of the proxy at that public address, in a Redis 6 or later or a Valkey, one that evicts nothing.
 * While it cannot be reached, nothing is paid and requests get `busy`. Rejects with a message when ioredis is not
 * installed, or when that Redis could evict a lock.
 *
 * @example
 * ```ts
 * import { buildProxy, redisStore, stop, type ProxyConfig, type ProxyOptions } from 'tender-checkout/server'
 *
 * export async function openProxy(config: ProxyConfig, options: ProxyOptions) {
 *   const store = await redisStore(process.env.TENDER_REDIS_URL!, config.publicUrl, options)
 *   const proxy = await buildProxy(config, { ...options, locks: store.locks, counters: store.counters })
 *   return { proxy, close: () => stop(proxy).then(() => store.close()) }
 * }
 * ```
 */
export async function redisStore(
  redisUrl: string,
  publicUrl: string,
  options: RedisStoreOptions,
  load?: () => Promise<unknown>,
): Promise<RedisStore> {
  const { storeFor, close } = await redisStores(redisUrl, options, load)
  return { ...storeFor(publicUrl), close }
}

/** The stores of several proxies, by their public addresses, over one connection. */
export interface RedisStores {
  storeFor(publicUrl: string): Omit<RedisStore, 'close'>
  close(): void
}

export async function redisStores(
  redisUrl: string,
  { clock, logger }: RedisStoreOptions,
  load?: () => Promise<unknown>,
): Promise<RedisStores> {
  const log = logOnly(logger)
  const { ask, policy, close } = await openRedis(redisUrl, { clock, log }, load)
  const eviction = watchEviction(policy, { clock, log })
  await eviction.requireSafePolicy().catch((error: unknown) => {
    close()
    throw error
  })
  return { storeFor: (publicUrl) => storeAt(ask, publicUrl, clock, eviction.check), close }
}

function storeAt(
  ask: RunScript,
  publicUrl: string,
  clock: Clock,
  checkEviction: () => Promise<void>,
): Omit<RedisStore, 'close'> {
  // The braces keep all keys of a proxy on one node.
  const prefix = `tender:{${publicUrl}}`
  const locks = {
    ...redisLocks(ask, prefix, clock, checkEviction),
    orderIds: redisOrderIds(ask, prefix),
    refunds: redisRefunds(ask, prefix),
    codes: redisCodes(ask, prefix),
  }
  const counters = redisCounters(ask, prefix, clock)
  return { locks, counters, authentications: redisTexts(ask, `${prefix}:authentication`) }
}
