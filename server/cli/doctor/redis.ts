import { ProxyError } from '#contract/proxy-errors.ts'
import type { Line, Log } from '#proxy/http/log.ts'
import { openRedis } from '#proxy/redis/ask.ts'
import { watchEviction } from '#proxy/redis/eviction.ts'
import { redisLocks } from '#proxy/redis/redis-locks.ts'
import { fail, ok, warn, type Result } from '../probe/finding.ts'
import type { Subject } from './subject.ts'

/** Whether Redis answers, takes a write, and evicts no lock. */
export async function checkRedis({ config, clock }: Subject): Promise<readonly Result[]> {
  if (!config?.redisUrl) return []
  const { host } = new URL(config.redisUrl.reveal())
  const lines: string[] = []
  const log = logTo(lines)
  try {
    const redis = await openRedis(config.redisUrl.reveal(), { clock, log })
    try {
      const eviction = watchEviction(redis.policy, { clock, log })
      await redisLocks(redis.ask, `tender:{${config.publicUrl}}`, clock, eviction.check).check!()
      const policy = await redis.policy()
      return [policy === undefined ? unknownPolicy(host) : ok(`${host} answers, takes locks, and has ${policy}`)]
    } finally {
      redis.close()
    }
  } catch (error) {
    return [failure(error, host, lines)]
  }
}

const unknownPolicy = (host: string): Result =>
  warn(`${host} answers, and does not report its maxmemory-policy`, 'Make sure that it is noeviction')

function failure(error: unknown, host: string, lines: readonly string[]): Result {
  if (error instanceof ProxyError) return fail(`${host}: ${sentence(error.message)}`, 'Set maxmemory-policy noeviction')
  const cause = lines[0] ?? (error as Error).message
  return fail(sentence(cause), `Correct TENDER_REDIS_URL, or start the Redis at ${host}`)
}

const sentence = (text: string): string => text.replace(/\.$/, '')

/** The causes that the proxy would log, which contain no secret. */
function logTo(lines: string[]): Log {
  const add = ({ message = '' }: Line): void => void lines.push(message)
  const none = (): void => {}
  return { error: add, warn: none, info: none, debug: none }
}
