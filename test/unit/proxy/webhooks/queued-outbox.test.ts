import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { WebhookDelivery } from '#contract/merchant/merchant.ts'
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
import { queueName } from '#proxy/webhooks/bullmq.ts'
import { queuedOutbox } from '#proxy/webhooks/queued-outbox.ts'
import { openRedis, whyNoRedis, type OwnRedis } from '../../../support/own-redis.ts'
import { waitFor } from '../../../support/poll.ts'

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

/** An outbox, and the merchant's server that answers as scripted. */
async function open(url: string, proxy: string, answers: readonly boolean[] = [], clock: Clock = systemClock) {
  const sent: string[] = []
  /** Orders that have changed since, with their present event or none; others are unchanged. */
  const now = new Map<string, KeptEvent | undefined>()
  const read = async (event: KeptEvent) => {
    const about = isOrderEvent(event) ? event.data.orderNumber : event.data.bindingId
    return now.has(about) ? now.get(about) : event
  }
  const log: Line[] = []
  const send = async ({ id }: WebhookEvent): Promise<WebhookDelivery> => {
    const delivered = answers[sent.push(id) - 1] ?? true
    return delivered ? { delivered } : { delivered, reason: 'It answered HTTP 500, not 2xx.' }
  }
  const [quiet, note] = [() => {}, (line: Line) => void log.push(line)]
  const build = await queuedOutbox(url, proxy)
  const outbox = build({ send, read, clock, log: { debug: quiet, info: quiet, warn: note, error: note } })
  const end = () => outbox.close()
  endings.push(end)
  return { sent, now, log, outbox, end: async () => (endings.splice(endings.indexOf(end), 1), end()) }
}

test('a missing package is named in the error, and any other error is thrown as it is', async () => {
  const lacking = Object.assign(new Error("Cannot find package 'bullmq'"), { code: 'ERR_MODULE_NOT_FOUND' })
  const load = (error: Error) =>
    queuedOutbox('redis://x', 'https://pay.shop.example', async () => {
      throw error
    })
  await expect(load(lacking)).rejects.toThrow('TENDER_REDIS_URL needs the package bullmq')
  await expect(load(new Error('broken'))).rejects.toThrow('broken')
})

test('a Redis that cannot be reached takes nothing', async () => {
  const [port] = await freePorts(1, 0)
  const waited: number[] = []
  const clock = { ...systemClock, sleep: async (ms: number) => void waited.push(ms) }
  const { outbox, log } = await open(`redis://127.0.0.1:${port}`, 'https://pay.shop.example', [], clock)
  expect(await outbox.accept(eventOf('msg_a')).catch(() => false)).toBe(false)
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
    const { outbox, sent } = await open(redis.url, proxy, [false])
    // On a slow machine counting may take longer than a scrape waits for it.
    const counted = (pending: number): Promise<void> =>
      waitFor(async () => expect(await outbox.counts!()).toEqual({ pending, failed: 0 }))
    await counted(0)
    await outbox.accept(eventOf('msg_0'))
    await waitFor(() => expect(sent).toHaveLength(1))
    await counted(1)
    await promote()
    await counted(0)
  })

  test('a notice is delivered, once for the same id', async () => {
    const { outbox, sent } = await open(redis.url, proxy)
    for (const id of ['msg_1', 'msg_1', 'msg_2', 'msg_1']) expect(await outbox.accept(eventOf(id))).toBe(true)
    await waitFor(() => expect(sent).toHaveLength(2))
    await outbox.accept(eventOf('msg_1'))
    await outbox.accept(eventOf('msg_3'))
    await waitFor(() => expect(sent).toEqual(['msg_1', 'msg_2', 'msg_3']))
  })

  test('one that the merchant does not take is tried again', async () => {
    const { outbox, sent, log } = await open(redis.url, proxy, [false, true])
    expect(await outbox.accept(eventOf('msg_4'))).toBe(true)
    await waitFor(() => expect(log).toMatchObject([{ op: 'webhook', code: 'not taken' }]))
    await promote()
    await waitFor(() => expect(sent).toEqual(['msg_4', 'msg_4']))
  })

  test('one that failed for good more than thirty days ago is forgotten at the start', async () => {
    const address = `https://${systemRandom.uuid()}.example`
    const queue = new Queue(queueName('webhooks', address), { connection: { url: redis.url } })
    const month = 31 * 86_400_000
    const old = await queue.add('order.paid', eventOf('msg_old'), { jobId: 'msg_old' })
    const young = await queue.add('order.paid', eventOf('msg_young'), { jobId: 'msg_young' })
    const client = new Redis(redis.url)
    for (const [job, at] of [
      [old, systemClock.now() - month],
      [young, systemClock.now()],
    ] as const) {
      await client.lrem(queue.toKey('wait'), 0, job.id!)
      await client.zadd(queue.toKey('failed'), at, job.id!)
      await client.hset(queue.toKey(job.id!), { finishedOn: at, failedReason: 'not taken' })
    }
    await open(redis.url, address)
    await waitFor(async () => expect((await queue.getFailed()).map(({ id }) => id)).toEqual(['msg_young']))
    client.disconnect()
    await queue.close()
  })

  test('a state that is over is dropped, and how the order stands now is sent', async () => {
    const declined = eventOf('msg_declined', 'A-1', 'declined')
    const { outbox, sent, now } = await open(redis.url, proxy, [false])
    now.set('A-1', declined)
    await outbox.accept(declined)
    await waitFor(() => expect(sent).toEqual(['msg_declined']))
    // The next try pays, and the merchant is notified before the queue returns to the first event.
    now.set('A-1', eventOf('msg_paid', 'A-1'))
    await outbox.accept(eventOf('msg_paid', 'A-1'))
    await waitFor(() => expect(sent).toEqual(['msg_declined', 'msg_paid']))
    await promote()
    await outbox.accept(eventOf('msg_last'))
    await waitFor(() => expect(sent).toEqual(['msg_declined', 'msg_paid', 'msg_last']))
  })

  test('what comes after a state that is over is sent, even if nobody else has seen it', async () => {
    const { outbox, sent, now } = await open(redis.url, proxy)
    now.set('A-3', eventOf('msg_paid_3', 'A-3'))
    await outbox.accept(eventOf('msg_declined_3', 'A-3', 'declined'))
    await waitFor(() => expect(sent).toEqual(['msg_paid_3']))
  })

  test('nothing is sent of an order that is open again', async () => {
    const { outbox, sent, now } = await open(redis.url, proxy)
    now.set('A-2', undefined)
    await outbox.accept(eventOf('msg_declined_2', 'A-2', 'declined'))
    await outbox.accept(eventOf('msg_7'))
    await waitFor(() => expect(sent).toEqual(['msg_7']))
  })

  test('an event about a card is kept until it is taken, and dropped where it is over', async () => {
    const { outbox, sent, now, log } = await open(redis.url, proxy, [false, true])
    await outbox.accept(cardEventOf('msg_card_1', 'card.removed', 'b-1'))
    await waitFor(() => expect(log).toMatchObject([{ op: 'webhook', code: 'not taken' }]))
    await promote()
    await waitFor(() => expect(sent).toEqual(['msg_card_1', 'msg_card_1']))
    now.set('b-2', undefined)
    await outbox.accept(cardEventOf('msg_card_2', 'card.stored', 'b-2'))
    await outbox.accept(cardEventOf('msg_card_3', 'card.stored', 'b-3'))
    await waitFor(() => expect(sent).toEqual(['msg_card_1', 'msg_card_1', 'msg_card_3']))
  })

  test('one that a process has left behind is sent by the next', async () => {
    const first = await open(redis.url, proxy, [false])
    await first.outbox.accept(eventOf('msg_5'))
    await waitFor(() => expect(first.sent).toHaveLength(1))
    await first.end()
    const second = await open(redis.url, proxy)
    await promote()
    await waitFor(() => expect(second.sent).toEqual(['msg_5']))
  })

  test('another proxy on the same Redis sends nothing of it', async () => {
    const other = await open(redis.url, `${proxy}:8443`)
    const { outbox, sent } = await open(redis.url, proxy)
    await outbox.accept(eventOf('msg_6'))
    await waitFor(() => expect(sent).toEqual(['msg_6']))
    expect(other.sent).toEqual([])
  })
})
