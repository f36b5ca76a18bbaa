import { createServer, type AddressInfo, type Socket } from 'node:net'
import { Queue } from 'bullmq'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Order } from '#server-contract/merchant/merchant.ts'
import { freePorts } from '#demo/ports.ts'
import { systemClock, systemRandom } from '#ports/system.ts'
import type { Line } from '#proxy/http/log.ts'
import { nextRead, type Finding, type FollowUp } from '#proxy/webhooks/follow-up.ts'
import { memoryQueues, type JobQueue, type Queues } from '#proxy/webhooks/job-queue.ts'
import { buildOrderFollower } from '#proxy/webhooks/order-follower.ts'
import { noEventDelivery } from '#proxy/webhooks/event-delivery.ts'
import { redisQueues } from '#proxy/redis/redis-queues.ts'
import { fakeClock } from '../../../support/clock.ts'
import { openRedis, whyNoRedis, type OwnRedis } from '../../../support/own-redis.ts'
import { quiet } from './stand.ts'
import { waitFor } from '../../../support/poll.ts'

const [SECOND, HOUR, DAY] = [1000, 3_600_000, 86_400_000]
const lockTtlMs = 75_000

const followUp = (of: FollowUp['of'] = 'payment', id = '1'): FollowUp => ({ id, orderNumber: 'A-17', of, since: 0 })
const found = (state: Finding['state'], isNotified = true): Finding => ({ isNotified, ...(state && { state }) })

describe('when an order is read again', () => {
  test.each<[string, FollowUp['of'], Finding, age: number, next: number | undefined]>([
    ['a payment that is paid is over', 'payment', found('paid'), 2 * SECOND, undefined],
    ['and so is one that was given back since', 'payment', found('refunded'), 2 * SECOND, undefined],
    ['unless the merchant has not taken it', 'payment', found('paid', false), 2 * SECOND, 2 * SECOND],
    ['what is declined may be about the try before it', 'payment', found('declined'), 2 * SECOND, 73 * SECOND],
    ['until the lock is over', 'payment', found('declined'), 75 * SECOND, undefined],
    ['what the gateway does not have may still arrive', 'payment', found('unknown'), 2 * SECOND, 73 * SECOND],
    ['until the lock is over, too', 'payment', found('unknown'), 75 * SECOND, undefined],
    ['a paid order may be given back by what was sent', 'change', found('paid'), 2 * SECOND, 73 * SECOND],
    ['until then', 'change', found('paid'), 80 * SECOND, undefined],
    ['pauses double', 'payment', found('pending'), 64 * SECOND, 64 * SECOND],
    ['what could not be read is read again', 'payment', found(undefined, false), 4 * SECOND, 4 * SECOND],
    ['up to an hour', 'payment', found('authenticating'), 5 * HOUR, HOUR],
    ['a hold may be debited by its date', 'payment', found('held'), 2 * DAY, HOUR],
    ['for seven days', 'payment', found('held'), 7 * DAY, undefined],
    ['a clock that was put back waits an hour at most', 'payment', found('declined'), -9 * DAY, HOUR],
  ])('%s', (_, of, finding, age, next) => {
    expect(nextRead(followUp(of), finding, age, { lockTtlMs })).toBe(next)
  })

  test('a lost lock counts anew, whatever time the process before it began at', () => {
    const next = (lostAgo: number) =>
      nextRead(followUp(), found('unknown'), 213 * SECOND, { lockTtlMs, remembersFor: () => lostAgo })
    expect([next(5 * SECOND), next(75 * SECOND)]).toEqual([70 * SECOND, undefined])
  })
})

/** Follow-ups with the test's clock; each read of an order returns the finding that the test sets. */
function open(queues: Queues = memoryQueues) {
  const clock = fakeClock()
  const [reads, log, removed]: [[number, string][], Line[], string[]] = [[], [], []]
  const state = { finding: found('pending') as Finding }
  const began = clock.now()
  const noting: Queues = {
    ...queues,
    open(options) {
      const queue = queues.open(options)
      return { ...queue, remove: async (id) => (removed.push(id), queue.remove(id)) }
    },
  }
  const followUps = buildOrderFollower({
    clock,
    random: systemRandom,
    log: { debug: () => {}, info: () => {}, warn: () => {}, error: (line) => void log.push(line) },
    webhooks: noEventDelivery,
    queues: noting,
    times: { lockTtlMs },
  })
  followUps.start(async (order) => {
    reads.push([clock.now() - began, order])
    return state.finding
  })
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += SECOND) {
      clock.advance(Math.min(SECOND, ms - passed))
      await quiet()
    }
  }
  return { clock, followUps, reads, log, removed, state, pass }
}

describe('in the memory of the process', () => {
  test('an order is read after 2, 4, 8 … seconds until it is final', async () => {
    const { followUps, reads, state, pass } = open()
    await followUps.begin('A-17', 'payment')
    await pass(20 * SECOND)
    state.finding = found('paid')
    await pass(120 * SECOND)
    expect(reads.map(([at]) => at / SECOND)).toEqual([2, 4, 8, 16, 32])
    expect(reads[0]![1]).toBe('A-17')
  })

  test('what the answer has settled is not read at all', async () => {
    const { followUps, reads, removed, pass } = open()
    const followed = await followUps.begin('A-17', 'payment')
    followed.stop({ orderNumber: 'A-17', state: 'paid' } as Order)
    await pass(90 * SECOND)
    expect([reads, removed.length]).toEqual([[], 1])
  })

  test('what the answer has left undecided is', async () => {
    const { followUps, reads, pass } = open()
    const followed = await followUps.begin('A-17', 'payment')
    for (const state of ['pending', 'held'] as const) followed.stop({ orderNumber: 'A-17', state } as Order)
    await pass(3 * SECOND)
    expect(reads).toHaveLength(1)
  })

  test('orders are read one after the other', async () => {
    const { followUps, reads, clock } = open()
    for (let order = 1; order <= 4; order++) await followUps.begin(`A-${order}`, 'payment')
    for (let passed = 0; passed < 2200; passed += 10) {
      clock.advance(10)
      await quiet()
    }
    expect(reads.map(([at]) => at)).toEqual([2000, 2050, 2100, 2150])
  })

  test('an order that is given up is logged', async () => {
    const { followUps, log, state, clock } = open()
    state.finding = found('held')
    await followUps.begin('A-17', 'payment')
    for (let hour = 0; hour < 8 * 24; hour++) {
      clock.advance(HOUR)
      await quiet()
    }
    expect(log).toEqual([{ op: 'webhook', order: 'A-17', code: 'given up' }])
  })

  test('of more than ten thousand orders the oldest is given up', async () => {
    const { followUps, reads, log, clock } = open()
    for (let order = 0; order <= 10_000; order++) await followUps.begin(`A-${order}`, 'payment')
    clock.advance(2 * SECOND)
    await quiet()
    expect([log.length, reads]).toEqual([1, [[2 * SECOND, 'A-1']]])
    await followUps.close()
  })

  test('nothing is read after the proxy is closed', async () => {
    const { followUps, reads, pass } = open()
    await followUps.begin('A-17', 'payment')
    await followUps.close()
    await pass(5 * SECOND)
    expect(reads).toEqual([])
  })
})

describe('a store that keeps nothing', () => {
  const broken: Queues = {
    ...memoryQueues,
    open: (options) => ({ ...memoryQueues.open(options), add: async () => Promise.reject(new Error('away')) }),
  }

  test('lets no payment be sent', async () => {
    await expect(open(broken).followUps.begin('A-17', 'payment')).rejects.toMatchObject({ code: 'busy' })
  })

  test('stops nobody who changes an order', async () => {
    const { followUps, log } = open(broken)
    await followUps.begin('A-17', 'change')
    expect(log).toMatchObject([{ order: 'A-17', code: 'redis', message: 'not written down' }])
  })
})

const why = whyNoRedis()
if (why) process.stdout.write(`skipped: follow-ups against a Redis, since there is ${why}\n`)

const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0)) await end()
})

/** A store in a Redis, which records what it runs; `pauses` are the times until each next run. */
async function openStore(url: string, proxy: string, pauses: readonly (number | undefined)[] = []) {
  const [ran, log]: [string[], Line[]] = [[], []]
  const queues = await redisQueues(url, proxy)
  const store: JobQueue<FollowUp> = queues.open({
    name: 'follow-ups',
    keyOf: ({ id }) => id,
    orderOf: ({ orderNumber }) => orderNumber,
    clock: systemClock,
    log: { debug: () => {}, info: () => {}, warn: () => {}, error: (line) => void log.push(line) },
    run: async ({ id }) => pauses[ran.push(id) - 1],
  })
  const end = () => store.close()
  endings.push(end)
  return { store, ran, log, end: async () => (endings.splice(endings.indexOf(end), 1), end()) }
}

test('a Redis that cannot be reached keeps nothing, and says so at once', async () => {
  const [port] = await freePorts(1, 0)
  const { store, log } = await openStore(`redis://127.0.0.1:${port}`, 'https://pay.shop.example')
  await expect(store.add(followUp(), 10)).rejects.toThrow()
  await waitFor(() => expect(log).toContainEqual(expect.objectContaining({ code: 'redis_unreachable' })))
})

/** The rejections until the end of the test that nobody has caught. */
function noteRejections(): readonly unknown[] {
  const rejections: unknown[] = []
  const note = (reason: unknown): void => void rejections.push(reason)
  process.on('unhandledRejection', note)
  endings.push(async () => process.off('unhandledRejection', note))
  return rejections
}

test('a store that is closed while its connections are made again leaves no rejection behind', async () => {
  const rejections = noteRejections()
  const held: Socket[] = []
  let count = 0
  // The first connection of each kind is reset; the next ones are answered by nothing for longer than closing asks.
  const silent = createServer((socket) => (++count > 3 ? void held.push(socket) : socket.resetAndDestroy()))
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening))
  endings.push(async () => void silent.close())
  const { end } = await openStore(
    `redis://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    'https://pay.shop.example',
  )
  await waitFor(() => expect(held).toHaveLength(3))
  const ended = end()
  await systemClock.sleep(1300)
  for (const socket of held) socket.resetAndDestroy()
  await ended
  await systemClock.sleep(50)
  expect(rejections).toEqual([])
})

describe.skipIf(why)('in Redis', () => {
  let redis: OwnRedis
  let proxy: string
  beforeAll(async () => {
    redis = await openRedis()
    proxy = `https://${systemRandom.uuid()}.example`
  })
  afterAll(() => redis?.stop())

  const counts = async (): Promise<number> => {
    const queue = new Queue(`tender-follow-ups-${proxy.replace('://', '-')}`, { connection: { url: redis.url } })
    const { failed = 0, ...jobs } = await queue.getJobCounts()
    await queue.close()
    expect(failed).toBe(0)
    return Object.values(jobs).reduce((sum, count) => sum + count, 0)
  }

  test('one is run when it is due, as often as it says, and is gone then', async () => {
    const { store, ran } = await openStore(redis.url, proxy, [20, 20, undefined])
    await store.add(followUp('payment', 'one'), 20)
    await waitFor(() => expect(ran).toEqual(['one', 'one', 'one']))
    await waitFor(async () => expect(await counts()).toBe(0))
  })

  test('one that is removed is not run', async () => {
    const { store, ran } = await openStore(redis.url, proxy)
    // A busy machine must have removed it before it is due.
    await store.add(followUp('payment', 'two'), 1500)
    await store.add(followUp('payment', 'three'), 1600)
    await store.remove('two')
    await waitFor(() => expect(ran).toEqual(['three']))
  })

  test('a store that is closed while it opens leaves no rejection behind', async () => {
    const rejections = noteRejections()
    for (let ms = 0; ms < 12; ms++) {
      const { end } = await openStore(redis.url, proxy)
      await systemClock.sleep(ms)
      await end()
    }
    expect(rejections).toEqual([])
  })

  test('one that a process has left behind is run by the next', async () => {
    const first = await openStore(redis.url, proxy)
    await first.store.add(followUp('payment', 'four'), 300)
    await first.end()
    const second = await openStore(redis.url, proxy)
    await waitFor(() => expect(second.ran).toEqual(['four']))
    expect(first.ran).toEqual([])
  })
})
