import type { Clock } from '#contract/ports.ts'
import { steadyOf } from '#ports/steady.ts'
import type { Claims } from '../claims.ts'
import type { Ask } from './ask.ts'

/**
 * Claims in Redis, for every instance that shares it. Redis may lose what it was told (a restart without a disk, a
 * failover to a replica that had not heard the last of it), so that each answer comes with the time since which it
 * surely remembers, and with how long that is by its own clock: the instances' clocks may differ, or be set.
 */
export function redisClaims(ask: Ask, prefix: string, clock: Clock): Claims {
  const [record, claim] = [`${prefix}:memory`, (key: string) => `${prefix}:claim:${key}`]
  let [memory, emptySince, heardAt] = ['', -Infinity, -Infinity]
  /** Runs a script of {@link remembering} about one claim. */
  const asked = async (script: string, key: string, ...values: (string | number)[]): Promise<boolean> => {
    const [said, since, age] = (await ask(script, [record, claim(key)], values)) as [number, string, number]
    const now = steadyOf(clock)
    // What another memory was told until it was last heard of, this one may lack, however old it is.
    if (since !== memory) [memory, emptySince] = [since, Math.max(heardAt, now - Math.max(0, age))]
    heardAt = now
    return said === 1
  }
  const release = async (key: string, nonce: string): Promise<void> => void (await ask(RELEASE, [claim(key)], [nonce]))
  return {
    isShared: true,
    remembersFor: () => steadyOf(clock) - emptySince,
    async take(key, nonce, fenceMs) {
      try {
        return await asked(TAKE, key, nonce, Math.max(1, Math.ceil(fenceMs)))
      } catch (error) {
        // Redis may have heard it all the same; nobody acts on such a claim, so that nobody need wait for its end.
        release(key, nonce).catch(() => {}) // what stays ends by its fence
        throw error
      }
    },
    release,
    isTaken: (key) => asked(IS_TAKEN, key),
    check: async () => void (await ask(CHECK, [`${prefix}:check`], [])),
  }
}

/**
 * Reads `since`, and begins it anew where the process that answers, or its line of masters, is not the one that wrote
 * it down: another Redis, or the same one started again, may lack what was written last.
 */
const remembering = (said: string): string => `
local me = (string.match(redis.call('INFO', 'server'), 'run_id:(%x+)') or '')
  .. (string.match(redis.call('INFO', 'replication'), 'master_replid:(%x+)') or '')
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local known = redis.call('HMGET', KEYS[1], 'redis', 'since')
local since = known[2]
if known[1] ~= me or not since then
  since = string.format('%.0f', now)
  redis.call('HSET', KEYS[1], 'redis', me, 'since', since)
end
return { ${said}, since, now - tonumber(since) }`

const TAKE = remembering(`redis.call('SET', KEYS[2], ARGV[1], 'NX', 'PX', ARGV[2]) and 1 or 0`)

const IS_TAKEN = remembering(`redis.call('EXISTS', KEYS[2])`)

/** Writes, since a replica, or a Redis without memory, may still be read. */
const CHECK = `return redis.call('SET', KEYS[1], '1', 'PX', 1000)`

const RELEASE = `return redis.call('GET', KEYS[1]) == ARGV[1] and redis.call('DEL', KEYS[1]) or 0`
