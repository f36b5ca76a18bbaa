import { describe, expect, test } from 'vitest'
import type { Outcome } from '#contract/checkout.ts'
import { NotDelivered } from '#gateway-client/delivery.ts'
import { approve, declineWith, type Script, type Wire } from '../../../support/fake-gateway.ts'
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
      () => ({ errorCode: '5', errorMessage: 'Access denied' }),
      { state: 'declined', reason: 'not_processed', again: true },
    ],
    ['an error of the gateway itself', () => ({ errorCode: '7', errorMessage: 'System error' }), { state: 'pending' }],
    ['an error, but paid', (order) => (approve(order, {} as never), { errorCode: '7' }), { state: 'paid' }],
    ['pending at the bank', (order) => ((order.status = 7), { errorCode: 0, info: 'Wait' }), { state: 'pending' }],
    ['an answer that says nothing', () => ({ errorCode: 0, info: 'Processed' }), { state: 'pending' }],
  ]
  test.each(rows)('%s', async (_, script, expected) => {
    const proxy = await openTestProxy()
    proxy.gateway.state.script = script
    expect(await proxy.outcome('pay', cardFor(await prepared(proxy)))).toMatchObject(expected)
    expect(proxy.gateway.paymentsOf()).toHaveLength(1)
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

/** What can happen to a payment's request and answer, with the only correct state after it. */
describe('an answer that is lost', () => {
  const body = (text: string): Response => new Response(text)
  const after =
    (then: () => Response | Promise<Response>): Wire =>
    async (_, work) => {
      await work()
      return then()
    }
  const reset = () => Promise.reject(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))
  const rows: readonly (readonly [what: string, wire: Wire, state: string])[] = [
    ['reset after the work', after(reset), 'paid'],
    ['reset before the work', reset, 'pending'],
    ['no answer after the work', after(() => new Promise(() => {})), 'paid'],
    ['no answer at all', () => new Promise(() => {}), 'pending'],
    ['HTTP 400 after the work', after(() => new Response('', { status: 400 })), 'paid'],
    ['HTTP 400 before the work', async () => new Response('', { status: 400 }), 'pending'],
    ['HTTP 503', async () => new Response('', { status: 503 }), 'pending'],
    ['HTTP 500 after the work', after(() => new Response('', { status: 500 })), 'paid'],
    ['HTTP 502', async () => new Response('', { status: 502 }), 'pending'],
    ['a redirect', async () => new Response(null, { status: 302 }), 'pending'],
    ['broken JSON after the work', after(() => body('{"errorCode":')), 'paid'],
    ['a name twice', after(() => body('{"errorCode":"5","errorCode":"0"}')), 'paid'],
    ['a foreign answer', async () => body('{"errorCode":{}}'), 'pending'],
    ['a page', async () => body('<html>'), 'pending'],
    ['a flood', async () => body(`{"info":"${'x'.repeat(70_000)}"}`), 'pending'],
  ]
  test.each(rows)('%s', async (_, wire, state) => {
    const proxy = await openTestProxy()
    const orderId = await prepared(proxy)
    proxy.gateway.state.wire = (request, work) => (request.url.includes('paymentorder') ? wire(request, work) : work())
    expect(await proxy.outcome('pay', cardFor(orderId))).toMatchObject({ state, orderId })
    expect(await proxy.outcome('pay', cardFor(orderId))).toMatchObject({ state })
    expect(await proxy.outcome('outcome')).toMatchObject({ state })
    expect(proxy.gateway.paymentsOf().length).toBeLessThanOrEqual(1)
  })

  test('no second payment is sent while the first may be under way; after the lock the order is open again', async () => {
    const proxy = await openTestProxy()
    const orderId = await prepared(proxy)
    let sent = 0
    proxy.gateway.state.wire = (request, work) =>
      request.url.includes('paymentorder') ? ((sent += 1), reset()) : work()
    await proxy.outcome('pay', cardFor(orderId))
    for (let second = 0; second < 7; second++) {
      proxy.clock.advance(10_000)
      expect(await proxy.outcome('pay', cardFor(orderId))).toMatchObject({ state: 'pending' })
    }
    expect(sent).toBe(1)
    proxy.clock.advance(6000)
    expect(await proxy.outcome('outcome')).toMatchObject({ state: 'open', orderId })
  })

  test('one that cannot even be read afterwards is pending', async () => {
    const proxy = await openTestProxy()
    const orderId = await prepared(proxy)
    let isDown = false
    proxy.gateway.state.wire = async (request, work) => {
      isDown ||= request.url.includes('paymentorder')
      return isDown ? reset() : work()
    }
    expect(await proxy.outcome('pay', cardFor(orderId))).toMatchObject({ state: 'pending' })
    expect((await proxy.ask('outcome')).json()).toMatchObject({ error: { code: 'gateway_unreachable' } })
  })

  test.each([400, 404, 405, 410, 413, 502])(
    'one that was answered with HTTP %s is paid once, whether the gateway paid it before or after that',
    async (status) => {
      for (const pays of ['at once', 'later'] as const) {
        const proxy = await openTestProxy()
        const orderId = await prepared(proxy)
        let late: Promise<unknown> | undefined
        let go = (): void => {}
        const over = new Promise<void>((resolve) => (go = resolve))
        proxy.gateway.state.wire = async (request, work) => {
          if (!request.url.includes('paymentorder')) return work()
          if (pays === 'at once') await work()
          else late ??= over.then(work)
          return new Response('<html>', { status })
        }
        const first = await proxy.outcome('pay', cardFor(orderId))
        expect(first).toMatchObject({ state: pays === 'at once' ? 'paid' : 'pending' })
        expect(await proxy.outcome('pay', cardFor(orderId))).toMatchObject({ state: first.state })
        go()
        await late
        expect(await proxy.outcome('outcome')).toMatchObject({ state: 'paid' })
        expect(proxy.gateway.paymentsOf()).toHaveLength(1)
      }
    },
  )

  const undelivered: readonly (readonly [string, string, Wire])[] = [
    [
      'a refused connection',
      'gateway_unreachable',
      () => Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' })),
    ],
    ['a failed handshake', 'gateway_unreachable', () => Promise.reject(new NotDelivered('certificate'))],
  ]
  test.each(undelivered)('%s was not delivered: the order may be paid at once', async (_, code, wire) => {
    const proxy = await openTestProxy()
    const orderId = await prepared(proxy)
    proxy.gateway.state.wire = (request, work) => (request.url.includes('paymentorder') ? wire(request, work) : work())
    const answer = await proxy.ask('pay', cardFor(orderId))
    expect([answer.statusCode, answer.json()]).toMatchObject([503, { error: { code } }])
    proxy.gateway.state.wire = (_, work) => work()
    expect(await proxy.outcome('pay', cardFor(orderId))).toMatchObject({ state: 'paid' })
  })
})

describe('a restart with an empty memory', () => {
  test('treats an older open order as locked until the lock is over', async () => {
    const proxy = await openTestProxy()
    const orderId = await prepared(proxy)
    proxy.clock.advance(1000)
    await proxy.restart()
    expect(await proxy.outcome('pay', cardFor(orderId))).toMatchObject({ state: 'pending' })
    expect(await proxy.prepare()).toMatchObject({ state: 'pending' })
    expect(await proxy.outcome('cancel', {})).toMatchObject({ state: 'pending' })
    proxy.clock.advance(75_000)
    expect(await proxy.outcome('pay', cardFor(orderId))).toMatchObject({ state: 'paid' })
  })

  test('is not over sooner because the machine’s time is put forward', async () => {
    const proxy = await openTestProxy()
    const orderId = await prepared(proxy)
    await proxy.restart()
    proxy.clock.putForward(3_600_000)
    expect(await proxy.outcome('pay', cardFor(orderId))).toMatchObject({ state: 'pending' })
    proxy.clock.advance(100_000)
    expect(await proxy.outcome('pay', cardFor(orderId))).toMatchObject({ state: 'paid' })
  })

  test('takes payments for what is registered after it', async () => {
    const proxy = await openTestProxy()
    proxy.clock.advance(1000)
    await proxy.restart()
    expect(await proxy.outcome('pay', cardFor(await prepared(proxy)))).toMatchObject({ state: 'paid' })
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
