import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock, systemRandom } from '#ports/system.ts'
import { memoryLocks } from '#proxy/locks/lock-store.ts'
import { memoryRefunds, type RefundMemory } from '#proxy/store/refund-memory.ts'
import { redisStore, type RedisStore } from '#proxy/redis/redis-store.ts'
import { openRedis, whyNoRedis, type OwnRedis } from '../../../../support/own-redis.ts'
import { openCounter } from '../counter.ts'
import type { Ledger } from '../../../../support/fake-gateway.ts'

type Refunds = Ledger['refunds']
type List = (refunds: Refunds) => Refunds | undefined

/** The default of TENDER_LOCK_TTL_MS: no request is under way any longer. */
const LOCK_TTL = 75_000

const path = 'orders/A-17/refund'
const part = { amount: 250, refundId: 'return-1' }

const named =
  (rename: (name: string) => string): List =>
  (refunds) =>
    refunds.map((one) => ({ ...one, externalRefundId: rename(one.externalRefundId ?? '') }))

/** How a status may list refunds, other than by the names that were sent. */
const lists: readonly (readonly [how: string, list: List])[] = [
  ['no list', () => undefined],
  ['an empty list', () => []],
  ['names in capitals', named((name) => name.toUpperCase())],
  ['names with a prefix', named((name) => `shop-${name}`)],
  ['names that are cut', named((name) => name.slice(0, 6))],
  ['empty names', named(() => '')],
  ['no names', (refunds) => refunds.map(({ externalRefundId: _, ...one }) => one)],
  ['the newest missing', (refunds) => refunds.slice(0, -1)],
  ['the newest without its name', (refunds) => [...refunds.slice(0, -1), { ...refunds.at(-1)!, externalRefundId: '' }]],
  ["only the office's", (refunds) => refunds.filter(({ externalRefundId }) => externalRefundId === 'office')],
]

let redis: OwnRedis | undefined
let store: RedisStore | undefined
const why = whyNoRedis()
if (why) process.stdout.write(`skipped: refunds in a Redis, since there is ${why}\n`)
const folder = mkdtempSync(join(tmpdir(), 'refunds-'))
beforeAll(async () => {
  if (why) return
  redis = await openRedis(folder)
  store = await redisStore(redis.url, `https://${systemRandom.uuid()}.example`, { clock: systemClock, logger: false })
})
afterAll(async () => {
  store?.close()
  await redis?.stop()
  rmSync(folder, { recursive: true })
})

/** The refunds of one test in the Redis that all share. */
function inRedis(): RefundMemory {
  const [{ refunds }, test] = [store!.locks, systemRandom.uuid()]
  return {
    read: (number) => refunds!.read(`${test} ${number}`),
    write: (number, sent) => refunds!.write(`${test} ${number}`, sent),
  }
}

const stores: readonly (readonly [name: string, open: () => RefundMemory])[] = [
  ['memory', memoryRefunds],
  ...(why ? [] : ([['Redis', inRedis]] as const)),
]

/** A paid order of which the bank's office has refunded 100, at a gateway that lists refunds in that way. */
async function openWith(list: List, refunds: RefundMemory) {
  const { proxy, gateway, add, ...counter } = await openCounter()
  await proxy.restart({ ...memoryLocks(proxy.clock), refunds })
  proxy.clock.advance(LOCK_TTL)
  const { id } = add('A-17', 4)
  /** A refund of the bank's office, which the list has before the newest. */
  const office = (amount: number) =>
    gateway.ledgers.get(id)!.refunds.splice(-1, 0, { date: 0, actionCode: '000', amount, externalRefundId: 'office' })
  gateway.ledgers.set(id, { approved: 4990, deposited: 4990, refunds: [] })
  office(100)
  gateway.state.list = list
  return {
    ...counter,
    gateway,
    office,
    /** No earlier request is under way any longer. */
    later: () => proxy.clock.advance(LOCK_TTL),
    /** How often a request to refund reached the gateway, and what it has refunded on them. */
    counted: () => [
      gateway.of('refund.do').length,
      gateway.ledgers
        .get(id)!
        .refunds.reduce((sum, one) => sum + (one.externalRefundId === 'office' ? 0 : one.amount), 0),
    ],
    /** From now on the answers to refund.do are lost; the gateway carries it out or not. */
    lose: (isCarriedOut: boolean, meanwhile = () => {}) => {
      gateway.state.wire = async (request, work) => {
        if (!request.url.endsWith('refund.do')) return work()
        if (isCarriedOut) await work()
        meanwhile()
        return new Response('', { status: 502 })
      }
    },
    mend: () => void (gateway.state.wire = (_, work) => work()),
  }
}

describe.each(stores)('in %s', (_, open) => {
  describe.each(lists)('where the status has %s', (_, list) => {
    test('a refund whose answer was lost is decided by the sum, and its repetition gives nothing back', async () => {
      const { order, lose, mend, later, counted } = await openWith(list, open())
      await order(path, { amount: 250, refundId: 'return-0' })
      lose(true)
      expect((await order(path, part)).current.refundedAmount).toBe(600)
      mend()
      for (const wait of [() => {}, later, later]) {
        wait()
        expect((await order(path, part)).current.refundedAmount).toBe(600)
      }
      expect((await order(path, { amount: 250, refundId: 'return-0' })).current.refundedAmount).toBe(600)
      expect(counted()).toEqual([2, 500])
    })

    test('one that the sum does not show is sent again once it cannot be under way', async () => {
      const { order, refusal, lose, mend, later, counted } = await openWith(list, open())
      lose(false)
      expect(await refusal(path, part)).toMatchObject({ code: 'answer_lost' })
      mend()
      expect(await refusal(path, part)).toMatchObject({ code: 'answer_lost' })
      later()
      for (let time = 0; time < 2; time++) expect((await order(path, part)).current.refundedAmount).toBe(350)
      expect(counted()).toEqual([1, 250])
    })

    test.each([
      ['without sums', false, () => {}],
      ['after a refund of the office meanwhile', true, (office: (amount: number) => unknown) => office(300)],
    ])('%s it stays undecided, and is not sent again', async (_, hasSums, happens) => {
      const { refusal, gateway, lose, mend, later, counted, office } = await openWith(list, open())
      gateway.state.hasSums = hasSums
      lose(true, () => happens(office))
      expect(await refusal(path, part)).toMatchObject({ status: 504, code: 'answer_lost' })
      mend()
      for (const wait of [later, later]) {
        wait()
        expect(await refusal(path, part)).toMatchObject({ status: 504, code: 'answer_lost' })
      }
      expect(counted()).toEqual([1, 250])
    })
  })

  test('a refund that one status lists, and a later one does not, is not sent again', async () => {
    const { order, gateway, counted } = await openWith((refunds) => refunds, open())
    await order(path, part)
    await order(path, { amount: 250, refundId: 'return-2' })
    gateway.state.list = () => undefined
    expect((await order(path, part)).current.refundedAmount).toBe(600)
    expect(counted()).toEqual([2, 500])
  })
})
