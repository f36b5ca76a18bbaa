import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { WebhookDelivery } from '#server-contract/merchant/merchant.ts'
import type { Clock } from '#contract/ports.ts'
import { freePorts } from '#demo/ports.ts'
import { systemClock, systemRandom } from '#ports/system.ts'
import type { Line } from '#proxy/http/log.ts'
import {
  isOrderEvent,
  type CardEvent,
  type KeptEvent,
  type OrderEvent,
  type WebhookEvent,
} from '#proxy/webhooks/event.ts'
import { queueName } from '#proxy/redis/bullmq.ts'
import { redisQueues } from '#proxy/redis/redis-queues.ts'
import { fakeClock } from '../../../support/clock.ts'
import { openRedis, whyNoRedis, type OwnRedis } from '../../../support/own-redis.ts'
import { waitFor } from '../../../support/poll.ts'
import { openTcpRelay } from '../support/tcp-relay.ts'

/** A webhook about an order of its own, or about the named one. */
function eventOf(id: string, orderNumber = id, state: 'declined' | 'paid' = 'paid'): OrderEvent {
  const current = { orderNumber, orderId: '0a4e', state, amount: 4990 }
  const data = { orderNumber, state, current, tries: [current], version: 1 }
  return { id, type: `order.${state}`, timestamp: '2030-01-01T00:00:00Z', data }
}

/** A webhook about a stored card. */
const cardEventOf = (id: string, type: CardEvent['type'], bindingId: string): CardEvent => ({
  id,
  type,
  timestamp: '2030-01-01T00:00:00Z',
  data: { clientId: 'jane', bindingId },
})

const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0)) await end()
})

/** The queue of webhooks, and the merchant's server that answers as scripted. */
async function open(url: string, proxy: string, results: readonly boolean[] = [], clock: Clock = systemClock) {
  const sent: string[] = []
  /** When the server answers to an event; to others at once. */
  const answers = new Map<string, Promise<void>>()
  /** Orders that have changed since, with their present event or none; others are unchanged. */
  const now = new Map<string, KeptEvent | undefined>()
  const read = async (event: KeptEvent) => {
    const about = isOrderEvent(event) ? event.data.orderNumber : event.data.bindingId
    return now.has(about) ? now.get(about) : event
  }
  const log: Line[] = []
  const send = async ({ id }: WebhookEvent): Promise<WebhookDelivery> => {
    const delivered = results[sent.push(id) - 1] ?? true
    await answers.get(id)
    return delivered ? { delivered } : { delivered, reason: 'It answered HTTP 500, not 2xx.' }
  }
  const [quiet, note] = [() => {}, (line: Line) => void log.push(line)]
  const queues = await redisQueues(url, proxy)
  const queue = queues.open<KeptEvent>({
    name: 'webhooks',
    clock,
    log: { debug: quiet, info: quiet, warn: note, error: note },
    read,
    async run(event) {
      const { delivered, reason } = await send(event)
      if (!delivered) throw new Error(reason)
      return undefined
    },
    keyOf: (event) => (isOrderEvent(event) ? event.data.orderNumber : event.data.bindingId),
    orderOf: ({ data }) => data.orderNumber,
  })
  const end = () => queue.close()
  endings.push(end)
  return { sent, now, log, queue, answers, end: async () => (endings.splice(endings.indexOf(end), 1), end()) }
}

/** A promise that the test resolves, at the latest at its end. */
function gate() {
  let openGate = (): void => {}
  const opened = new Promise<void>((resolve) => (openGate = resolve))
  endings.unshift(async () => openGate())
  return { opened, openGate }
}

test('a missing package is named in the error, and any other error is thrown as it is', async () => {
  const lacking = Object.assign(new Error("Cannot find package 'bullmq'"), { code: 'ERR_MODULE_NOT_FOUND' })
  const load = (error: Error) =>
    redisQueues('redis://x', 'https://pay.shop.example', async () => {
      throw error
    })
  await expect(load(lacking)).rejects.toThrow('TENDER_REDIS_URL needs the package bullmq')
  await expect(load(new Error('broken'))).rejects.toThrow('broken')
})

test('a Redis that cannot be reached takes nothing', async () => {
  const [port] = await freePorts(1, 0)
  const waited: number[] = []
  const clock = { ...systemClock, sleep: async (ms: number) => void waited.push(ms) }
  const { queue, log } = await open(`redis://127.0.0.1:${port}`, 'https://pay.shop.example', [], clock)
  await expect(queue.add(eventOf('msg_a'))).rejects.toThrow()
  expect(waited).toEqual([5000])
  await waitFor(() =>
    expect(log).toContainEqual(
      expect.objectContaining({ code: 'redis_unreachable', message: expect.stringContaining(`:${port}`) }),
    ),
  )
})

const why = whyNoRedis()
if (why) process.stdout.write(`skipped: the queue of webhooks against a Redis, since there is ${why}\n`)

describe.skipIf(why)('in Redis', () => {
  let redis: OwnRedis
  let proxy: string
  beforeAll(async () => {
    redis = await openRedis()
    proxy = `https://${systemRandom.uuid()}.example`
  })
  afterAll(() => redis?.stop())

  /** Runs a delayed job's next attempt now. */
  async function promote(): Promise<void> {
    const queue = new Queue(queueName('webhooks', proxy), { connection: { url: redis.url } })
    await waitFor(async () => expect(await queue.getDelayedCount()).toBe(1))
    for (const job of await queue.getDelayed()) await job.promote()
    await queue.close()
  }

  test('a webhook that was not accepted is counted as pending until it is', async () => {
    const { queue, sent } = await open(redis.url, proxy, [false])
    // On a slow machine counting may take longer than a scrape waits for it.
    const counted = (pending: number): Promise<void> =>
      waitFor(async () => expect(await queue.counts!()).toEqual({ pending, failed: 0 }))
    await counted(0)
    await queue.add(eventOf('msg_0'))
    await waitFor(() => expect(sent).toHaveLength(1))
    await counted(1)
    await promote()
    await counted(0)
  })

  test('a notice is delivered, once for the same id', async () => {
    const { queue, sent } = await open(redis.url, proxy)
    for (const id of ['msg_1', 'msg_1', 'msg_2', 'msg_1']) await queue.add(eventOf(id))
    await waitFor(() => expect(sent).toHaveLength(2))
    await queue.add(eventOf('msg_1'))
    await queue.add(eventOf('msg_3'))
    await waitFor(() => expect(sent).toEqual(['msg_1', 'msg_2', 'msg_3']))
  })

  test('one that the merchant does not take is tried again', async () => {
    const { queue, sent, log } = await open(redis.url, proxy, [false, true])
    await queue.add(eventOf('msg_4'))
    await waitFor(() => expect(log).toMatchObject([{ op: 'webhook', code: 'not taken' }]))
    await promote()
    await waitFor(() => expect(sent).toEqual(['msg_4', 'msg_4']))
  })

  /** Has the only attempts of webhooks fail, as the last of sixteen do. */
  async function giveUp(...ids: string[]): Promise<Queue> {
    const queue = new Queue(queueName('webhooks', proxy), { connection: { url: redis.url } })
    endings.push(() => queue.close())
    for (const id of ids) await queue.add('order.paid', eventOf(id), { jobId: id })
    await waitFor(async () => expect(await queue.getFailedCount()).toBe(ids.length))
    return queue
  }

  test('one whose attempts have all failed is sent after a restart, or forgotten after thirty days', async () => {
    const { end } = await open(redis.url, proxy, [false, false])
    const queue = await giveUp('msg_given_up', 'msg_old')
    await end()
    const client = new Redis(redis.url)
    await client.hset(queue.toKey('msg_old'), { timestamp: systemClock.now() - 31 * 86_400_000 })
    client.disconnect()
    const { sent } = await open(redis.url, proxy)
    await waitFor(async () => expect([sent, await queue.getJob('msg_old')]).toEqual([['msg_given_up'], undefined]))
  })

  test('one whose attempts have all failed is sent once another is accepted, at most once an hour', async () => {
    let ms = 0
    const { queue, sent } = await open(redis.url, proxy, [false], { ...systemClock, steady: () => ms })
    await giveUp('msg_late')
    await queue.add(eventOf('msg_8'))
    await waitFor(() => expect(sent).toEqual(['msg_late', 'msg_8']))
    ms = 3_600_000
    await queue.add(eventOf('msg_9'))
    await waitFor(() => expect(sent).toEqual(['msg_late', 'msg_8', 'msg_9', 'msg_late']))
  })

  test('one whose attempts have all failed is sent when it is handed over again', async () => {
    const { queue, sent } = await open(redis.url, proxy, [false])
    await giveUp('msg_back')
    await queue.add(eventOf('msg_back'))
    await waitFor(() => expect(sent).toEqual(['msg_back', 'msg_back']))
  })

  test('those of nine orders that the server does not answer delay no tenth', async () => {
    const { queue, sent, answers } = await open(redis.url, proxy)
    const hanging = Array.from({ length: 9 }, (_, at) => `msg_hangs_${at}`)
    const { opened, openGate } = gate()
    for (const id of hanging) {
      answers.set(id, opened)
      await queue.add(eventOf(id))
    }
    await queue.add(eventOf('msg_tenth'))
    await waitFor(() => expect(sent).toEqual([...hanging, 'msg_tenth']))
    openGate()
  })

  test('those of one order, and of one card, are sent one after the other', async () => {
    const { queue, sent, answers } = await open(redis.url, proxy)
    const { opened, openGate } = gate()
    for (const id of ['msg_declined_9', 'msg_stored']) answers.set(id, opened)
    await queue.add(eventOf('msg_declined_9', 'A-9', 'declined'))
    await queue.add(eventOf('msg_paid_9', 'A-9'))
    await queue.add(cardEventOf('msg_stored', 'card.stored', 'b-9'))
    await queue.add(cardEventOf('msg_removed', 'card.removed', 'b-9'))
    await queue.add(eventOf('msg_other'))
    await waitFor(() => expect(sent).toEqual(['msg_declined_9', 'msg_stored', 'msg_other']))
    openGate()
    await waitFor(() =>
      expect(sent.toSorted()).toEqual(['msg_declined_9', 'msg_other', 'msg_paid_9', 'msg_removed', 'msg_stored']),
    )
  })

  test('the check asks each connection, but the one that waits for jobs', async () => {
    const answering = await Promise.all(
      [0, 1, 2].map(async (silent) => {
        const relay = await openTcpRelay(Number(new URL(redis.url).port))
        endings.push(async () => relay.close())
        const { queue } = await open(`redis://127.0.0.1:${relay.port}`, proxy)
        await waitFor(() => queue.check!())
        relay.silence((connection) => connection === silent)
        return queue.check!().then(
          () => true,
          () => false,
        )
      }),
    )
    expect(answering.filter((isThere) => isThere)).toHaveLength(1)
  })

  test('a state that is over is dropped, and how the order stands now is sent', async () => {
    const declined = eventOf('msg_declined', 'A-1', 'declined')
    const { queue, sent, now } = await open(redis.url, proxy, [false])
    now.set('A-1', declined)
    await queue.add(declined)
    await waitFor(() => expect(sent).toEqual(['msg_declined']))
    // The next try pays, and the merchant is notified before the queue returns to the first event.
    now.set('A-1', eventOf('msg_paid', 'A-1'))
    await queue.add(eventOf('msg_paid', 'A-1'))
    await waitFor(() => expect(sent).toEqual(['msg_declined', 'msg_paid']))
    await promote()
    await queue.add(eventOf('msg_last'))
    await waitFor(() => expect(sent).toEqual(['msg_declined', 'msg_paid', 'msg_last']))
  })

  test('what comes after a state that is over is sent, even if nobody else has seen it', async () => {
    const { queue, sent, now } = await open(redis.url, proxy)
    now.set('A-3', eventOf('msg_paid_3', 'A-3'))
    await queue.add(eventOf('msg_declined_3', 'A-3', 'declined'))
    await waitFor(() => expect(sent).toEqual(['msg_paid_3']))
  })

  test('nothing is sent of an order that is open again', async () => {
    const { queue, sent, now } = await open(redis.url, proxy)
    now.set('A-2', undefined)
    await queue.add(eventOf('msg_declined_2', 'A-2', 'declined'))
    await queue.add(eventOf('msg_7'))
    await waitFor(() => expect(sent).toEqual(['msg_7']))
  })

  test('an event about a card is kept until it is taken, and dropped where it is over', async () => {
    const { queue, sent, now, log } = await open(redis.url, proxy, [false, true])
    await queue.add(cardEventOf('msg_card_1', 'card.removed', 'b-1'))
    await waitFor(() => expect(log).toMatchObject([{ op: 'webhook', code: 'not taken' }]))
    await promote()
    await waitFor(() => expect(sent).toEqual(['msg_card_1', 'msg_card_1']))
    now.set('b-2', undefined)
    await queue.add(cardEventOf('msg_card_2', 'card.stored', 'b-2'))
    await queue.add(cardEventOf('msg_card_3', 'card.stored', 'b-3'))
    await waitFor(() => expect(sent).toEqual(['msg_card_1', 'msg_card_1', 'msg_card_3']))
  })

  test('one that a process has left behind is sent by the next', async () => {
    const first = await open(redis.url, proxy, [false])
    await first.queue.add(eventOf('msg_5'))
    await waitFor(() => expect(first.sent).toHaveLength(1))
    await first.end()
    const second = await open(redis.url, proxy)
    await promote()
    await waitFor(() => expect(second.sent).toEqual(['msg_5']))
  })

  test('each process limits its own readings of orders, whatever the others have read', async () => {
    const clock = fakeClock(systemClock.now() + 86_400_000) // stands still: what has to wait is due tomorrow
    const queues = await redisQueues(redis.url, proxy)
    const stored = new Queue(queueName('follow-ups', proxy), { connection: { url: redis.url } })
    endings.push(() => stored.close())
    const log = { debug() {}, info() {}, warn() {}, error() {} }
    for (const process of [1, 2]) {
      const read: string[] = []
      const queue = queues.open<{ readonly id: string }>({
        name: 'follow-ups',
        clock,
        log,
        run: async ({ id }) => void read.push(id),
        keyOf: ({ id }) => id,
        orderOf: () => undefined,
      })
      for (let order = 0; order < 30; order += 1) await queue.add({ id: `follow-${process}-${order}` })
      await waitFor(async () => expect(await stored.getDelayedCount()).toBe(9 * process))
      expect(read).toHaveLength(21)
      await queue.close()
    }
  })

  test('another proxy on the same Redis sends nothing of it', async () => {
    const other = await open(redis.url, `${proxy}:8443`)
    const { queue, sent } = await open(redis.url, proxy)
    await queue.add(eventOf('msg_6'))
    await waitFor(() => expect(sent).toEqual(['msg_6']))
    expect(other.sent).toEqual([])
  })
})
