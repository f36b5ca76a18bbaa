import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freePorts } from '#demo/ports.ts'
import { monotonicNow } from '#ports/monotonic-now.ts'
import { systemClock, systemRandom } from '#ports/system.ts'
import { memoryLocks } from '#proxy/locks/lock-store.ts'
import { memoryAuthentications } from '#proxy/external-three-ds/authentication-store.ts'
import { memoryCounters } from '#proxy/card-testing/counters.ts'
import { redisStore } from '#proxy/redis/redis-store.ts'
import { poll, waitFor } from '../../../support/poll.ts'
import { openRedis, whyNoRedis, type OwnRedis } from '../../../support/own-redis.ts'
import { fakeClock, type FakeClock } from '../../../support/clock.ts'
import { cardFor, openTestProxy } from '../support/test-proxy.ts'

const options = { clock: systemClock, logger: false } as const

const endings: (() => unknown)[] = []
afterEach(() => endings.splice(0).forEach((end) => end()))

async function open(url: string, publicUrl: string, clock = options.clock) {
  const store = await redisStore(url, publicUrl, { ...options, clock })
  endings.push(store.close)
  return store
}

test('a missing package is named in the error, and any other error is thrown as it is', async () => {
  const lacking = Object.assign(new Error("Cannot find package 'ioredis'"), { code: 'ERR_MODULE_NOT_FOUND' })
  const load = (error: Error) =>
    redisStore('redis://x', 'https://x', options, async () => {
      throw error
    })
  await expect(load(lacking)).rejects.toThrow('TENDER_REDIS_URL needs the package ioredis')
  await expect(load(new Error('broken'))).rejects.toThrow('broken')
})

test('a Redis that cannot be reached locks nothing and counts nothing, at once', async () => {
  const [port] = await freePorts(1, 0)
  const { locks, counters } = await open(`redis://127.0.0.1:${port}`, 'https://x')
  const began = systemClock.now()
  await expect(locks.take('A', '1', 1000)).rejects.toThrow()
  await expect(locks.isTaken('A')).rejects.toThrow()
  await expect(counters.add('A', 'x', 1000)).rejects.toThrow()
  expect(systemClock.now() - began).toBeLessThan(1500)
})

/** Milliseconds by which two clocks in whole milliseconds may differ. */
const ROUNDED = 5

const why = whyNoRedis()
if (why) process.stdout.write(`skipped: locks and counters in a Redis, since there is ${why}\n`)

describe.skipIf(why)('in Redis', () => {
  let redis: OwnRedis
  let proxy: string
  const folder = mkdtempSync(join(tmpdir(), 'redis-'))
  beforeAll(async () => {
    redis = await openRedis(folder)
  })
  afterAll(async () => {
    await redis?.stop()
    rmSync(folder, { recursive: true })
  })
  const anew = (): string => (proxy = `https://${systemRandom.uuid()}.example`)

  describe.each([
    ['memory', async (clock: FakeClock) => memoryCounters(clock)],
    ['Redis', async (clock: FakeClock) => (await open(redis.url, anew(), clock)).counters],
  ])('counters in %s', (_, totals) => {
    test('count each member once, as long as its time', async () => {
      const clock = fakeClock()
      const { add, count } = await totals(clock)
      expect([await add('a', 'x', 1000), await add('a', 'y', 1000), await add('b', 'x', 500)]).toEqual([1, 2, 1])
      clock.advance(900)
      expect([await add('a', 'x', 1000), await count('a'), await count('b')]).toEqual([2, 2, 0])
      clock.advance(99)
      expect([await count('a'), await count('c')]).toEqual([2, 0])
      clock.advance(1)
      expect(await count('a')).toBe(1)
      expect(await add('a', 'z', 1000)).toBe(2)
    })

    test('take back what is counted yet, for one of those who ask', async () => {
      const clock = fakeClock()
      const { add, count, remove } = await totals(clock)
      await add('a', 'x', 1000)
      await add('a', 'y', 1000)
      expect((await Promise.all([remove('a', 'x'), remove('a', 'x')])).filter(Boolean)).toHaveLength(1)
      expect(await count('a')).toBe(1)
      clock.advance(1000)
      expect([await remove('a', 'y'), await remove('b', 'y')]).toEqual([false, false])
    })
  })

  describe.each([
    ['memory', async () => memoryAuthentications(systemClock)],
    ['Redis', async () => (await open(redis.url, anew())).authentications],
  ])('authentications in %s', (_, storeOf) => {
    test('are the last ones that were written, until their time is over or they are removed', async () => {
      const { read, write, remove } = await storeOf()
      expect(await read('A')).toBeUndefined()
      await write('A', 'one', 60_000)
      await write('A', 'two', 60_000)
      await write('B', 'three', 1)
      expect(await read('A')).toBe('two')
      await poll(() => read('B')).toBeUndefined()
      await remove('A')
      expect(await read('A')).toBeUndefined()
    })
  })

  test('authentications are read by every instance of the same address', async () => {
    const [one, other] = [await open(redis.url, anew()), await open(redis.url, proxy)]
    await one.authentications.write('A', 'a text', 60_000)
    expect(await other.authentications.read('A')).toBe('a text')
    expect(await (await open(redis.url, anew())).authentications.read('A')).toBeUndefined()
  })

  describe.each([
    ['memory', async () => memoryLocks(systemClock)],
    ['Redis', async () => (await open(redis.url, anew())).locks],
  ])('locks in %s', (_, locksOf) => {
    test('are taken once, and ended by their holder alone', async () => {
      const locks = await locksOf()
      const takers = await Promise.all(['1', '2', '3'].map((nonce) => locks.take('A', nonce, 60_000)))
      expect(takers.filter(Boolean)).toHaveLength(1)
      const holder = String(takers.indexOf(true) + 1)
      await locks.release('A', 'another')
      expect(await locks.isTaken('A')).toBe(true)
      await locks.release('A', holder)
      expect([await locks.isTaken('A'), await locks.take('A', '4', 60_000)]).toEqual([false, true])
      expect(await locks.isTaken('B')).toBe(false)
    })

    test('expire', async () => {
      const locks = await locksOf()
      await locks.take('A', '1', 50)
      await waitFor(async () => expect(await locks.take('A', '2', 60_000)).toBe(true))
      await locks.release('A', '1')
      expect(await locks.isTaken('A')).toBe(true)
    })
  })

  test('the instances of an address share locks, and other proxies have their own', async () => {
    const [one, other, stranger] = [
      await open(redis.url, anew()),
      await open(redis.url, proxy),
      await open(redis.url, anew()),
    ]
    expect(await one.locks.take('A', '1', 60_000)).toBe(true)
    expect([await other.locks.take('A', '2', 60_000), await stranger.locks.take('A', '3', 60_000)]).toEqual([
      false,
      true,
    ])
    await one.counters.add('a', 'x', 60_000)
    expect([await other.counters.count('a'), await stranger.counters.count('a')]).toEqual([1, 0])
  })

  test('an orderId outlives the proxy that noted it, and a number that was only begun does not hide one', async () => {
    const [one, other] = [
      (await open(redis.url, anew())).locks.orderIds!,
      (await open(redis.url, proxy)).locks.orderIds!,
    ]
    expect(await one.read('A')).toBeUndefined()
    await one.begin('A')
    expect(await other.read('A')).toBe('')
    await one.note('A', 'id-of-A')
    await other.begin('A')
    await other.forget('A')
    expect(await other.read('A')).toBe('id-of-A')
    await other.begin('B')
    await other.forget('B')
    expect(await one.read('B')).toBeUndefined()
  })

  test('the refunds of an order outlive the proxy that sent them, until it forgets them', async () => {
    const [one, other] = [(await open(redis.url, anew())).locks.refunds!, (await open(redis.url, proxy)).locks.refunds!]
    expect(await other.read('A')).toEqual([])
    await one.write('A', [{ refundId: 'r-1', amount: 1000, before: 0, state: 'sent' }])
    expect(await other.read('A')).toEqual([{ refundId: 'r-1', amount: 1000, before: 0, state: 'sent' }])
    await other.write('A', [])
    expect(await one.read('A')).toEqual([])
  })

  test('a memory that stays what it was is as old as it is, whoever asks', async () => {
    const one = await open(redis.url, anew())
    await one.locks.isTaken('A')
    expect(one.locks.remembersFor!()).toBeLessThan(5000)
    await systemClock.sleep(1500)
    const other = await open(redis.url, proxy)
    await other.locks.take('A', '1', 1000)
    await one.locks.isTaken('A')
    expect(one.locks.remembersFor!()).toBeGreaterThanOrEqual(1500)
    expect(Math.abs(other.locks.remembersFor!() - one.locks.remembersFor!())).toBeLessThan(1000)
  })

  test.each([
    ['is emptied', () => redis.command('FLUSHALL')],
    ['loses its last writes at a restart', () => redis.restart({ forgetting: 'tender:*:lock:*' })],
    ['is restarted and remembers all, which nobody can know', () => redis.restart({})],
  ])('one that %s begins anew at that time', async (_, lose) => {
    const { locks } = await open(redis.url, anew())
    await locks.take('A', '1', 60_000)
    await lose()
    const lost = monotonicNow(systemClock)
    await waitFor(() => locks.isTaken('A'))
    expect(locks.remembersFor!()).toBeLessThanOrEqual(monotonicNow(systemClock) - lost + ROUNDED)
  })

  test('a payment asks it nine times from the press on, with every limit, and by the names of its scripts', async () => {
    const calls = async (command: string): Promise<number> =>
      Number(new RegExp(`_${command}:calls=(\\d+)`).exec(await redis.command('INFO', 'commandstats'))?.[1] ?? 0)
    const limits = { CARDS: '10', DECLINES: '10', DECLINED_PERCENT: '50', FORM_TIME_MS: '1' }
    const env = Object.fromEntries(Object.entries(limits).map(([name, limit]) => [`TENDER_LIMIT_${name}`, limit]))
    const { locks, counters } = await open(redis.url, anew())
    const { ask, ticketFor, outcome } = await openTestProxy({ locks, options: { counters }, env })
    const pressed = async (orderNumber: string) => {
      const ticket = await ticketFor({ orderNumber })
      await ask('checkout', {}, ticket)
      const { orderId } = (await ask('prepare', {}, ticket)).json<{ orderId: string }>()
      const [named, whole] = [await calls('evalsha'), await calls('eval')]
      expect(await outcome('pay', cardFor(orderId), ticket)).toMatchObject({ state: 'paid' })
      return { named: (await calls('evalsha')) - named, whole: (await calls('eval')) - whole }
    }
    await pressed('A-17')
    expect(await pressed('A-18')).toEqual({ named: 9, whole: 0 })
  })

  test('an order that was registered before is not paid until no request can be under way', async () => {
    const system = await openTestProxy()
    const clock = { ...system.clock, sleep: systemClock.sleep }
    const { locks } = await open(redis.url, anew(), clock)
    await system.restart(locks)
    const slowly = <T>(work: Promise<T>) => system.clock.during(work)
    system.clock.advance(80_000)
    const { orderId } = await slowly(system.prepare())
    system.clock.advance(1000)
    await redis.command('FLUSHALL')
    expect(await slowly(system.outcome('pay', cardFor(orderId!)))).toMatchObject({ state: 'pending' })
    expect(system.gateway.paymentsOf()).toEqual([])
    system.clock.advance(75_000)
    expect(await slowly(system.outcome('pay', cardFor(orderId!)))).toMatchObject({ state: 'paid' })
  })

  test('a gateway whose clock is ahead lets no older order be paid', async () => {
    const system = await openTestProxy()
    const clock = { ...system.clock, sleep: systemClock.sleep }
    const address = anew()
    await system.restart((await open(redis.url, address, clock)).locks)
    const slowly = <T>(work: Promise<T>) => system.clock.during(work)
    const { orderId } = await slowly(system.prepare())
    for (const order of system.gateway.orders.values()) order.date += 90_000
    system.clock.advance(1000)
    await redis.command('FLUSHALL')
    // Another process, which has registered nothing itself.
    await system.restart((await open(redis.url, address, clock)).locks)
    expect(await slowly(system.outcome('pay', cardFor(orderId!)))).toMatchObject({ state: 'pending' })
    expect(system.gateway.paymentsOf()).toEqual([])
  })

  test('an order that another instance has registered since is paid at once', async () => {
    const system = await openTestProxy()
    const clock = { ...system.clock, sleep: systemClock.sleep }
    const address = anew()
    const slowly = <T>(work: Promise<T>) => system.clock.during(work)
    await system.restart((await open(redis.url, address, clock)).locks)
    await slowly(system.outcome('outcome'))
    await systemClock.sleep(50)
    const { orderId } = await slowly(system.prepare())
    for (const order of system.gateway.orders.values()) order.date -= 90_000
    await system.restart((await open(redis.url, address, clock)).locks)
    expect(await slowly(system.outcome('pay', cardFor(orderId!)))).toMatchObject({ state: 'paid' })
  })

  test('a note of a memory that is over counts for nothing', async () => {
    const { locks } = await open(redis.url, anew())
    await locks.isTaken('A')
    await systemClock.sleep(20)
    await locks.registrations!.note('A', 0, 60_000)
    await locks.registrations!.note('B', 60_000, 60_000)
    expect([await locks.registrations!.isNoted('A'), await locks.registrations!.isNoted('B')]).toEqual([true, false])
    await redis.restart({})
    await waitFor(async () => expect(await locks.registrations!.isNoted('A')).toBe(false))
  })

  test('the start is refused with one that evicts, and says which variable leads to it', async () => {
    await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'volatile-ttl')
    const opened = redisStore(redis.url, anew(), options)
    await expect(opened).rejects.toThrow(
      'TENDER_REDIS_URL: the maxmemory-policy of this Redis is volatile-ttl. It must be',
    )
    await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'noeviction')
    await expect(open(redis.url, proxy)).resolves.toBeDefined()
  })

  test('one with a full memory and noeviction lets no payment begin, and settles the one that has', async () => {
    const system = await openTestProxy()
    const clock = { ...system.clock, sleep: systemClock.sleep }
    await system.restart((await open(redis.url, anew(), clock)).locks)
    const slowly = <T>(work: Promise<T>) => system.clock.during(work)
    const begun = await slowly(system.prepare())
    const next = await system.ticketFor({ orderNumber: 'B-1' })
    const { orderId } = await slowly(system.prepare(next))
    system.gateway.state.wire = async (request, work) => {
      if (!request.url.endsWith('paymentorder.do')) return work()
      const [, used] = /used_memory:(\d+)/.exec(await redis.command('INFO', 'memory'))!
      await redis.command('CONFIG', 'SET', 'maxmemory', used!)
      await redis.command('SETRANGE', 'filling', '4000000', 'x')
      return work()
    }
    expect(await slowly(system.outcome('pay', cardFor(begun.orderId!)))).toMatchObject({ state: 'paid' })
    expect((await slowly(system.ask('pay', cardFor(orderId!), next))).json()).toMatchObject({ error: { code: 'busy' } })
    expect(system.gateway.paymentsOf()).toHaveLength(1)
    await redis.command('CONFIG', 'SET', 'maxmemory', '0')
    expect(await slowly(system.outcome('pay', cardFor(orderId!), next))).toMatchObject({ state: 'paid' })
  })

  test('one that hangs is not waited for, and what it was asked meanwhile locks nothing', async () => {
    const { locks } = await open(redis.url, anew())
    await locks.isTaken('A')
    redis.pause()
    const began = systemClock.now()
    await expect(locks.take('A', '1', 60_000)).rejects.toThrow()
    expect(systemClock.now() - began).toBeLessThan(2500)
    redis.resume()
    await waitFor(async () => expect(await locks.take('A', '2', 60_000)).toBe(true))
  })
})
