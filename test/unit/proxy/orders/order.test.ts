import { describe, expect, test } from 'vitest'
import { openTestProxy, cardFor } from '../support/test-proxy.ts'

const registration = { orderNumber: 'A-17', amount: 100, currency: '978', returnUrl: 'https://shop.example/' }

describe('an order that the gateway holds with another amount', () => {
  test('is ended when it is open, and the next number is registered', async () => {
    const proxy = await openTestProxy()
    const old = proxy.gateway.add(registration)
    // No earlier process can still be paying the order.
    proxy.clock.advance(75_000)
    expect(await proxy.outcome('outcome')).toEqual({
      state: 'open',
      orderNumber: 'A-17',
      amount: 4990,
      currency: '978',
    })
    expect(await proxy.outcome('pay', cardFor(old.id))).toMatchObject({ state: 'open' })
    const open = await proxy.prepare()
    expect(open).toMatchObject({ state: 'open', orderNumber: 'A-17', orderId: 'id-of-A-17-2' })
    expect([old.status, old.actionCode]).toEqual([6, 4005])
    expect(await proxy.outcome('pay', cardFor(open.orderId!))).toMatchObject({ state: 'paid' })
    expect(proxy.gateway.paymentsOf()).toHaveLength(1)
  })

  test.each([
    ['paid', 2],
    ['held', 1],
    ['pending', 7],
  ])('is an alarm when it is %s', async (state, status) => {
    const proxy = await openTestProxy()
    proxy.gateway.add(registration).status = status
    for (const name of ['outcome', 'checkout']) {
      const answer = await proxy.ask(name)
      expect([answer.statusCode, answer.json()]).toMatchObject([409, { error: { code: 'order_mismatch' } }])
    }
    expect(proxy.log.join('')).toContain(`"state":"${state}","code":"order_mismatch"`)
    expect([...proxy.gateway.orders.keys()]).toEqual(['A-17'])
  })

  test('another currency is another amount; one that is not returned is not', async () => {
    const proxy = await openTestProxy()
    const held = proxy.gateway.add({ ...registration, amount: 4990 })
    Object.assign(held, { status: 2, currency: '840' })
    expect((await proxy.ask('outcome')).statusCode).toBe(409)
    held.currency = undefined
    expect(await proxy.outcome('outcome')).toMatchObject({ state: 'paid' })
  })

  test('an amount that changes while the payment runs is never called paid', async () => {
    const proxy = await openTestProxy()
    const { orderId } = await proxy.prepare()
    proxy.gateway.state.script = (order) => {
      Object.assign(order, { status: 2, amount: 1 })
      return { errorCode: 0, info: 'Processed' }
    }
    expect((await proxy.ask('pay', cardFor(orderId!))).json()).toMatchObject({ error: { code: 'order_mismatch' } })
  })
})

describe('an answer about another order', () => {
  test('is an alarm, says nothing of the order, and nobody touches that other one', async () => {
    const proxy = await openTestProxy()
    const other = proxy.gateway.add({ ...registration, orderNumber: 'B-2', amount: 4990 })
    proxy.gateway.orders.set('A-17', other)
    for (const answer of [await proxy.ask('outcome'), await proxy.ask('prepare', {})])
      expect(answer.json()).toMatchObject({ error: { code: 'gateway_unreachable' } })
    expect(proxy.log.join('')).toContain('order_mismatch')
    expect(other.status).toBe(0)
  })

  test('after a payment is asked again, and never shown as the end of it', async () => {
    const proxy = await openTestProxy()
    const { orderId } = await proxy.prepare()
    let isPaid = false
    let strange = 1
    const other = proxy.gateway.add({ ...registration, orderNumber: 'B-2', amount: 4990 })
    const own = proxy.gateway.orders.get('A-17')!
    proxy.gateway.state.wire = async (request, work) => {
      if (request.url.includes('paymentorder')) isPaid = true
      const isStrange = isPaid && request.url.includes('getOrderStatus') && strange-- > 0
      proxy.gateway.orders.set('A-17', isStrange ? other : own)
      return work()
    }
    expect(await proxy.outcome('pay', cardFor(orderId!))).toMatchObject({ state: 'paid' })
    expect(strange).toBeLessThan(1)
  })
})

/** Milliseconds after which no request of an earlier process is under way. */
const LOCK_TTL = 75_000

describe('registration', () => {
  test('that somebody else did first is read instead', async () => {
    const proxy = await openTestProxy()
    proxy.clock.advance(LOCK_TTL)
    let isHidden = true
    proxy.gateway.state.wire = async (request, work) => {
      if (isHidden && request.url.includes('register')) {
        isHidden = false
        proxy.gateway.add({ ...registration, amount: 4990 })
      }
      return work()
    }
    expect(await proxy.prepare()).toMatchObject({ state: 'open', orderId: 'id-of-A-17' })
  })

  test('whose answer is lost is sent again under the same number', async () => {
    const proxy = await openTestProxy()
    proxy.clock.advance(LOCK_TTL)
    let lost = 0
    proxy.gateway.state.wire = async (request, work) => {
      const answer = await work()
      return request.url.includes('register') && (lost += 1) === 1 ? new Response('', { status: 500 }) : answer
    }
    expect(await proxy.prepare()).toMatchObject({ state: 'open', orderId: 'id-of-A-17' })
    expect([...proxy.gateway.orders.keys()]).toEqual(['A-17'])
  })

  test('that the gateway refuses is returned with its words', async () => {
    const proxy = await openTestProxy()
    proxy.gateway.state.registerRefusal = { errorCode: '5', errorMessage: 'Access denied' }
    const answer = await proxy.ask('prepare', {})
    expect([answer.statusCode, answer.json()]).toMatchObject([
      422,
      { error: { code: 'order_refused', message: expect.stringContaining('Access denied') } },
    ])
  })

  test('of a number that the gateway claims to have and does not show is refused', async () => {
    const proxy = await openTestProxy()
    proxy.gateway.state.registerRefusal = { errorCode: '1', errorMessage: 'Order number is malformed' }
    expect((await proxy.ask('prepare', {})).json()).toMatchObject({ error: { code: 'order_refused' } })
  })
})

describe('giving up', () => {
  test('ends an open order, and another try gets the next number', async () => {
    const proxy = await openTestProxy()
    await proxy.prepare()
    expect(await proxy.outcome('cancel', {})).toMatchObject({ state: 'cancelled', reason: 'cancelled', again: true })
    expect(await proxy.prepare()).toMatchObject({ state: 'open', orderId: 'id-of-A-17-2' })
  })

  test('ends a challenge', async () => {
    const proxy = await openTestProxy()
    await proxy.prepare()
    proxy.gateway.orders.get('A-17')!.status = 5
    expect(await proxy.outcome('cancel', {})).toMatchObject({ state: 'cancelled', again: true })
  })

  test('says paid when it is paid, also when that happens at the same moment', async () => {
    const proxy = await openTestProxy()
    await proxy.prepare()
    proxy.gateway.state.wire = async (request, work) => {
      if (request.url.includes('decline.do')) proxy.gateway.orders.get('A-17')!.status = 2
      return work()
    }
    expect(await proxy.outcome('cancel', {})).toMatchObject({ state: 'paid' })
    expect(await proxy.outcome('cancel', {})).toMatchObject({ state: 'paid' })
    expect(proxy.gateway.calls.filter(({ what }) => what === 'decline.do')).toHaveLength(1)
  })

  test('of an order that nobody prepared needs nothing', async () => {
    const proxy = await openTestProxy()
    expect(await proxy.outcome('cancel', {})).toMatchObject({ state: 'cancelled', again: true })
    expect([...proxy.gateway.orders.keys()]).toEqual([])
  })
})

test.each([
  [3, { state: 'cancelled', reason: 'cancelled', again: false }],
  [4, { state: 'refunded', refundedAmount: 4990 }],
  [8, { state: 'paid' }],
  [99, { state: 'pending' }],
])('orderStatus %i is returned as %o and registers nothing more', async (status, expected) => {
  const proxy = await openTestProxy()
  await proxy.prepare()
  proxy.gateway.orders.get('A-17')!.status = status
  expect(await proxy.outcome('outcome')).toMatchObject(expected)
  expect(await proxy.prepare()).toMatchObject(expected)
  expect([...proxy.gateway.orders.keys()]).toEqual(['A-17'])
})

test('the checkout returns the terms, the currency and the key', async () => {
  const proxy = await openTestProxy()
  const ticket = await proxy.ticketFor({ currency: '048', description: 'Two books', capture: 'two-phase' })
  expect((await proxy.ask('checkout', undefined, ticket)).json()).toEqual({
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
    codes: {},
    wallets: {},
    sealingKey: '-----BEGIN PUBLIC KEY-----',
    now: proxy.clock.now(),
    outcome: { state: 'open', orderNumber: 'A-17', amount: 4990, currency: '048' },
  })
  const keys = () => proxy.gateway.calls.filter(({ what }) => what === 'keys.do').length
  await proxy.ask('checkout')
  expect(keys()).toBe(1)
  proxy.clock.advance(86_400_000)
  await proxy.ask('checkout')
  expect(keys()).toBe(2)
})

test('the texts of the card frame need no ticket', async () => {
  const proxy = await openTestProxy()
  const answer = await proxy.send({ url: '/api/texts/ar-EG', headers: { 'sec-fetch-site': 'same-origin' } })
  expect(answer.json()).toMatchObject({ locale: 'ar', direction: 'rtl', card: { pay: expect.any(String) } })
})
