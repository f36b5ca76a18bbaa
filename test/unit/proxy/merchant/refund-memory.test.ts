import { describe, expect, test } from 'vitest'
import { memoryLocks } from '#proxy/locks/lock-store.ts'
import { memoryRefunds } from '#proxy/store/refund-memory.ts'
import { openCounter } from './counter.ts'

const PAID = 2

/** The default of TENDER_LOCK_TTL_MS: no request is under way any longer. */
const LOCK_TTL = 75_000

const path = 'orders/A-17/refund'
const part = { amount: 1000, refundId: 'r-1' }

/** A paid order at a gateway whose status names no refunds, and which takes a refund of one name twice. */
async function openOlder() {
  const counter = await openCounter()
  const { add, gateway } = counter
  const order = add('A-17', PAID)
  gateway.state.isOlder = true
  return {
    ...counter,
    /** Requests that reached the gateway. */
    sent: () => gateway.of('refund.do').length,
    /** Minor units that the gateway has given back. */
    refunded: () => (gateway.ledgers.get(order.id)?.refunds ?? []).reduce((sum, { amount }) => sum + amount, 0),
    /** The gateway answers refund.do with this status; it carries a refund out or not. */
    answer: (status: number, isCarriedOut: boolean) => {
      gateway.state.wire = async (request, work) => {
        if (!request.url.endsWith('refund.do')) return work()
        if (isCarriedOut) await work()
        return new Response('', { status })
      }
    },
    mend: () => void (gateway.state.wire = (_, work) => work()),
  }
}

describe('at a gateway whose status names no refunds', () => {
  test('one refundId is carried out once, however often it is asked for', async () => {
    const { order, refusal, sent, refunded } = await openOlder()
    for (let time = 0; time < 3; time++) expect((await order(path, part)).current.refundedAmount).toBe(1000)
    expect([sent(), refunded()]).toEqual([1, 1000])
    expect(await refusal(path, { ...part, amount: 999 })).toMatchObject({ status: 409, code: 'state_refused' })
    expect((await order(path, { amount: 500, refundId: 'r-2' })).current.refundedAmount).toBe(1500)
    expect((await order(path, part)).current.refundedAmount).toBe(1500)
    expect([sent(), refunded()]).toEqual([2, 1500])
  })

  test.each([
    ['a part', part],
    ['all that is left', { refundId: 'r-1' }],
  ])('%s, asked for three times at once, gets one answer', async (_, body) => {
    const { send, sent } = await openOlder()
    const answers = await Promise.all([1, 2, 3].map(() => send(path, body)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body: text }) => text)).size).toBe(1)
    expect(sent()).toBe(1)
  })

  test('the sum decides where an answer was lost after the refund was made', async () => {
    const { order, answer, sent, refunded } = await openOlder()
    answer(502, true)
    expect((await order(path, part)).current.refundedAmount).toBe(1000)
    expect((await order(path, part)).current.refundedAmount).toBe(1000)
    expect([sent(), refunded()]).toEqual([1, 1000])
  })

  test('a lost refund that was not made is sent again once none can be under way, and others wait for it', async () => {
    const { refusal, order, answer, mend, proxy, sent, refunded } = await openOlder()
    answer(502, false)
    expect(await refusal(path, part)).toMatchObject({ status: 504, code: 'answer_lost' })
    mend()
    expect(await refusal(path, part)).toMatchObject({ status: 504, code: 'answer_lost' })
    expect(await refusal(path, { amount: 1000, refundId: 'r-2' })).toMatchObject({ status: 503, code: 'busy' })
    expect(sent()).toBe(0)
    proxy.clock.advance(LOCK_TTL)
    expect((await order(path, part)).current.refundedAmount).toBe(1000)
    expect([sent(), refunded()]).toEqual([1, 1000])
  })

  test('a lost refund that is made late is not sent again', async () => {
    const { refusal, order, gateway, mend, proxy, sent, refunded } = await openOlder()
    let late: (() => Promise<unknown>) | undefined
    gateway.state.wire = async (request, work) => {
      if (!request.url.endsWith('refund.do')) return work()
      late = work
      return new Response('', { status: 504 })
    }
    expect(await refusal(path, part)).toMatchObject({ code: 'answer_lost' })
    await late!()
    mend()
    expect((await order(path, part)).current.refundedAmount).toBe(1000)
    proxy.clock.advance(LOCK_TTL)
    expect((await order(path, { amount: 500, refundId: 'r-2' })).current.refundedAmount).toBe(1500)
    expect((await order(path, part)).current.refundedAmount).toBe(1500)
    expect([sent(), refunded()]).toEqual([2, 1500])
  })

  test.each([
    ['with', true],
    ['without', false],
  ])('what never reached a gateway %s sums, or was refused, may be sent again at once', async (_, hasSums) => {
    const { refusal, order, gateway, mend, refunded } = await openOlder()
    gateway.state.hasSums = hasSums
    gateway.state.wire = async (request, work) => {
      if (!request.url.endsWith('refund.do')) return work()
      throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    }
    expect(await refusal(path, part)).toMatchObject({ code: 'gateway_unreachable' })
    mend()
    expect(await refusal(path, { amount: 5000, refundId: 'r-1' })).toMatchObject({ code: 'gateway_refused' })
    await order(path, part)
    expect(refunded()).toBe(1000)
  })

  test('without sums a lost refund is never sent again by its name', async () => {
    const { refusal, order, gateway, answer, mend, proxy, sent } = await openOlder()
    gateway.state.hasSums = false
    answer(502, true)
    expect(await refusal(path, part)).toMatchObject({ code: 'answer_lost' })
    mend()
    proxy.clock.advance(LOCK_TTL)
    expect(await refusal(path, part)).toMatchObject({ code: 'answer_lost', message: expect.stringContaining('bank') })
    expect(sent()).toBe(1)
    expect(await order(path, { amount: 1000, refundId: 'r-2' })).toMatchObject({ state: 'refunded' })
    expect(sent()).toBe(2)
  })

  test('a process that begins anew knows the refund where a store outlives it, and not where none does', async () => {
    const { order, proxy, sent } = await openOlder()
    const refunds = memoryRefunds()
    const shared = () => ({ ...memoryLocks(proxy.clock), refunds })
    await proxy.restart(shared())
    await order(path, part)
    await proxy.restart(shared())
    await order(path, part)
    expect(sent()).toBe(1)
    await proxy.restart()
    await order(path, part)
    expect(sent()).toBe(2)
  })

  test('a store that cannot be reached sends nothing', async () => {
    const { proxy, refusal, sent } = await openOlder()
    const down = async (): Promise<never> => {
      throw new Error('down')
    }
    await proxy.restart({ ...memoryLocks(proxy.clock), refunds: { read: down, write: down } })
    expect(await refusal(path, part)).toMatchObject({ status: 503, code: 'busy' })
    await proxy.restart({ ...memoryLocks(proxy.clock), refunds: { read: async () => [], write: down } })
    expect(await refusal(path, part)).toMatchObject({ status: 503, code: 'busy' })
    expect(sent()).toBe(0)
  })
})

test('several refunds of an order at once are sent one after another, also where the gateway compares what is left', async () => {
  const { add, send, gateway } = await openCounter()
  const { id } = add('A-17', PAID)
  const answers = await Promise.all(['a', 'b', 'c'].map((refundId) => send(path, { amount: 1000, refundId })))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(
    gateway.ledgers
      .get(id)!
      .refunds.map(({ externalRefundId }) => externalRefundId)
      .toSorted(),
  ).toEqual(['a', 'b', 'c'])
})

test('the memory of a process keeps the refunds of the latest orders', async () => {
  const memory = memoryRefunds(2)
  for (const number of ['A', 'B', 'A', 'C']) await memory.write(number, [{ refundId: number, state: 'made' }])
  expect(await Promise.all(['A', 'B', 'C'].map((number) => memory.read(number)))).toEqual([
    [{ refundId: 'A', state: 'made' }],
    [],
    [{ refundId: 'C', state: 'made' }],
  ])
})
