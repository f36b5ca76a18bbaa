import { describe, expect, test } from 'vitest'
import type { Order } from '#server-contract/merchant/merchant.ts'
import type { Fetch } from '#contract/wire/client.ts'
import type { OrderClaims } from '#proxy/tickets/sign-order.ts'
import { declineWith } from '../../../support/fake-gateway.ts'
import { cardFor, openTestProxy } from '../support/test-proxy.ts'

const registrations = (proxy: Awaited<ReturnType<typeof openTestProxy>>) =>
  [...proxy.gateway.orders.values()].map(({ number, status }) => [number, status])

const others: readonly (readonly [string, Partial<OrderClaims>])[] = [
  ['another client', { clientId: 'anna' }],
  ['a hold', { capture: 'two-phase' }],
  ['other features', { features: ['FORCE_TDS'] }],
  [
    'a card that is stored as recurrent',
    { saveAs: 'recurrent', recurringFrequency: '28', recurringExpiry: '20991231' },
  ],
]

describe('an open order that was registered by a ticket of the same number and sum', () => {
  test.each(others)('is closed for a ticket with %s, and the next number is registered', async (_, claims) => {
    const proxy = await openTestProxy()
    const first = await proxy.prepare()
    const other = await proxy.ticketFor(claims)
    expect(await proxy.outcome('pay', cardFor(first.orderId!), other)).toMatchObject({ state: 'open' })
    expect(proxy.gateway.paymentsOf()).toEqual([])
    const second = await proxy.prepare(other)
    expect(registrations(proxy)).toEqual([
      ['A-17', 6],
      ['A-17-2', 0],
    ])
    expect(await proxy.outcome('pay', cardFor(second.orderId!), other)).toMatchObject({
      state: claims.capture ? 'held' : 'paid',
    })
  })

  test('is kept for a ticket that says the same later', async () => {
    const proxy = await openTestProxy()
    const { orderId } = await proxy.prepare()
    proxy.clock.advance(5000)
    expect(await proxy.prepare(await proxy.ticketFor())).toMatchObject({ state: 'open', orderId })
  })

  test.each([
    ['the gateway echoes no parameters', {}],
    ['none are sent', { TENDER_TERMS_PARAM: 'none' }],
  ])('is compared by its sum where %s', async (_, env) => {
    const proxy = await openTestProxy({ env })
    const { orderId } = await proxy.prepare()
    proxy.gateway.orders.get('A-17')!.registration.jsonParams = {}
    expect(await proxy.prepare(await proxy.ticketFor({ clientId: 'anna' }))).toMatchObject({ state: 'open', orderId })
  })
})

test('an older ticket of another amount is refused once a newer has registered the order', async () => {
  const proxy = await openTestProxy()
  const old = await proxy.ticketFor({ amount: 100 })
  proxy.clock.advance(5000)
  const young = await proxy.ticketFor()
  const { orderId } = await proxy.prepare(young)
  for (const [name, body] of [['prepare', {}], ['pay', cardFor(orderId!)], ['outcome']] as const) {
    const answer = await proxy.ask(name, body, old)
    expect(answer.json()).toMatchObject({ error: { code: 'ticket_invalid', message: expect.stringContaining('iat') } })
  }
  expect(await proxy.outcome('pay', cardFor(orderId!), young)).toMatchObject({ state: 'paid', amount: 4990 })
})

test('a parameter that anybody else could have signed is not used', async () => {
  const proxy = await openTestProxy()
  await proxy.prepare()
  const { registration } = proxy.gateway.orders.get('A-17')!
  registration.jsonParams = { tenderTerms: `${String(registration.jsonParams!['tenderTerms']).slice(0, -4)}AAAA` }
  expect(await proxy.prepare(await proxy.ticketFor({ clientId: 'anna' }))).toMatchObject({ state: 'open' })
  expect(proxy.gateway.orders.size).toBe(1)
})

const key = 'an-api-key-of-the-merchant-of-32-bytes'

const paidOtherwise = async (change: { amount?: number; currency?: string; status?: number }) => {
  const result: string[] = []
  const webhookFetch: Fetch = async (_, { body = '' }) => (result.push(body), new Response(null, { status: 204 }))
  const proxy = await openTestProxy({
    env: {
      TENDER_API_KEYS: key,
      TENDER_WEBHOOK_URL: 'https://shop.example/hook',
      TENDER_WEBHOOK_SECRET: `whsec_${Buffer.from('a webhook secret of the tests').toString('base64')}`,
    },
    options: { webhookFetch },
  })
  await proxy.prepare()
  const order = proxy.gateway.orders.get('A-17')!
  Object.assign(order, { status: 2, actionCode: 0, ...change })
  const url = order.registration.dynamicCallbackUrl!.replace('https://pay.shop.example', '')
  const callback = await proxy.send({ url: `${url}?operation=deposited&status=1` })
  const read = await proxy.send({ url: '/merchant/orders/A-17', headers: { authorization: `Bearer ${key}` } })
  return {
    result,
    callback: callback.statusCode,
    read: read.json<object>(),
    log: proxy.log.map((line) => JSON.parse(line) as object),
  }
}

// The last one is what a gateway shows of a card that was only checked.
test.each([{ amount: 100 }, { currency: '840' }, { amount: 0, status: 3 }])(
  'an order that is paid with %o instead is an alarm: no webhook and no answer to the merchant says that it is paid',
  async (change) => {
    const { result, callback, read, log } = await paidOtherwise(change)
    expect([result, callback]).toEqual([[], 503])
    expect(read).toMatchObject({ error: { code: 'order_mismatch' } })
    expect(log).toContainEqual(expect.objectContaining({ level: 50, code: 'order_mismatch', order: 'A-17' }))
  },
)

test('one that is paid as it was registered is reported', async () => {
  const { result, callback, read } = await paidOtherwise({})
  expect([result.length, callback]).toEqual([1, 200])
  expect(read).toMatchObject({ state: 'paid' })
})

describe('an order number that looks like a later try of another', () => {
  const refused = { error: { code: 'order_refused', message: expect.stringContaining('A-17-2') } }

  test('is not taken for that try', async () => {
    const proxy = await openTestProxy()
    await proxy.prepare(await proxy.ticketFor({ orderNumber: 'A-17-2' }))
    const { orderId } = await proxy.prepare()
    proxy.gateway.state.script = declineWith(116)
    await proxy.ask('pay', cardFor(orderId!))
    expect((await proxy.ask('outcome')).json()).toMatchObject(refused)
  })

  test('is refused where the gateway has the try', async () => {
    const proxy = await openTestProxy()
    const { orderId } = await proxy.prepare()
    proxy.gateway.state.script = declineWith(116)
    await proxy.outcome('pay', cardFor(orderId!))
    proxy.clock.advance(80_000)
    await proxy.prepare()
    const answer = await proxy.ask('prepare', {}, await proxy.ticketFor({ orderNumber: 'A-17-2' }))
    expect(answer.json()).toMatchObject(refused)
  })

  test('is read as the order whose try it is, and an order before it without that number', async () => {
    const proxy = await openTestProxy({ env: { TENDER_API_KEYS: key } })
    const read = async (number: string) => {
      const answer = await proxy.send({
        url: `/merchant/orders/${number}`,
        headers: { authorization: `Bearer ${key}` },
      })
      const { orderNumber, state, tries } = answer.json<Order>()
      return [answer.statusCode, orderNumber, state, tries.map((one) => one.orderNumber)]
    }
    proxy.gateway.state.script = declineWith(116)
    const declined = async (orderNumber: string) => {
      const ticket = await proxy.ticketFor({ orderNumber })
      await proxy.outcome('pay', cardFor((await proxy.prepare(ticket)).orderId!), ticket)
    }
    await declined('A-17')
    proxy.clock.advance(80_000)
    await proxy.prepare()
    const whole = [200, 'A-17', 'open', ['A-17', 'A-17-2']]
    expect([await read('A-17-2'), await read('A-17')]).toEqual([whole, whole])
    await proxy.prepare(await proxy.ticketFor({ orderNumber: 'B-2' }))
    await declined('B')
    proxy.clock.advance(80_000)
    expect(await read('B')).toEqual([200, 'B', 'declined', ['B']])
    expect(await read('B-2')).toEqual([200, 'B-2', 'open', ['B-2']])
    expect(proxy.log.join('')).not.toContain('order_refused')
  })

  test('and one that is written like a key of the locks is paid beside the order that it names', async () => {
    const proxy = await openTestProxy()
    const name = 'the next number of the order A'
    const order = await proxy.ticketFor({ orderNumber: name })
    const { orderId } = await proxy.prepare(order)
    let isOver = false
    proxy.gateway.state.wire = async (request, work) => {
      if (!request.url.includes('paymentorder') || isOver) return work()
      isOver = true
      // Tickets are signed and verified in threads; the clock of the first request must not advance meanwhile.
      const beside = await proxy.clock.during(prepareBeside(proxy))
      expect(beside.json()).toMatchObject({ state: 'open' })
      return work()
    }
    expect(await proxy.outcome('pay', cardFor(orderId!), order)).toMatchObject({ state: 'paid' })
    expect(isOver).toBe(true)
  })
})

const prepareBeside = async (proxy: Awaited<ReturnType<typeof openTestProxy>>) =>
  proxy.app.inject(await proxy.requestFor('prepare', {}, await proxy.ticketFor({ orderNumber: 'A' })))

test('those who look at one order at once share the reading of it', async () => {
  const proxy = await openTestProxy()
  await proxy.prepare()
  const before = proxy.gateway.calls.length
  const ticket = await proxy.ticketFor()
  const request = await proxy.requestFor('outcome', undefined, ticket)
  const answers = await proxy.clock.drive(Promise.all(Array.from({ length: 300 }, () => proxy.app.inject(request))))
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
  expect(proxy.gateway.calls.length - before).toBeLessThan(10)
})
