import type { Clock } from '#contract/ports.ts'
import { monotonicNow } from '#ports/monotonic-now.ts'
import type { LockStore } from '../locks/lock-store.ts'
import type { RunScript } from './ask.ts'

/**
 * Locks in Redis, for every instance that shares it. Redis may lose data (a restart without a disk, a failover to a
 * replica that lacked the last writes), so each answer includes the time since which its memory is complete, and how
 * long ago that was by Redis's own clock: the instances' clocks may differ, or be set.
 */
export function redisLocks(
  ask: RunScript,
  prefix: string,
  clock: Clock,
  checkEviction: () => Promise<void>,
): LockStore {
  const [record, lock] = [`${prefix}:memory`, (key: string) => lockKey(prefix, key)]
  const registration = (number: string): string => `${prefix}:registered:${number}`
  let [memory, emptySince, confirmedAt] = ['', -Infinity, -Infinity]
  /**
   * This memory began before the last answer from another one: its records may be from before then, and its locks lost.
   */
  let isOld = false
  /** Runs a script made by {@link remembering} on one key. */
  const request = async (script: string, key: string, ...values: (string | number)[]): Promise<boolean> => {
    const [message, since, age] = (await ask(script, [record, key], values)) as [number, string, number]
    const now = monotonicNow(clock)
    if (since !== memory) {
      // This memory may lack what the other one stored up to its last answer, however old this one is.
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
    remembersFor: () => monotonicNow(clock) - emptySince,
    async take(key, nonce, lockTtlMs) {
      try {
        return await request(TAKE, lock(key), nonce, Math.max(1, Math.ceil(lockTtlMs)))
      } catch (error) {
        // Redis may have taken the lock all the same; no one uses it, so no one should have to wait until it expires.
        release(key, nonce).catch(() => {}) // an unreleased lock expires
        throw error
      }
    },
    release,
    isTaken: (key) => request(IS_TAKEN, lock(key)),
    async check() {
      await request(CHECK, `${prefix}:check`)
      await checkEviction()
    },
  }
}

/** Under which the lock of an order, or of something else, is stored. */
export const lockKey = (prefix: string, key: string): string => `${prefix}:lock:${key}`

/**
 * Reads `since`, and resets it where the answering process, or its replication ID, is not the one that wrote it:
 * another Redis, or the same one restarted, may lack the last writes.
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

/**
 * A record contains the `since` of the memory that it was written in: a replica that takes over may have the record,
 * and lack later locks.
 */
const NOTE = remembering(
  `now - ARGV[1] > tonumber(since) and redis.call('SET', KEYS[2], since, 'PX', ARGV[2]) and 1 or 0`,
)

const IS_NOTED = remembering(`redis.call('GET', KEYS[2]) == since and 1 or 0`)

/**
 * Writes, since a replica, or a Redis with a full memory, can still be read. A new Redis begins its memory here, so that
 * a ticket signed after the proxy was ready is known to be newer, and is not refused as `too_early`.
 */
const CHECK = remembering(`redis.call('SET', KEYS[2], '1', 'PX', 1000) and 1 or 0`)

const RELEASE = `return redis.call('GET', KEYS[1]) == ARGV[1] and redis.call('DEL', KEYS[1]) or 0`
