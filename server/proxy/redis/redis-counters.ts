import type { Clock } from '#contract/ports.ts'
import type { Counters } from '../card-testing/counters.ts'
import type { RunScript } from './ask.ts'

/**
 * Counters in Redis, for every instance that shares it: a sorted set per key, of members and the time until which they
 * count.
 */
export function redisCounters(ask: RunScript, prefix: string, clock: Clock): Counters {
  const request = async (script: string, key: string, ...values: (string | number)[]): Promise<number> =>
    Number(await ask(script, [`${prefix}:count:${key}`], [clock.now(), ...values]))
  return {
    add: (key, member, windowMs) => request(ADD, key, member, Math.max(1, Math.ceil(windowMs))),
    count: (key) => request(COUNT, key),
    remove: async (key, member) => (await request(REMOVE, key, member)) === 1,
  }
}

/** The set itself expires with the last of its members. */
const ADD = `
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])
redis.call('ZADD', KEYS[1], ARGV[1] + ARGV[3], ARGV[2])
local last = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')
redis.call('PEXPIRE', KEYS[1], last[2] - ARGV[1])
return redis.call('ZCARD', KEYS[1])`

const COUNT = `return redis.call('ZCOUNT', KEYS[1], '(' .. ARGV[1], '+inf')`

const REMOVE = `
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])
return redis.call('ZREM', KEYS[1], ARGV[2])`
