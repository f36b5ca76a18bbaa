import { afterEach, expect, test } from 'vitest'
import { systemClock as clock } from '#ports/system.ts'
import { logOnly } from '#proxy/http/log.ts'
import { merchantQueues } from '#proxy/merchants/merchant-queues.ts'
import { redisQueuesOfAll } from '#proxy/redis/redis-queues.ts'
import { redisStores } from '#proxy/redis/redis-store.ts'
import { memoryQueues } from '#proxy/webhooks/job-queue.ts'
import type { JobQueue, Queues } from '#proxy/webhooks/job-queue.ts'
import { openRedis, whyNoRedis } from '../../../support/own-redis.ts'

const closers: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

const log = logOnly(false)

interface Job {
  readonly id: string
}

function opened(queues: Queues) {
  const ran: string[] = []
  const asked: string[] = []
  const apps = new Map<string, JobQueue<Job>>()
  let release = (): void => {}
  const hanging = new Promise<void>((resolve) => (release = resolve))
  const openApp = (host: string, run: (job: Job) => Promise<void> = async () => {}): JobQueue<Job> => {
    const app = all.of(host).open<Job>({
      name: 'webhooks',
      clock,
      log,
      async run(job) {
        await run(job)
        ran.push(`${host} ${job.id}`)
        return undefined
      },
      keyOf: ({ id }) => id,
      orderOf: () => undefined,
    })
    apps.set(host, app)
    return app
  }
  const all = merchantQueues({
    clock,
    log,
    logOf: () => log,
    queues,
    async open(host) {
      asked.push(host)
      if (host.startsWith('gone')) throw new Error('nobody')
      openApp(host)
    },
  })
  closers.push(all.close, () => release())
  return { all, ran, asked, openApp, hanging }
}

test('in memory a job outlives the app that has stored it', async () => {
  const { ran, openApp } = opened(memoryQueues)
  const old = openApp('pay.a:8080')
  await old.add({ id: '1' }, 100)
  openApp('pay.a:8080')
  await old.close()
  await expect.poll(() => ran).toEqual(['pay.a:8080 1'])
})

test.skipIf(whyNoRedis())(
  'in Redis all merchants share three connections a queue; a hanging shop holds no other, and a due job opens its app',
  { timeout: 60_000 },
  async () => {
    const redis = await openRedis()
    closers.push(() => redis.stop())
    const { ran, asked, openApp, hanging } = opened(await redisQueuesOfAll(redis.url))
    const stores = await redisStores(redis.url, { clock, logger: false })
    closers.push(stores.close)
    const slow = openApp('slow', () => hanging)
    const others = Array.from({ length: 20 }, (_, at) => openApp(`shop${at}`))
    for (let at = 0; at < 250; at += 1) await slow.add({ id: `${at}` })
    for (const shop of others) await shop.add({ id: 'same' })
    await expect.poll(() => ran.length, { timeout: 5000 }).toBe(20)
    expect(new Set(ran).size).toBe(20)
    const closed = openApp('closed')
    await closed.add({ id: 'late' }, 300)
    await closed.close()
    await expect.poll(() => ran, { timeout: 5000 }).toContain('closed late')
    expect(asked).toEqual(['closed'])
    const [one, two] = [stores.storeFor('https://a'), stores.storeFor('https://b')]
    const taken = [one, two, one].map(({ locks }) => locks.take('A-17', 'n', 1000))
    expect(await Promise.all(taken)).toEqual([true, true, false])
    const clients = (await redis.command('CLIENT', 'LIST')).trim().split('\n')
    expect(clients.length - 1).toBeLessThanOrEqual(7)
  },
)
