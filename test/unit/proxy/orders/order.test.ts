import { describe, expect, test } from 'vitest'
import { openWorld, cardFor } from '../support/test-proxy.ts'

const registration = { orderNumber: 'A-17', amount: 100, currency: '978', returnUrl: 'https://shop.example/' }

describe('an order that the gateway holds with another amount', () => {
  test('is ended when it is open, and the next number is registered', async () => {
    const world = await openWorld()
    const old = world.gateway.add(registration)
    // No process before this one can still be paying it.
    world.clock.advance(75_000)
    expect(await world.outcome('outcome')).toEqual({
      state: 'open',
      orderNumber: 'A-17',
      amount: 4990,
      currency: '978',
    })
    expect(await world.outcome('pay', cardFor(old.id))).toMatchObject({ state: 'open' })
    const open = await world.prepare()
    expect(open).toMatchObject({ state: 'open', orderNumber: 'A-17', orderId: 'id-of-A-17-2' })
    expect([old.status, old.actionCode]).toEqual([6, 4005])
    expect(await world.outcome('pay', cardFor(open.orderId!))).toMatchObject({ state: 'paid' })
    expect(world.gateway.paymentsOf()).toHaveLength(1)
  })

  test.each([
    ['paid', 2],
    ['held', 1],
    ['pending', 7],
  ])('is an alarm when it is %s', async (_, status) => {
    const world = await openWorld()
    world.gateway.add(registration).status = status
    for (const name of ['outcome', 'checkout']) {
      const answer = await world.ask(name)
      expect([answer.statusCode, answer.json()]).toMatchObject([409, { error: { code: 'order_mismatch' } }])
    }
    expect(world.log.join('')).toContain('order_mismatch')
    expect([...world.gateway.orders.keys()]).toEqual(['A-17'])
  })

  test('another currency is another amount; an untold one is not', async () => {
    const world = await openWorld()
    const held = world.gateway.add({ ...registration, amount: 4990 })
    Object.assign(held, { status: 2, currency: '840' })
    expect((await world.ask('outcome')).statusCode).toBe(409)
    held.currency = undefined
    expect(await world.outcome('outcome')).toMatchObject({ state: 'paid' })
  })

  test('an amount that changes while the payment runs is never called paid', async () => {
    const world = await openWorld()
    const { orderId } = await world.prepare()
    world.gateway.state.script = (order) => {
      Object.assign(order, { status: 2, amount: 1 })
      return { errorCode: 0, info: 'Processed' }
    }
    expect((await world.ask('pay', cardFor(orderId!))).json()).toMatchObject({ error: { code: 'order_mismatch' } })
  })
})

describe('an answer about another order', () => {
  test('is an alarm, says nothing of the order, and nobody touches that other one', async () => {
    const world = await openWorld()
    const other = world.gateway.add({ ...registration, orderNumber: 'B-2', amount: 4990 })
    world.gateway.orders.set('A-17', other)
    for (const answer of [await world.ask('outcome'), await world.ask('prepare', {})])
      expect(answer.json()).toMatchObject({ error: { code: 'gateway_unreachable' } })
    expect(world.log.join('')).toContain('order_mismatch')
    expect(other.status).toBe(0)
  })

  test('after a payment is asked again, and never shown as the end of it', async () => {
    const world = await openWorld()
    const { orderId } = await world.prepare()
    let isPaid = false
    let strange = 1
    const other = world.gateway.add({ ...registration, orderNumber: 'B-2', amount: 4990 })
    const own = world.gateway.orders.get('A-17')!
    world.gateway.state.wire = async (request, work) => {
      if (request.url.includes('paymentorder')) isPaid = true
      const isStrange = isPaid && request.url.includes('getOrderStatus') && strange-- > 0
      world.gateway.orders.set('A-17', isStrange ? other : own)
      return work()
    }
    expect(await world.outcome('pay', cardFor(orderId!))).toMatchObject({ state: 'paid' })
    expect(strange).toBeLessThan(1)
  })
})

/** After that long nothing is under way of a process before this one. */
const FENCE = 75_000

describe('registration', () => {
  test('that somebody else did first is read instead', async () => {
    const world = await openWorld()
    world.clock.advance(FENCE)
    let isHidden = true
    world.gateway.state.wire = async (request, work) => {
      if (isHidden && request.url.includes('register')) {
        isHidden = false
        world.gateway.add({ ...registration, amount: 4990 })
      }
      return work()
    }
    expect(await world.prepare()).toMatchObject({ state: 'open', orderId: 'id-of-A-17' })
  })

  test('whose answer is lost is sent again under the same number', async () => {
    const world = await openWorld()
    world.clock.advance(FENCE)
    let lost = 0
    world.gateway.state.wire = async (request, work) => {
      const answer = await work()
      return request.url.includes('register') && (lost += 1) === 1 ? new Response('', { status: 500 }) : answer
    }
    expect(await world.prepare()).toMatchObject({ state: 'open', orderId: 'id-of-A-17' })
    expect([...world.gateway.orders.keys()]).toEqual(['A-17'])
  })

  test('that the gateway refuses is told with its words', async () => {
    const world = await openWorld()
    world.gateway.state.registerRefusal = { errorCode: '5', errorMessage: 'Access denied' }
    const answer = await world.ask('prepare', {})
    expect([answer.statusCode, answer.json()]).toMatchObject([
      422,
      { error: { code: 'order_refused', message: expect.stringContaining('Access denied') } },
    ])
  })

  test('of a number that the gateway claims to have and does not show is refused', async () => {
    const world = await openWorld()
    world.gateway.state.registerRefusal = { errorCode: '1', errorMessage: 'Order number is malformed' }
    expect((await world.ask('prepare', {})).json()).toMatchObject({ error: { code: 'order_refused' } })
  })
})

describe('giving up', () => {
  test('ends an open order, and another try gets the next number', async () => {
    const world = await openWorld()
    await world.prepare()
    expect(await world.outcome('cancel', {})).toMatchObject({ state: 'cancelled', reason: 'cancelled', again: true })
    expect(await world.prepare()).toMatchObject({ state: 'open', orderId: 'id-of-A-17-2' })
  })

  test('ends a challenge', async () => {
    const world = await openWorld()
    await world.prepare()
    world.gateway.orders.get('A-17')!.status = 5
    expect(await world.outcome('cancel', {})).toMatchObject({ state: 'cancelled', again: true })
  })

  test('says paid when it is paid, also when that happens at the same moment', async () => {
    const world = await openWorld()
    await world.prepare()
    world.gateway.state.wire = async (request, work) => {
      if (request.url.includes('decline.do')) world.gateway.orders.get('A-17')!.status = 2
      return work()
    }
    expect(await world.outcome('cancel', {})).toMatchObject({ state: 'paid' })
    expect(await world.outcome('cancel', {})).toMatchObject({ state: 'paid' })
    expect(world.gateway.calls.filter(({ what }) => what === 'decline.do')).toHaveLength(1)
  })

  test('of an order that nobody prepared needs nothing', async () => {
    const world = await openWorld()
    expect(await world.outcome('cancel', {})).toMatchObject({ state: 'cancelled', again: true })
    expect([...world.gateway.orders.keys()]).toEqual([])
  })
})

test.each([
  [3, { state: 'cancelled', reason: 'cancelled', again: false }],
  [4, { state: 'refunded', refundedAmount: 4990 }],
  [8, { state: 'paid' }],
  [99, { state: 'pending' }],
])('orderStatus %i is told as %o and registers nothing more', async (status, expected) => {
  const world = await openWorld()
  await world.prepare()
  world.gateway.orders.get('A-17')!.status = status
  expect(await world.outcome('outcome')).toMatchObject(expected)
  expect(await world.prepare()).toMatchObject(expected)
  expect([...world.gateway.orders.keys()]).toEqual(['A-17'])
})

test('the checkout tells the terms, the currency and the key', async () => {
  const world = await openWorld()
  const ticket = await world.ticketFor({ currency: '048', description: 'Two books', capture: 'two-phase' })
  expect((await world.ask('checkout', undefined, ticket)).json()).toEqual({
    orderNumber: 'A-17',
    amount: 4990,
    currency: '048',
    currencyCode: 'BHD',
    fractionDigits: 3,
    description: 'Two books',
    capture: 'two-phase',
    channel: 'web',
    verify: false,
    card: true,
    savedCards: [],
    saving: { mode: 'never', as: 'common' },
    brandChoice: false,
    asks: [],
    storedAsks: [],
    known: {},
    wallets: {},
    sealingKey: '-----BEGIN PUBLIC KEY-----',
    outcome: { state: 'open', orderNumber: 'A-17', amount: 4990, currency: '048' },
  })
  const keys = () => world.gateway.calls.filter(({ what }) => what === 'keys.do').length
  await world.ask('checkout')
  expect(keys()).toBe(1)
  world.clock.advance(86_400_000)
  await world.ask('checkout')
  expect(keys()).toBe(2)
})

test('the texts of the card frame need no ticket', async () => {
  const world = await openWorld()
  const answer = await world.send({ url: '/api/texts/ar-EG', headers: { 'sec-fetch-site': 'same-origin' } })
  expect(answer.json()).toMatchObject({ locale: 'ar', direction: 'rtl', card: { pay: expect.any(String) } })
})
