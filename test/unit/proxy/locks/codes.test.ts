import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Outcome } from '#contract/checkout.ts'
import type { Clock } from '#contract/ports.ts'
import { systemClock, systemRandom } from '#ports/system.ts'
import { memoryCodes, type CodeMemory, type LiveCode } from '#proxy/store/code-memory.ts'
import { memoryLocks, type LockStore } from '#proxy/locks/lock-store.ts'
import { redisStore } from '#proxy/redis/redis-store.ts'
import { fakeClock, instantClock } from '../../../support/clock.ts'
import { openRedis, whyNoRedis, type OwnRedis } from '../../../support/own-redis.ts'
import { codeStepIn, openCodeShop, payloadIn, type CodeShop } from '../support/code-shop.ts'

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0)) await end()
})

const code = (nonce: string): LiveCode => ({
  method: 'sbp',
  id: `code of ${nonce}`,
  payload: 'https://qr.nspk.ru/AS1',
  orderId: 'id-of-A-17',
  number: 'A-17',
  nonce,
  until: 1_900_000_000_000,
})

let redis: OwnRedis | undefined
const why = whyNoRedis()
if (why) process.stdout.write(`skipped: codes in a Redis, since there is ${why}\n`)
const folder = mkdtempSync(join(tmpdir(), 'codes-'))
beforeAll(async () => {
  if (!why) redis = await openRedis(folder)
})
afterAll(async () => {
  await redis?.stop()
  rmSync(folder, { recursive: true })
})

/** A store of its own in the Redis; the same one again where the address is given. */
async function inRedis(clock: Clock = systemClock, address = `https://${systemRandom.uuid()}.example`) {
  const store = await redisStore(redis!.url, address, { clock, logger: false })
  endings.push(store.close)
  return store.locks
}

const stores: readonly (readonly [name: string, open: () => Promise<LockStore>])[] = [
  ['memory', async () => memoryLocks(systemClock)],
  ...(why ? [] : ([['Redis', inRedis]] as const)),
]

describe.each(stores)('in %s', (_, open) => {
  test('a code has its lock last as long as itself, and is remembered only while its nonce holds that', async () => {
    const { take, codes, isTaken, release } = await open()
    const write = (nonce: string) => codes!.write('A-17', code(nonce), 60_000)
    expect(await write('mine')).toBe(false)
    await take('A-17', 'mine', 200)
    expect([await write('other'), await codes!.read('A-17')]).toEqual([false, undefined])
    expect(await write('mine')).toBe(true)
    await systemClock.sleep(250)
    expect([await isTaken('A-17'), await codes!.read('A-17')]).toEqual([true, code('mine')])
    await release('A-17', 'mine')
    expect([await isTaken('A-17'), await write('mine')]).toEqual([false, false])
  })

  test('a code is remembered for its time, and forgotten only as itself', async () => {
    const { codes, take, release } = await open()
    await take('A-17', 'one', 60_000)
    await codes!.write('A-17', code('one'), 60_000)
    expect(await codes!.read('A-17')).toEqual(code('one'))
    expect(await codes!.read('A-18')).toBeUndefined()
    await codes!.forget('A-17', code('another'))
    expect(await codes!.read('A-17')).toEqual(code('one'))
    await codes!.forget('A-17', code('one'))
    expect(await codes!.read('A-17')).toBeUndefined()
    await release('A-17', 'one')
    await take('A-17', 'two', 60_000)
    await codes!.write('A-17', code('two'), 100)
    await systemClock.sleep(150)
    expect(await codes!.read('A-17')).toBeUndefined()
  })
})

test('a process remembers a limited number of codes, the latest ones', async () => {
  const codes = memoryCodes(fakeClock(), () => true, 2)
  for (const number of ['A-1', 'A-2', 'A-3']) await codes.write(number, code(number), 1000)
  expect(await codes.read('A-1')).toBeUndefined()
  expect(await codes.read('A-3')).toEqual(code('A-3'))
})

/** A shop whose locks have the time of its gateway. */
async function openShop(build: (clock: Clock) => LockStore | Promise<LockStore> = memoryLocks) {
  const start = instantClock()
  const shop: { open?: CodeShop } = {}
  const now = (): number => (shop.open?.fixture.clock ?? start).now()
  shop.open = await openCodeShop({}, { locks: await build({ now, sleep: systemClock.sleep }) })
  endings.push(() => shop.open!.fixture.close())
  return shop.open
}

describe('a process that ends while a code may be paid', () => {
  test.skipIf(why)('has another one go on with it, where they share a Redis', async () => {
    const shop = await openShop(inRedis)
    const isHeld = (): Promise<boolean> => shop.locks.isTaken(order.orderNumber)
    const order = shop.order()
    const payload = payloadIn(await order.code())
    const second = await shop.another()
    const read = () => shop.outcomeAt(second, 'outcome', undefined, order.ticket)
    expect(payloadIn(await read())).toBe(payload)
    expect(await shop.outcomeAt(second, 'cancel', {}, order.ticket)).toMatchObject({ state: 'open' })
    expect(await isHeld()).toBe(false)
    const next = payloadIn(await shop.outcomeAt(second, 'code', { method: 'sbp' }, order.ticket))
    await order.inApp(next, 'confirm')
    expect(await order.read()).toMatchObject({ state: 'paid' })
    expect(await isHeld()).toBe(false)
  })

  test('leaves the order pending for the time of a lock, where it was remembered by that process alone', async () => {
    const shop = await openShop()
    const order = shop.order()
    const first = await order.code()
    const after = await shop.another({ locks: memoryLocks(shop.fixture.clock) })
    const read = () => shop.outcomeAt(after, 'outcome', undefined, order.ticket)
    expect(await read()).toMatchObject({ state: 'pending' })
    expect((await shop.outcomeAt(after, 'code', { method: 'sbp' }, order.ticket)).state).toBe('pending')
    shop.fixture.clock.advance(80_000)
    expect(await read()).toMatchObject({ state: 'open' })
    // The gateway's own code is shown again, and nothing is paid twice.
    await order.inApp(payloadIn(await shop.outcomeAt(after, 'code', { method: 'sbp' }, order.ticket)), 'confirm')
    expect(await read()).toMatchObject({ state: 'paid', orderId: first.orderId })
  })
})

describe('a lock store of another party, which cannot let a lock last longer', () => {
  /** Locks that all processes share, and nothing else. */
  const others = (clock: Clock, taken: number[] = []): LockStore => {
    const { take, release, isTaken } = memoryLocks(clock)
    return { take: (key, nonce, ms) => (taken.push(ms), take(key, nonce, ms)), release, isTaken }
  }

  test('has the lock taken for the longest time at once, so that no process pays by another way', async () => {
    const taken: number[] = []
    const shop = await openShop((clock) => others(clock, taken))
    const order = shop.order()
    const code = await order.code()
    expect(Math.max(...taken)).toBeGreaterThanOrEqual(1_200_000)
    const second = await shop.another()
    shop.fixture.clock.advance(600_000)
    const body = await shop.cardBody(code.orderId!)
    expect(await shop.outcomeAt(second, 'pay', body, order.ticket)).toMatchObject({ state: 'pending' })
    expect(codeStepIn(await order.read()).kind).toBe('code')
    await order.inApp(payloadIn(code), 'confirm')
    expect(await shop.outcomeAt(second, 'outcome', undefined, order.ticket)).toMatchObject({ state: 'paid' })
  })
})

/** Locks and codes in memory, as in a store whose write of a code fails as long as `fails`. */
const failing =
  (store: { fails: boolean; keeps?: true }) =>
  (clock: Clock): LockStore => {
    const { codes, ...locks } = memoryLocks(clock)
    const write: CodeMemory['write'] = async (...given) => {
      if (store.fails && store.keeps) await codes!.write(...given)
      if (store.fails) throw new Error('down')
      return codes!.write(...given)
    }
    return { ...locks, codes: { ...codes!, write } }
  }

test('a store that fails once the code is there has it taken back, unseen, and the order is free', async () => {
  const store = { fails: true }
  const shop = await openShop(failing(store))
  const order = shop.order()
  expect(await shop.refusal('code', { method: 'sbp' }, order.ticket)).toMatchObject({ code: 'busy' })
  expect(shop.request('sbp/c2b/qr/dynamic/reject.do')).toHaveLength(1)
  store.fails = false
  expect(await order.read()).toMatchObject({ state: 'open' })
  expect(await order.byCard()).toMatchObject({ state: 'paid' })
})

test('a store that has the code although it failed, and a reject that is answered and not done: no card pays', async () => {
  const store = { fails: true, keeps: true } as const
  const shop = await openShop(failing(store))
  const order = shop.order()
  shop.fixture.switches.set({ bankApp: 'accepts-at-reject' })
  expect(await shop.refusal('code', { method: 'sbp' }, order.ticket)).toMatchObject({ code: 'busy' })
  const { orderId, ...read } = await order.read()
  expect(codeStepIn(read as Outcome)).toMatchObject({ accepted: true })
  expect((await order.pay(orderId!)).state).toBe('authenticate')
})

test('a store that has the code although it failed, and a gateway that did not take it back: no card pays', async () => {
  const store = { fails: true, keeps: true } as const
  const shop = await openShop(failing(store))
  const order = shop.order()
  shop.fixture.switches.orders.set(order.orderNumber, { moneyAnswer: 'lost-before' })
  expect(await shop.refusal('code', { method: 'sbp' }, order.ticket)).toMatchObject({ code: 'busy' })
  shop.fixture.switches.orders.set(order.orderNumber, {})
  const { orderId } = await order.read()
  // As a tab sends it that was ready before.
  expect((await order.pay(orderId!)).state).toBe('authenticate')
  const payload = payloadIn(await order.read())
  await order.inApp(payload, 'confirm')
  expect(await order.read()).toMatchObject({ state: 'paid' })
})

test('a store that gives no answer keeps nobody from reading an order that is decided', async () => {
  const store = { isDown: false }
  const orDown = <T>(work: () => Promise<T>): Promise<T> => (store.isDown ? Promise.reject(new Error('down')) : work())
  const shop = await openShop((clock) => {
    const locks = memoryLocks(clock)
    return {
      ...locks,
      take: (...given) => orDown(() => locks.take(...given)),
      isTaken: (key) => orDown(() => locks.isTaken(key)),
      codes: { ...locks.codes!, read: (orderNumber) => orDown(() => locks.codes!.read(orderNumber)) },
    }
  })
  const [byCode, byCard] = [shop.order(), shop.order({ currency: '978', methods: ['card'] })]
  const payload = payloadIn(await byCode.code())
  await byCard.byCard()
  store.isDown = true
  for (const path of ['outcome', 'prepare'])
    expect(await shop.refusal(path, path === 'outcome' ? undefined : {}, byCode.ticket)).toMatchObject({ code: 'busy' })
  await byCode.inApp(payload, 'confirm')
  for (const { orderNumber, read } of [byCode, byCard]) {
    expect(await read()).toMatchObject({ state: 'paid' })
    expect(await shop.merchant.order({ orderNumber })).toMatchObject({ state: 'paid' })
  }
})
