import { describe, expect, test } from 'vitest'
import type { Outcome } from '#contract/checkout.ts'
import { approve, declineWith, type Script } from '../../../support/fake-gateway.ts'
import { cardFor, openTestProxy } from '../support/test-proxy.ts'

const prepared = async (proxy: Awaited<ReturnType<typeof openTestProxy>>): Promise<string> =>
  (await proxy.prepare()).orderId!

describe('an undisturbed payment', () => {
  test('is prepared, paid once, and stays paid', async () => {
    const proxy = await openTestProxy()
    const { outcome } = (await proxy.ask('checkout')).json<{ outcome: Outcome }>()
    expect(outcome).toEqual({ state: 'open', orderNumber: 'A-17', amount: 4990, currency: '978' })
    const orderId = await prepared(proxy)
    expect(await proxy.outcome('pay', cardFor(orderId))).toMatchObject({ state: 'paid', orderNumber: 'A-17', orderId })
    expect(await proxy.outcome('pay', cardFor(orderId))).toMatchObject({ state: 'paid' })
    expect(await proxy.prepare()).toMatchObject({ state: 'paid' })
    expect(proxy.gateway.paymentsOf()).toHaveLength(1)
  })

  test('sends the gateway the card, the browser and the return address', async () => {
    const proxy = await openTestProxy()
    const ticket = await proxy.ticketFor({ language: 'ru-KZ', email: 'a@shop.example', phone: '+77011234567' })
    const { orderId } = await proxy.prepare(ticket)
    await proxy.outcome('pay', cardFor(orderId!), ticket)
    const { fields } = proxy.gateway.paymentsOf()[0]!
    expect(fields).toMatchObject({
      userName: 'shop-api',
      MDORDER: orderId,
      seToken: 'Q0FOQVJZU0VUT0tFTg==',
      TEXT: 'JANE DOE',
      language: 'ru',
      ip: '127.0.0.1',
      email: 'a@shop.example',
      threeDSProtocolVersion: '2.2.0',
      orderPayerData: '{"mobilePhone":"+77011234567"}',
    })
    expect(JSON.parse(fields['clientBrowserInfo']!)).toMatchObject({
      userAgent: 'Test/1.0',
      browserAcceptHeader: 'application/json',
      browserIpAddress: '127.0.0.1',
      browserTimeZoneOffset: '-180',
      javascriptEnabled: true,
    })
    expect(fields['threeDSMethodNotificationUrl']).toMatch(/^https:\/\/pay\.shop\.example\/3ds\/method\?n=[\w-]{22}$/)
    expect(fields['threeDSVer2FinishUrl']).toMatch(/^https:\/\/pay\.shop\.example\/3ds\/return\?k=[\w-]+\.[\w-]{43}$/)
  })

  test('holds a two-phase order', async () => {
    const proxy = await openTestProxy()
    const ticket = await proxy.ticketFor({ capture: 'two-phase' })
    const { orderId } = await proxy.prepare(ticket)
    expect(await proxy.outcome('pay', cardFor(orderId!), ticket)).toMatchObject({ state: 'held' })
    expect(proxy.gateway.calls.map(({ what }) => what)).toContain('registerPreAuth.do')
  })

  test('is registered with what the ticket says', async () => {
    const proxy = await openTestProxy()
    const ticket = await proxy.ticketFor({
      failUrl: 'https://shop.example/failed',
      description: 'Two books',
      language: 'be',
      clientId: 'client-1',
      features: ['FORCE_TDS'],
      jsonParams: { color: 'red', seats: 2, gift: true, note: null, tags: [] },
      saveAs: 'recurrent',
      recurringFrequency: '28',
      recurringExpiry: '20301231',
      sessionTimeoutSecs: 600,
    })
    await proxy.prepare(ticket)
    const { registration } = proxy.gateway.orders.get('A-17')!
    expect(registration).toMatchObject({
      amount: 4990,
      currency: '978',
      returnUrl: 'https://shop.example/orders/A-17',
      failUrl: 'https://shop.example/failed',
      description: 'Two books',
      language: 'by',
      clientId: 'client-1',
      features: ['FORCE_TDS'],
      sessionTimeoutSecs: 600,
    })
    // The recurring terms are sent with the payment.
    expect(registration.jsonParams).toEqual({
      color: 'red',
      seats: 2,
      gift: true,
      note: null,
      tags: [],
      tenderTerms: expect.any(String),
    })
  })
})

describe('a card for another order', () => {
  test('is not sent', async () => {
    const proxy = await openTestProxy()
    await prepared(proxy)
    expect(await proxy.outcome('pay', cardFor('some-other-order'))).toMatchObject({ state: 'open' })
    expect(proxy.gateway.paymentsOf()).toEqual([])
  })

  test('an order nobody prepared is open, and nothing is sent', async () => {
    const proxy = await openTestProxy()
    expect(await proxy.outcome('pay', cardFor('id'))).toMatchObject({ state: 'open' })
    expect(proxy.gateway.paymentsOf()).toEqual([])
  })
})

describe('two payments at once', () => {
  test('send one paymentorder.do; the other one gets pending', async () => {
    const proxy = await openTestProxy()
    const orderId = await prepared(proxy)
    const here = async (...requested: Parameters<typeof proxy.requestFor>) =>
      (await proxy.app.inject(await proxy.requestFor(...requested))).json<Outcome>()
    let letGo = (): void => {}
    const arrived = new Promise<void>((arrive) => {
      proxy.gateway.state.wire = async (request, work) => {
        if (request.url.includes('paymentorder')) await new Promise<void>((go) => ((letGo = go), arrive()))
        return work()
      }
    })
    const first = here('pay', cardFor(orderId))
    await arrived
    expect(await here('pay', cardFor(orderId))).toMatchObject({ state: 'pending', orderId })
    expect(await here('outcome')).toMatchObject({ state: 'pending' })
    expect(await here('prepare', {})).toMatchObject({ state: 'pending' })
    expect(await here('cancel', {})).toMatchObject({ state: 'pending' })
    letGo()
    expect(await first).toMatchObject({ state: 'paid' })
    expect(proxy.gateway.paymentsOf()).toHaveLength(1)
  })
})

describe('declines', () => {
  const rows: readonly (readonly [what: string, script: Script, expected: object])[] = [
    ['no funds', declineWith(116), { state: 'declined', reason: 'insufficient_funds', code: 116, again: true }],
    ['challenge left', declineWith(-2009), { state: 'cancelled', reason: 'authentication_cancelled', again: true }],
    ['attempts used up', declineWith(-2013), { state: 'declined', reason: 'attempts_used_up', again: false }],
    ['session over', declineWith(-2007), { state: 'declined', reason: 'order_expired', again: true }],
    [
      'refused and left open',
      (order) => ((order.actionCode = 71015), { errorCode: 0, error: 'Check the data' }),
      { state: 'declined', reason: 'wrong_details', again: true },
    ],
    [
      'an error, not processed',
      () => ({ errorCode: '4', errorMessage: 'A field is missing' }),
      { state: 'declined', reason: 'not_processed', again: true },
    ],
    ['an error of the gateway itself', () => ({ errorCode: '7', errorMessage: 'System error' }), { state: 'pending' }],
    ['an error, but paid', (order) => (approve(order, {} as never), { errorCode: '7' }), { state: 'paid' }],
    ['pending at the bank', (order) => ((order.status = 7), { errorCode: 0, info: 'Wait' }), { state: 'pending' }],
    [
      'declined and left open, without a word',
      (order) => ((order.actionCode = 116), { errorCode: 0, info: 'Processed' }),
      { state: 'declined', reason: 'insufficient_funds', again: true },
    ],
    ['pending and left open', (order) => ((order.actionCode = -30001), { errorCode: 0 }), { state: 'pending' }],
    ['timed out and left open', (order) => ((order.actionCode = 151019), { errorCode: 0 }), { state: 'pending' }],
    [
      'refused since the session is over',
      (order) => (Object.assign(order, { status: 6, actionCode: -2007 }), { errorCode: 7 }),
      { state: 'declined', reason: 'order_expired', again: true },
    ],
    [
      'refused for its state, and declined by somebody else',
      (order) => (Object.assign(order, { status: 6, actionCode: 4005 }), { errorCode: 7 }),
      { state: 'pending' },
    ],
    ['an error that is no sentence', () => ({ errorCode: 0, error: '0' }), { state: 'pending' }],
    ['an answer that says nothing', () => ({ errorCode: 0, info: 'Processed' }), { state: 'pending' }],
  ]
  test.each(rows)('%s', async (_, script, expected) => {
    const proxy = await openTestProxy()
    proxy.gateway.state.script = script
    expect(await proxy.outcome('pay', cardFor(await prepared(proxy)))).toMatchObject(expected)
    expect(proxy.gateway.paymentsOf()).toHaveLength(1)
  })

  test('a code that an earlier try has left decides nothing', async () => {
    const proxy = await openTestProxy()
    const orderId = await prepared(proxy)
    proxy.gateway.orders.get('A-17')!.actionCode = 116
    proxy.gateway.state.script = () => ({ errorCode: 0, info: 'Processed' })
    expect(await proxy.outcome('pay', cardFor(orderId))).toMatchObject({ state: 'pending' })
  })

  test('the next try is registered under the next number, five times at most', async () => {
    const proxy = await openTestProxy()
    proxy.gateway.state.script = declineWith(116)
    const seen: unknown[] = []
    for (let round = 0; round < 6; round++) {
      const open = await proxy.prepare()
      if (open.state !== 'open') break
      seen.push(await proxy.outcome('pay', cardFor(open.orderId!)))
    }
    expect([...proxy.gateway.orders.keys()]).toEqual(['A-17', 'A-17-2', 'A-17-3', 'A-17-4', 'A-17-5'])
    expect(seen.slice(0, 4)).toEqual(Array(4).fill(expect.objectContaining({ again: true, orderNumber: 'A-17' })))
    expect(seen[4]).toMatchObject({ state: 'declined', reason: 'attempts_used_up', again: false })
    expect(await proxy.prepare()).toMatchObject({ reason: 'attempts_used_up', again: false })
  })

  test('an order that only ran out of time uses up no try', async () => {
    const proxy = await openTestProxy()
    for (let round = 0; round < 6; round++) {
      await proxy.prepare()
      Object.assign([...proxy.gateway.orders.values()].at(-1)!, { status: 6, actionCode: -2007 })
    }
    expect(await proxy.outcome('outcome')).toMatchObject({ reason: 'order_expired', again: true })
    expect(await proxy.prepare()).toMatchObject({ state: 'open', orderId: 'id-of-A-17-7' })
  })

  test('an order left open is tried again under its own number', async () => {
    const proxy = await openTestProxy()
    proxy.gateway.state.script = (order) => ((order.actionCode = 71015), { errorCode: 0, error: 'Check the data' })
    const orderId = await prepared(proxy)
    await proxy.outcome('pay', cardFor(orderId))
    proxy.gateway.state.script = approve
    expect(await proxy.prepare()).toMatchObject({ state: 'open', orderId })
    expect(await proxy.outcome('pay', cardFor(orderId))).toMatchObject({ state: 'paid' })
  })
})

test('a store of locks that is down sends nothing', async () => {
  const down = () => Promise.reject(new Error('no store'))
  const proxy = await openTestProxy({ locks: { take: down, release: down, isTaken: async () => false } })
  const orderId = await prepared(proxy)
  const answer = await proxy.ask('pay', cardFor(orderId))
  expect([answer.statusCode, answer.json()]).toMatchObject([503, { error: { code: 'busy' } }])
  expect(proxy.gateway.paymentsOf()).toEqual([])
})
