import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock, systemRandom } from '#ports/system.ts'
import { memoryLocks, type LockStore } from '#proxy/locks/lock-store.ts'
import { redisStore, type RedisStore } from '#proxy/redis/redis-store.ts'
import { openRedis, whyNoRedis, type OwnRedis } from '../../../../support/own-redis.ts'
import { openCounter } from '../counter.ts'

/** Values of orderStatus. */
const [HELD, COMPLETED_IN_PART] = [1, 8]

/** The default of TENDER_LOCK_TTL_MS: no request is under way any longer. */
const LOCK_TTL = 75_000

const [capture, cancel] = ['orders/A-17/capture', 'orders/A-17/cancel']
const moving = ['deposit.do', 'reverse.do']

/** An order of which 1000 are held, at a gateway that completes holds in parts. */
async function openHeld(locks?: LockStore) {
  const counter = await openCounter(locks)
  const { add, gateway, proxy, send } = counter
  const order = add('A-17', HELD, { amount: 1000, twoPhase: true })
  gateway.state.completesInParts = true
  return {
    ...counter,
    held: order,
    sent: () => gateway.calls.filter(({ what }) => moving.includes(what)).length,
    deposited: () => gateway.ledgers.get(order.id)?.deposited ?? 0,
    /** Sends requests at once, to two processes in turn where another one shares the locks. */
    atOnce: async (requests: readonly (readonly [path: string, body: object])[], shared?: LockStore) => {
      const [first, second] = [proxy.app, (shared && (await proxy.restart(shared)), proxy.app)]
      const answers = requests.map(([path, body], index) => {
        proxy.app = index % 2 ? second : first
        return send(path, body)
      })
      return (await Promise.all(answers)).map((answer) => answer.statusCode)
    },
    /** What happens to the next requests that move money; without it they are answered. */
    wire: (happens: (work: () => Promise<Response>) => Promise<Response>) => {
      gateway.state.wire = async (request, work) =>
        moving.some((one) => request.url.endsWith(one)) ? happens(work) : work()
    },
    mend: () => void (gateway.state.wire = (_, work) => work()),
    later: () => proxy.clock.advance(LOCK_TTL),
  }
}

const lost = (): Response => new Response('', { status: 502 })

let redis: OwnRedis | undefined
const why = whyNoRedis()
if (why) process.stdout.write(`skipped: captures with locks in a Redis, since there is ${why}\n`)
const folder = mkdtempSync(join(tmpdir(), 'captures-'))
const stores: RedisStore[] = []
beforeAll(async () => {
  if (!why) redis = await openRedis(folder)
})
afterAll(async () => {
  for (const store of stores) store.close()
  await redis?.stop()
  rmSync(folder, { recursive: true })
})
async function inRedis(): Promise<LockStore> {
  const address = `https://${systemRandom.uuid()}.example`
  stores.push(await redisStore(redis!.url, address, { clock: systemClock, logger: false }))
  return stores.at(-1)!.locks
}

const places: readonly (readonly [where: string, open: () => Promise<LockStore | undefined>])[] = [
  ['one process', async () => undefined],
  ['two processes that share their locks', async () => memoryLocks(systemClock)],
  ...(why ? [] : ([['two processes with a Redis', inRedis]] as const)),
]

describe.each(places)('in %s', (_, open) => {
  test.each([
    ['a part', [300, 300], [200, 200], 300],
    ['the whole', [undefined, undefined, undefined], [200, 200, 200], 1000],
    ['two amounts', [300, 400], [200, 409], 300],
    ['a part and the whole', [300, undefined], [200, 409], 300],
  ] as const)('%s that is captured at once is sent once', async (_, amounts, statuses, sum) => {
    const shared = await open()
    const { atOnce, sent, deposited, wire, proxy } = await openHeld(shared)
    wire(async (work) => {
      await proxy.clock.sleep(1000)
      return work()
    })
    const requests = amounts.map((amount) => [capture, amount === undefined ? {} : { amount }] as const)
    const answers = await atOnce(requests, shared)
    expect([answers.toSorted(), sent(), deposited()]).toEqual([statuses, 1, sum])
  })

  test.each([
    ['captured and cancelled', [capture, cancel], [200, 409]],
    ['cancelled twice', [cancel, cancel], [200, 200]],
  ])('a hold that is %s at once gets one request', async (_, paths, statuses) => {
    const shared = await open()
    const { atOnce, sent } = await openHeld(shared)
    const answers = await atOnce(
      paths.map((path) => [path, {}] as const),
      shared,
    )
    expect([answers.toSorted(), sent()]).toEqual([statuses, 1])
  })
})

describe.each([
  ['capture', capture, { amount: 300 }, 'paid'],
  ['reversal', cancel, {}, 'reversed'],
] as const)('a %s whose answer is lost', (_, path, body, state) => {
  test('is not sent again, nor is anything else, while it may be under way; then its order decides', async () => {
    const { refusal, order, sent, wire, mend, later } = await openHeld()
    wire(async () => lost())
    expect(await refusal(path, body)).toMatchObject({ status: 504, code: 'answer_lost' })
    mend()
    for (const [asked, fields] of [
      [path, body],
      [capture, { amount: 400 }],
      [cancel, {}],
    ] as const)
      expect(await refusal(asked, fields)).toMatchObject({ status: 504, code: 'answer_lost' })
    expect(sent()).toBe(0)
    later()
    expect(await order(path, body)).toMatchObject({ state })
    expect(sent()).toBe(1)
  })

  test('and which is made late is answered with the order, and not sent again', async () => {
    const { refusal, order, sent, wire, mend } = await openHeld()
    let late: (() => Promise<unknown>) | undefined
    wire(async (work) => {
      late = work
      return lost()
    })
    expect(await refusal(path, body)).toMatchObject({ code: 'answer_lost' })
    mend()
    await late!()
    expect(await order(path, body)).toMatchObject({ state })
    expect(sent()).toBe(1)
  })
})

test('a capture that the status does not show yet is not sent again', async () => {
  const { held, order, refusal, sent, wire, later } = await openHeld()
  wire(async (work) => {
    const answer = await work()
    held.status = HELD
    return answer
  })
  await order(capture, { amount: 300 })
  expect(await refusal(capture, { amount: 300 })).toMatchObject({ status: 504, code: 'answer_lost' })
  held.status = COMPLETED_IN_PART
  later()
  expect(await order(capture, { amount: 300 })).toMatchObject({ state: 'paid', current: { depositedAmount: 300 } })
  expect(sent()).toBe(1)
})

test('without sums nobody is told that a capture was made of which only the state is known', async () => {
  const { order, refusal, gateway, sent } = await openHeld()
  gateway.state.hasSums = false
  expect(await order(capture, { amount: 300 })).toMatchObject({ state: 'paid' })
  for (const body of [{ amount: 300 }, { amount: 700 }, {}])
    expect(await refusal(capture, body)).toMatchObject({ status: 504, code: 'answer_lost' })
  const other = await openHeld()
  other.gateway.state.hasSums = false
  other.wire(async (work) => (await work(), lost()))
  for (const wait of [() => {}, other.later]) {
    wait()
    expect(await other.refusal(capture, { amount: 300 })).toMatchObject({ status: 504, code: 'answer_lost' })
  }
  expect([sent(), other.sent()]).toEqual([1, 1])
})

test('the whole of a hold whose sum is not reported is its amount', async () => {
  const { gateway, order, refusal, held } = await openHeld()
  await order(capture, { amount: 300 })
  Object.assign(gateway.ledgers.get(held.id)!, { approved: undefined })
  expect(await refusal(capture, {})).toMatchObject({ status: 409, code: 'state_refused' })
  expect(await order(capture, { amount: 300 })).toMatchObject({ state: 'paid' })
})

test('a capture whose order cannot be read afterwards, nor shows it later, is not sent again', async () => {
  const { held, refusal, gateway, sent, mend } = await openHeld()
  gateway.state.wire = async (request, work) =>
    request.url.endsWith('getOrderStatusExtended.do') && sent() ? lost() : work()
  expect(await refusal(capture, { amount: 300 })).toMatchObject({ status: 504, code: 'answer_lost' })
  mend()
  held.status = HELD
  expect(await refusal(capture, { amount: 300 })).toMatchObject({ status: 504, code: 'answer_lost' })
  expect(sent()).toBe(1)
})
