import type { Clock } from '#contract/ports.ts'
import type { Counters } from '../card-testing/counters.ts'
import type { RunScript } from './ask.ts'

/** What is done with a member of a key, and for how many milliseconds an added one counts. */
type Step = readonly [op: 'add' | 'count' | 'remove', key: string, member?: string, windowMs?: number]

interface Waiting {
  readonly step: Step
  readonly resolve: (count: number) => void
  readonly reject: (error: unknown) => void
}

/** Steps of one script, which Redis runs while nobody else is served. */
const MOST = 200

/**
 * Counters in Redis, for every instance that shares it: a sorted set per key, of members and the time until which they
 * count. Steps that are asked for at once are sent as one command, and done in their order.
 */
export function redisCounters(ask: RunScript, prefix: string, clock: Clock): Counters {
  const waiting: Waiting[] = []
  async function send(): Promise<void> {
    const [batch, keys] = [waiting.splice(0, MOST), `${prefix}:count:`]
    if (waiting.length) queueMicrotask(send)
    const values = batch.flatMap(({ step: [op, , member = '', windowMs = 0] }) => [op, member, windowMs])
    try {
      const counts = (await ask(
        STEPS,
        batch.map(({ step: [, key] }) => keys + key),
        [clock.now(), ...values],
      )) as number[]
      batch.forEach(({ resolve }, at) => resolve(Number(counts[at])))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
  const request = (...step: Step): Promise<number> =>
    new Promise((resolve, reject) => {
      if (!waiting.length) queueMicrotask(send)
      waiting.push({ step, resolve, reject })
    })
  return {
    add: (key, member, windowMs) => request('add', key, member, Math.max(1, Math.ceil(windowMs))),
    count: (key) => request('count', key),
    remove: async (key, member) => (await request('remove', key, member)) === 1,
  }
}

/** A set expires with the last of its members; counting alone writes nothing. */
const STEPS = `
local now, counts = ARGV[1], {}
for at, key in ipairs(KEYS) do
  local op, member, window = ARGV[3 * at - 1], ARGV[3 * at], ARGV[3 * at + 1]
  if op == 'count' then
    counts[at] = redis.call('ZCOUNT', key, '(' .. now, '+inf')
  else
    redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
    if op == 'remove' then
      counts[at] = redis.call('ZREM', key, member)
    else
      redis.call('ZADD', key, now + window, member)
      local last = redis.call('ZRANGE', key, -1, -1, 'WITHSCORES')
      redis.call('PEXPIRE', key, last[2] - now)
      counts[at] = redis.call('ZCARD', key)
    end
  end
end
return counts`
