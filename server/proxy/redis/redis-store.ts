import type { Logger } from 'pino'
import type { Clock } from '#contract/ports.ts'
import type { Claims } from '../claims.ts'
import type { Tallies } from '../limits/tallies.ts'
import { logOnly } from '../log.ts'
import { openRedis } from './ask.ts'
import { redisClaims } from './redis-claims.ts'
import { redisTallies } from './redis-tallies.ts'

/** What the instances of a proxy must share, kept in Redis. */
export interface RedisStore {
  readonly claims: Claims
  readonly tallies: Tallies
  close(): void
}

export interface RedisStoreParts {
  readonly clock: Clock
  /** A pino logger, or false for silence. */
  readonly logger: Logger | false
}

/**
 * Claims and tallies of the proxy at that public address, in a Redis 6 or later or a Valkey, one that evicts nothing.
 * While it cannot be reached nothing is paid, and `busy` is answered. Rejects with a sentence when ioredis is not
 * installed.
 */
export async function redisStore(
  redisUrl: string,
  publicUrl: string,
  { clock, logger }: RedisStoreParts,
  load?: () => Promise<unknown>,
): Promise<RedisStore> {
  const { ask, close } = await openRedis(redisUrl, { clock, log: logOnly(logger) }, load)
  // The braces keep all keys of a proxy on one node.
  const prefix = `tender:{${publicUrl}}`
  return { claims: redisClaims(ask, prefix, clock), tallies: redisTallies(ask, prefix, clock), close }
}
