import { afterEach, describe, expect, test } from 'vitest'
import { DAY } from '#contract/time/periods.ts'
import { buildTimers } from '#sandbox/gateway/timers.ts'
import { memoryStore } from '#sandbox/store/store.ts'
import { fakeClock } from '../../../support/clock.ts'
import { cardLike } from '../acs/stand.ts'
import { callbackAddress, openWhole, order, pay, quiet, type Whole } from '../store/sandbox.ts'

const plain = cardLike({ threeDs: 'none', outcome: 'paid' })

describe('what is due happens at its time, without anyone reading', () => {
  let whole: Whole
  afterEach(() => whole.close())
  const result = () => whole.came.map(({ at, fields }) => [fields['operation'], fields['mdOrder'], at])
  const forward = async (forwardMs: number) => {
    await whole.steer('POST', '/clock', { forwardMs })
    await quiet()
  }

  test('an order whose time is over is declined, and the merchant is notified', async () => {
    whole = await openWhole(memoryStore())
    const id = await order(whole)
    const paid = await order(whole)
    await pay(whole, paid, plain)
    await quiet()
    await whole.clock.pass(1_199_999)
    expect(result().map(([operation]) => operation)).toEqual(['deposited'])
    await whole.clock.pass(1)
    await quiet()
    expect(result()).toHaveLength(2)
    expect(result()[1]).toEqual(['declinedByTimeout', id, whole.clock.now()])
    expect(whole.came[1]!.fields).toMatchObject({ actionCode: '-2007', status: '0' })
  })

  test('the console’s clock makes it happen at once, and only what is due by then', async () => {
    whole = await openWhole(memoryStore())
    const first = await order(whole)
    await whole.clock.pass(1000)
    const second = await order(whole)
    await forward(1_199_000)
    expect(result().map(([, id]) => id)).toEqual([first])
    await forward(1000)
    expect(result().map(([, id]) => id)).toEqual([first, second])
    const listed = (await whole.steer('GET', '/orders')).json<{ orderId: string; state: string }[]>()
    expect(listed.map(({ orderId, state }) => [orderId, state])).toEqual([
      [second, 'declined'],
      [first, 'declined'],
    ])
  })

  test.each([
    ['autocompletionDate', ['approved', 'deposited']],
    ['autoReverseDate', ['approved', 'reversed']],
  ] as const)('a hold at its %s', async (field, operations) => {
    whole = await openWhole(memoryStore())
    const at = new Date(whole.clock.now() + 40 * DAY + 3 * 3_600_000).toISOString().slice(0, 19)
    const request = { ...whole.by, orderNumber: field, amount: 1234, returnUrl: 'http://shop.test/back' }
    const auto = { [field]: at, dynamicCallbackUrl: callbackAddress }
    const { orderId } = await whole.ask.registerPreAuth({ ...request, ...auto })
    await pay(whole, orderId!, plain)
    await quiet()
    for (let days = 0; days < 39; days += 1) await whole.clock.pass(DAY)
    await quiet()
    expect(result().map(([operation]) => operation)).toEqual(['approved'])
    await whole.clock.pass(DAY)
    await quiet()
    expect(result().map(([operation]) => operation)).toEqual(operations)
  })

  test('closing ends the waiting', async () => {
    whole = await openWhole(memoryStore())
    await order(whole)
    expect(whole.clock.waiting).toBe(1)
    await whole.close()
    await quiet()
    expect(whole.clock.waiting).toBe(0)
  })
})

describe('timers', () => {
  function set() {
    const clock = fakeClock(0)
    const closing = new AbortController()
    const called: [string, number][] = []
    const timers = buildTimers(clock, closing.signal)
    return { ...timers, clock, closing, called, listen: () => timers.start((id) => called.push([id, clock.now()])) }
  }

  test('call for each id at its moment, the nearest first, with one sleep at a time', async () => {
    const { set: moment, clock, called, listen } = set()
    moment('late', 300)
    listen()
    moment('soon', 100)
    moment('later', 400)
    moment('soon too', 100)
    await clock.pass(0)
    expect(clock.waiting).toBe(1)
    for (let step = 0; step < 5; step += 1) await clock.pass(100)
    expect(called).toEqual([
      ['soon', 100],
      ['soon too', 100],
      ['late', 300],
      ['later', 400],
    ])
  })

  test('call once, at the last moment that was set, and not for what is called off', async () => {
    const { set: moment, clock, called, listen } = set()
    listen()
    moment('moved', 100)
    moment('moved', 200)
    moment('off', 100)
    moment('off', undefined)
    for (let step = 0; step < 4; step += 1) await clock.pass(100)
    expect(called).toEqual([['moved', 200]])
    expect(clock.waiting).toBe(0)
  })

  test('never asks for a longer sleep than a timer can do', async () => {
    const readBody: number[] = []
    const clock = { now: () => 0, sleep: (ms: number) => (readBody.push(ms), new Promise<void>(() => {})) }
    const timers = buildTimers(clock, new AbortController().signal)
    timers.start(() => {})
    timers.set('far', 400 * DAY)
    timers.set('past', -5)
    expect(readBody).toEqual([DAY, 0])
  })

  test('is silent before anyone listens and after closing', async () => {
    const { set: moment, clock, called, closing, listen } = set()
    moment('early', 100)
    await clock.pass(100)
    expect(called).toEqual([])
    listen()
    await clock.pass(0)
    await clock.pass(0)
    expect(called).toEqual([['early', 100]])
    moment('next', 200)
    closing.abort()
    moment('after', 150)
    await clock.pass(100)
    expect(called).toHaveLength(1)
    expect(clock.waiting).toBe(0)
  })
})
