import { afterEach, describe, expect, test, vi } from 'vitest'
import { memoryQueues, type Queues } from '#proxy/webhooks/job-queue.ts'
import { call, openStand, quiet, type Stand } from './stand.ts'

afterEach(() => void vi.useRealTimers())

describe('a merchant who does not take it', () => {
  test.each([500, 302, 404, 410, 'gone', 'silent'] as const)(
    '%s: 503, and the repeat brings the same id',
    async (behaviour) => {
      const stand = await openStand({ behaviours: [behaviour] })
      Object.assign(await stand.prepared(), { status: 2 })
      const refused = await call(stand)
      expect([refused.statusCode, refused.json()]).toMatchObject([503, { error: { code: 'busy' } }])
      stand.clock.advance(30_000)
      expect((await call(stand)).statusCode).toBe(200)
      expect(stand.types()).toEqual(['order.paid'])
      const ids = stand.attempts.map(({ headers }) => headers.get('webhook-id'))
      expect([ids.length, new Set(ids).size]).toEqual([2, 1])
    },
  )

  test('is waited for ten seconds', async () => {
    const stand = await openStand({ behaviours: ['silent'] })
    Object.assign(await stand.prepared(), { status: 2 })
    const begun = stand.clock.now()
    await call(stand)
    expect(stand.clock.now() - begun).toBe(10_000)
    expect(stand.attempts[0]!.signal.aborted).toBe(true)
  })
})

describe('a merchant who takes it', () => {
  const bodies: Readonly<Record<string, () => ReadableStream<Uint8Array>>> = {
    'never ends': () => new ReadableStream({ start: (sender) => sender.enqueue(new Uint8Array(1)) }),
    'breaks off': () => new ReadableStream({ start: (sender) => sender.error(new Error('reset')) }),
  }

  test.each(Object.entries(bodies))('by an answer that %s has taken it: the status decides', async (_, body) => {
    const stand = await openStand({ behaviours: [body] })
    Object.assign(await stand.prepared(), { status: 2 })
    expect((await call(stand)).statusCode).toBe(200)
    expect([stand.types(), stand.attempts.length]).toEqual([['order.paid'], 1])
  })
})

test('a store that knows the ids itself gets every event again, since it may have given one up', async () => {
  const stored: string[] = []
  const queues: Queues = {
    isDurable: true,
    open: (options) => ({
      ...memoryQueues.open(options),
      add: async ({ id }) => void (options.name === 'webhooks' && stored.push(id)),
    }),
  }
  const stand = await openStand({ queues })
  Object.assign(await stand.prepared(), { status: 2 })
  for (let time = 0; time < 2; time++) expect((await call(stand)).statusCode).toBe(200)
  expect([stored.length, new Set(stored).size]).toEqual([2, 1])
})

describe('what could not be delivered', () => {
  /** Hints that make the proxy read the order: the gateway's callback, or a shopper's read. */
  const hints: Readonly<Record<string, (stand: Stand) => Promise<unknown>>> = {
    'a callback': (stand) => call(stand),
    'a shopper’s look': (stand) => stand.browser('outcome'),
  }

  test.each(Object.entries(hints))('%s: is tried five times more within half a minute', async (_, hint) => {
    const stand = await openStand({ behaviours: [500, 'gone', 302, 404, 500, 500, 204] })
    Object.assign(await stand.prepared(), { status: 2 })
    await hint(stand)
    const tries: number[] = []
    for (const wait of [999, 1, 2000, 4000, 8000, 12_000, 3_600_000, 0]) {
      await quiet()
      tries.push(stand.attempts.length)
      stand.clock.advance(wait)
    }
    expect(tries).toEqual([1, 1, 2, 3, 4, 5, 6, 6])
    await hint(stand)
    await quiet()
    expect(stand.types()).toEqual(['order.paid'])
  })

  test('is logged at warn each time, and at error when it is given up', async () => {
    const stand = await openStand({ behaviours: Array.from({ length: 6 }, () => 500 as const) })
    Object.assign(await stand.prepared(), { status: 2 })
    await call(stand)
    for (const wait of [1000, 2000, 4000, 8000, 12_000]) {
      stand.clock.advance(wait)
      await quiet()
    }
    const lines = stand.log.map((line) => JSON.parse(line) as { level: number; op?: string; code?: string })
    const webhooks = lines.filter(({ op, level }) => op === 'webhook' && level > 30)
    const refusals = Array.from({ length: 6 }, () => ({ level: 40, order: 'A-17', code: 'not taken' }))
    expect(webhooks).toMatchObject([...refusals, { level: 50, order: 'A-17', code: 'given up' }])
  })

  test('whoever hints meanwhile begins no second round of it', async () => {
    const stand = await openStand({ behaviours: Array.from({ length: 9 }, () => 500 as const) })
    Object.assign(await stand.prepared(), { status: 2 })
    await call(stand)
    stand.clock.advance(500)
    await call(stand)
    const tries: number[] = []
    // Attempts at 0, 1 (twice: the second hint follows the first by a second), 3, 7 and 15 seconds.
    for (let second = 1; second <= 16; second++) {
      stand.clock.advance(second === 1 ? 500 : 1000)
      await quiet()
      tries.push(stand.attempts.length)
    }
    expect(tries).toEqual([3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6])
  })

  test('is dropped when something newer is reported', async () => {
    const stand = await openStand({ behaviours: [500, 500] })
    const order = await stand.prepared()
    order.status = 1
    await call(stand)
    order.status = 2
    await call(stand)
    stand.clock.advance(60_000)
    await quiet()
    expect(stand.types()).toEqual(['order.paid'])
  })

  test('is read again before it is sent again: the state that is over is not sent', async () => {
    const stand = await openStand({ behaviours: [500] })
    Object.assign(await stand.prepared(), { status: 6, actionCode: 116 })
    await call(stand)
    const { registration } = stand.gateway.orders.get('A-17')!
    stand.gateway.add({ ...registration, orderNumber: 'A-17-2' }).status = 2
    stand.clock.advance(1000)
    await quiet()
    expect(stand.came.map(({ type, data }) => [type, data.tries.length])).toEqual([['order.paid', 2]])
  })

  test('is not waited for when the proxy is closed', async () => {
    const stand = await openStand({ behaviours: [500, 204] })
    Object.assign(await stand.prepared(), { status: 2 })
    await call(stand)
    await stand.app.close()
    expect(stand.attempts).toHaveLength(1)
  })
})
