import { expect, test } from 'vitest'
import type { Fetch } from '#contract/wire/client.ts'
import type { Metered } from '#proxy/metrics/metered-options.ts'
import { buildMetrics } from '#proxy/metrics/metrics.ts'
import { memoryLocks, type LockStore } from '#proxy/locks/lock-store.ts'
import type { KeptEvent } from '#proxy/webhooks/event.ts'
import { memoryQueues, type QueueCounts, type Queues } from '#proxy/webhooks/job-queue.ts'
import { instantClock, settle } from '../../../support/clock.ts'
import { valueIn } from './scraped.ts'

const clock = instantClock()

const paid: KeptEvent = {
  id: 'msg_1',
  type: 'order.paid',
  timestamp: '2030-01-01T00:00:00Z',
  data: {
    orderNumber: 'A-17',
    state: 'paid',
    current: { orderNumber: 'A-17', orderId: 'id-1', state: 'paid', amount: 4990 },
    tries: [],
    version: 1,
  },
}

/** Metrics of a proxy with these ports, and the ports as the proxy uses them. */
function metered(given: { locks?: LockStore; queues?: Queues; fetch?: Fetch }) {
  const metrics = buildMetrics()
  const { fetch = async () => new Response(), locks = memoryLocks(clock), queues } = given
  const options = metrics.wrap<Metered>({ clock, fetch, locks, ...(queues && { queues }) })
  const read = async (name: string, labels = {}): Promise<number> => valueIn(await metrics.text(), name, labels)
  return { options, payments: options.paymentMeter, read }
}

test('a lock is taken or refused, by what it is for', async () => {
  const { options, read } = metered({})
  for (const key of ['A-17', 'A-17', 'the request r for the order A-17', 'token t'])
    await options.locks.take(key, 'n', 1000)
  expect(await read('tender_locks_total', { kind: 'order', result: 'taken' })).toBe(1)
  expect(await read('tender_locks_total', { kind: 'order', result: 'refused' })).toBe(1)
  expect(await read('tender_locks_total', { kind: 'request', result: 'taken' })).toBe(1)
  expect(await read('tender_locks_total', { kind: 'wallet_token', result: 'taken' })).toBe(1)
})

test('a store that gives no answer has failed, and the caller gets its error', async () => {
  const away = async (): Promise<never> => Promise.reject(new Error('away'))
  const { options, read } = metered({ locks: { ...memoryLocks(clock), take: away } })
  await expect(options.locks.take('A-17', 'n', 1000)).rejects.toThrow('away')
  expect(await read('tender_locks_total', { kind: 'order', result: 'failed' })).toBe(1)
})

test('a store that remembers a shorter time than before has lost its data once', async () => {
  let age = Infinity
  const { options, read } = metered({ locks: { ...memoryLocks(clock), remembersFor: () => age } })
  for (age of [Infinity, 500, 700, 20, 30]) await options.locks.take(`A-${age}`, 'n', 1000)
  expect(await read('tender_lock_store_losses_total')).toBe(1)
})

test('deliveries of webhooks are counted by how they end', async () => {
  const deliveries = [
    async () => new Response(),
    async () => new Response('', { status: 500 }),
    async () => Promise.reject(new Error()),
  ]
  const { options, read } = metered({ fetch: async () => deliveries.shift()!() })
  const post = () => options.webhookFetch!('https://shop.example/webhooks', { method: 'POST', headers: {} })
  // The third delivery rejects; that it is counted is asserted below.
  for (let time = 0; time < 3; time += 1) await post().catch(() => {})
  const results = ['delivered', 'refused', 'failed'].map((result) =>
    read('tender_webhook_deliveries_total', { result }),
  )
  expect(await Promise.all(results)).toEqual([1, 1, 1])
  expect(await read('tender_webhook_delivery_duration_seconds_count')).toBe(3)
})

test('the queue is counted at each scrape; while it is away, its last counts remain', async () => {
  let counts: QueueCounts | undefined = { pending: 3, failed: 1 }
  const queues: Queues = {
    ...memoryQueues,
    open: (options) => ({
      ...memoryQueues.open(options),
      counts: async () => (options.name === 'webhooks' && counts) || Promise.reject(new Error('away')),
    }),
  }
  const { options, read } = metered({ queues })
  const quiet = (): void => {}
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }
  const jobs = { clock, log, run: async () => undefined, keyOf: () => '', orderOf: () => undefined }
  for (const name of ['webhooks', 'follow-ups'] as const) options.queues!.open({ ...jobs, name })
  expect(await read('tender_webhook_queue_jobs', { state: 'pending' })).toBe(3)
  counts = undefined
  expect(await read('tender_webhook_queue_jobs', { state: 'failed' })).toBe(1)
})

test('an event that is accepted, or not, is counted; one of an order decides a payment that no page asks about', async () => {
  const { options, payments, read } = metered({})
  payments.count('card', { state: 'authenticate', orderId: 'id-1', isContinued: false })
  for (const isAccepted of [true, false]) options.onEvent(paid, isAccepted)
  await settle()
  expect(await read('tender_webhooks_total', { type: 'order.paid', result: 'accepted' })).toBe(1)
  expect(await read('tender_webhooks_total', { type: 'order.paid', result: 'refused' })).toBe(1)
  expect(await read('tender_payments_total', { method: 'card', state: 'paid' })).toBe(1)
})

test('the second call of a payment counts what was not counted by a callback before', async () => {
  for (const isReadBefore of [true, false]) {
    const { payments, read } = metered({})
    payments.count('card', { state: 'authenticate', orderId: 'id-1', isContinued: false })
    await settle()
    if (isReadBefore) payments.read('id-1', 'paid')
    payments.count('card', { state: 'paid', orderId: 'id-1', isContinued: true })
    await settle()
    expect(await read('tender_payments_total')).toBe(1)
  }
})

test('an order that nobody paid through this proxy is no payment of it', async () => {
  const { payments, read } = metered({})
  payments.read('id-of-another', 'paid')
  await settle()
  expect(await read('tender_payments_total')).toBe(0)
})
