import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pino } from 'pino'
import { systemClock, systemRandom } from '#ports/system.ts'
import { logOnly, type Line } from '#proxy/http/log.ts'
import { redisOutage } from '#proxy/redis/redis-outage.ts'
import { redisStore } from '#proxy/redis/redis-store.ts'
import { redisQueues } from '#proxy/redis/redis-queues.ts'
import { fakeClock } from '../../../support/clock.ts'
import { openRedis, whyNoRedis, type OwnRedis } from '../../../support/own-redis.ts'
import { waitFor } from '../../../support/poll.ts'

/** A logger, and the lines that it has written. */
function logged() {
  const lines: (Line & { readonly level: number })[] = []
  const logger = pino({ base: null }, { write: (text: string) => void lines.push(JSON.parse(text)) })
  return { logger, lines, errors: () => lines.filter(({ level }) => level >= 50) }
}

test('connections to one Redis share a line each half a minute, and another Redis has its own', () => {
  const { logger, lines } = logged()
  const clock = fakeClock()
  const open = (url: string) => redisOutage(url, { clock, log: logOnly(logger) })
  const [locks, queue, other] = [open('redis://a:1'), open('redis://:secret@a:1/2'), open('redis://b:1')]
  const fail = () => [locks, queue].forEach(({ failed }) => failed(new Error('away')))
  fail()
  other.failed(new Error('away'))
  clock.advance(29_000)
  fail()
  clock.advance(1000)
  fail()
  queue.worked()
  locks.worked()
  expect(lines.map(({ message }) => message)).toEqual([
    'Redis at a:1 cannot be used: the connection was closed.',
    'Redis at b:1 cannot be used: the connection was closed.',
    'Redis at a:1 cannot be used: the connection was closed. So it was 4 times since the last line.',
    'works again after 6 failures',
  ])
})

const why = whyNoRedis()
if (why) process.stdout.write(`skipped: a Redis that goes away, since there is ${why}\n`)

describe.skipIf(why)('all that a proxy has in Redis', () => {
  let redis: OwnRedis
  beforeAll(async () => {
    redis = await openRedis()
  })
  afterAll(() => redis?.stop())

  async function open() {
    const { logger, lines, errors } = logged()
    const proxy = `https://${systemRandom.uuid()}.example`
    const ports = { clock: systemClock, log: logOnly(logger) }
    const store = await redisStore(redis.url, proxy, { clock: systemClock, logger })
    const queues = await redisQueues(redis.url, proxy)
    const jobs = { ...ports, run: async () => undefined, keyOf: () => '', orderOf: () => undefined }
    const webhooks = queues.open({ ...jobs, name: 'webhooks' })
    const followUps = queues.open({ ...jobs, name: 'follow-ups' })
    await waitFor(async () => expect(await webhooks.counts!()).toEqual({ pending: 0, failed: 0 }))
    const close = async () => {
      await Promise.all([webhooks.close(), followUps.close()])
      store.close()
    }
    return { lines, errors, close }
  }

  test('says once that it is away, and once that it is back', async () => {
    const { lines, errors, close } = await open()
    await redis.restart({ away: 3000 })
    const back = () => lines.filter(({ message }) => message?.startsWith('works again'))
    await waitFor(() => expect(back()).not.toEqual([]))
    expect(errors()).toMatchObject([{ op: 'redis', code: 'redis_unreachable' }])
    // Each connection has tried more than once.
    expect(Number(/\d+/.exec(back()[0]!.message!))).toBeGreaterThan(5)
    await close()
  })

  test('is closed while it is away', async () => {
    const { close } = await open()
    await redis.stop()
    await close()
    await redis.start()
  })
})
