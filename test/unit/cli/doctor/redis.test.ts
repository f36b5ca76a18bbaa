import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRedis, whyNoRedis, type OwnRedis } from '../../../support/own-redis.ts'
import { environment } from './environment.ts'
import { findings, linesOf } from './servers.ts'

const redisAt = (TENDER_REDIS_URL: string) => findings('Redis', { env: { ...environment, TENDER_REDIS_URL } })

test('a Redis that is not there is a failure, and its password is not printed', async () => {
  const found = await redisAt('redis://user:canary@127.0.0.1:9')
  expect(linesOf(found)).toEqual([
    'FAIL Redis at 127.0.0.1:9 cannot be used: ECONNREFUSED → Correct TENDER_REDIS_URL, or start the Redis at 127.0.0.1:9',
  ])
})

test('without a Redis there is nothing to look at', async () => {
  expect(await findings('Redis', { env: environment })).toEqual([])
})

const why = whyNoRedis()
if (why) process.stdout.write(`skipped: the doctor's tests with a Redis, since there is ${why}\n`)

describe.skipIf(why)('a Redis', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tender-doctor-'))
  let redis: OwnRedis
  beforeAll(async () => {
    redis = await openRedis(folder)
  })
  afterAll(async () => {
    await redis.stop()
    rmSync(folder, { recursive: true })
  })

  test('that evicts nothing is fine', async () => {
    expect(linesOf(await redisAt(redis.url))).toEqual([
      expect.stringMatching(/^ok 127\.0\.0\.1:\d+ answers, takes locks, and has noeviction$/),
    ])
  })

  test('that may evict locks is a failure', async () => {
    await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru')
    expect(linesOf(await redisAt(redis.url))).toEqual([
      expect.stringMatching(/^FAIL .*is allkeys-lru.* → Set maxmemory-policy noeviction$/),
    ])
    await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'noeviction')
  })

  test('that takes no writes is a failure', async () => {
    await redis.command('CONFIG', 'SET', 'min-replicas-to-write', '1')
    expect((await redisAt(redis.url)).map(({ level }) => level)).toEqual(['FAIL'])
    await redis.command('CONFIG', 'SET', 'min-replicas-to-write', '0')
  })

  test('that wants a password is a failure that names the cause', async () => {
    await redis.command('CONFIG', 'SET', 'requirepass', 'canary')
    expect(linesOf(await redisAt(redis.url))[0]).toMatch(/^FAIL Redis at .*NOAUTH/)
    const [found] = await redisAt(redis.url.replace('//', '//:canary@'))
    expect(found).toMatchObject({ level: 'ok' })
  })
})
