import type { Clock } from '#contract/ports.ts'
import { steadyOf } from '#ports/steady.ts'
import type { LockStore } from '../locks/lock-store.ts'
import type { Ask } from './ask.ts'

/**
 * Locks in Redis, for every instance that shares it. Redis may lose what it was told (a restart without a disk, a
 * failover to a replica that had not heard the last of it), so that each answer comes with the time since which it
 * surely remembers, and with how long that is by its own clock: the instances' clocks may differ, or be set.
 */
export function redisLocks(ask: Ask, prefix: string, clock: Clock, checkEviction: () => Promise<void>): LockStore {
  const [record, lock] = [`${prefix}:memory`, (key: string) => `${prefix}:claim:${key}`]
  const registration = (number: string): string => `${prefix}:registered:${number}`
  let [memory, emptySince, confirmedAt] = ['', -Infinity, -Infinity]
  /** The memory has not begun since this process heard of another: its notes may be from before, and its locks lost. */
  let isOld = false
  /** Runs a script of {@link remembering} about one key. */
  const request = async (script: string, key: string, ...values: (string | number)[]): Promise<boolean> => {
    const [message, since, age] = (await ask(script, [record, key], values)) as [number, string, number]
    const now = steadyOf(clock)
    if (since !== memory) {
      // What another memory was told until it was last heard of, this one may lack, however old it is.
      const begun = now - Math.max(0, age)
      isOld = confirmedAt > begun
      ;[memory, emptySince] = [since, Math.max(confirmedAt, begun)]
    }
    confirmedAt = now
    return message === 1
  }
  const release = async (key: string, nonce: string): Promise<void> => void (await ask(RELEASE, [lock(key)], [nonce]))
  return {
    registrations: {
      async note(number, agoMs, keepMs) {
        await request(NOTE, registration(number), Math.ceil(agoMs), Math.max(1, Math.ceil(keepMs)))
      },
      isNoted: async (number) => (await request(IS_NOTED, registration(number))) && !isOld,
    },
    remembersFor: () => steadyOf(clock) - emptySince,
    async take(key, nonce, lockTtlMs) {
      try {
        return await request(TAKE, lock(key), nonce, Math.max(1, Math.ceil(lockTtlMs)))
      } catch (error) {
        // Redis may have heard it all the same; nobody acts on such a lock, so that nobody need wait for its end.
        release(key, nonce).catch(() => {}) // what stays expires
        throw error
      }
    },
    release,
    isTaken: (key) => request(IS_TAKEN, lock(key)),
    async check() {
      await ask(CHECK, [`${prefix}:check`], [])
      await checkEviction()
    },
  }
}

/**
 * Reads `since`, and begins it anew where the process that answers, or its line of masters, is not the one that wrote
 * it down: another Redis, or the same one started again, may lack what was written last.
 */
const remembering = (message: string): string => `
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
return { ${message}, since, now - tonumber(since) }`

const TAKE = remembering(`redis.call('SET', KEYS[2], ARGV[1], 'NX', 'PX', ARGV[2]) and 1 or 0`)

const IS_TAKEN = remembering(`redis.call('EXISTS', KEYS[2])`)

/** A note names the memory that it was written in: a replica that takes over may bring it along, and lack later locks. */
const NOTE = remembering(
  `now - ARGV[1] > tonumber(since) and redis.call('SET', KEYS[2], since, 'PX', ARGV[2]) and 1 or 0`,
)

const IS_NOTED = remembering(`redis.call('GET', KEYS[2]) == since and 1 or 0`)

/** Writes, since a replica, or a Redis without memory, may still be read. */
const CHECK = `return redis.call('SET', KEYS[1], '1', 'PX', 1000)`

const RELEASE = `return redis.call('GET', KEYS[1]) == ARGV[1] and redis.call('DEL', KEYS[1]) or 0`
