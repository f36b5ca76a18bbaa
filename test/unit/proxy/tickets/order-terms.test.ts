import { describe, expect, test } from 'vitest'
import type { OrderClaims } from '#proxy/tickets/sign-order.ts'
import { declineWith } from '../../../support/fake-gateway.ts'
import { cardFor, openWorld } from '../support/test-proxy.ts'

const registrations = (world: Awaited<ReturnType<typeof openWorld>>) =>
  [...world.gateway.orders.values()].map(({ number, status }) => [number, status])

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
    const world = await openWorld()
    const first = await world.prepare()
    const other = await world.ticketFor(claims)
    expect(await world.outcome('pay', cardFor(first.orderId!), other)).toMatchObject({ state: 'open' })
    expect(world.gateway.paymentsOf()).toEqual([])
    const second = await world.prepare(other)
    expect(registrations(world)).toEqual([
      ['A-17', 6],
      ['A-17-2', 0],
    ])
    expect(await world.outcome('pay', cardFor(second.orderId!), other)).toMatchObject({
      state: claims.capture ? 'held' : 'paid',
    })
  })

  test('is kept for a ticket that says the same later', async () => {
    const world = await openWorld()
    const { orderId } = await world.prepare()
    world.clock.advance(5000)
    expect(await world.prepare(await world.ticketFor())).toMatchObject({ state: 'open', orderId })
  })

  test.each([
    ['the gateway echoes no parameters', {}],
    ['none are sent', { TENDER_TERMS_PARAM: 'none' }],
  ])('is compared by its sum where %s', async (_, env) => {
    const world = await openWorld({ env })
    const { orderId } = await world.prepare()
    world.gateway.orders.get('A-17')!.registration.jsonParams = {}
    expect(await world.prepare(await world.ticketFor({ clientId: 'anna' }))).toMatchObject({ state: 'open', orderId })
  })
})

test('an older ticket of another amount is refused once a newer has registered the order', async () => {
  const world = await openWorld()
  const old = await world.ticketFor({ amount: 100 })
  world.clock.advance(5000)
  const young = await world.ticketFor()
  const { orderId } = await world.prepare(young)
  for (const [name, body] of [['prepare', {}], ['pay', cardFor(orderId!)], ['outcome']] as const) {
    const answer = await world.ask(name, body, old)
    expect(answer.json()).toMatchObject({ error: { code: 'ticket_invalid', message: expect.stringContaining('iat') } })
  }
  expect(await world.outcome('pay', cardFor(orderId!), young)).toMatchObject({ state: 'paid', amount: 4990 })
})

test('the parameter tells nothing that anybody else could have signed', async () => {
  const world = await openWorld()
  await world.prepare()
  const { registration } = world.gateway.orders.get('A-17')!
  registration.jsonParams = { tenderTerms: `${registration.jsonParams!['tenderTerms']!.slice(0, -4)}AAAA` }
  expect(await world.prepare(await world.ticketFor({ clientId: 'anna' }))).toMatchObject({ state: 'open' })
  expect(world.gateway.orders.size).toBe(1)
})

const paidOtherwise = async (change: { amount?: number; currency?: string }) => {
  const key = 'an-api-key-of-the-merchant-of-32-bytes'
  const told: string[] = []
  const webhookCarry = async (request: Request) => (
    told.push(await request.text()),
    new Response(null, { status: 204 })
  )
  const world = await openWorld({
    env: {
      TENDER_API_KEYS: key,
      TENDER_WEBHOOK_URL: 'https://shop.example/hook',
      TENDER_WEBHOOK_SECRET: `whsec_${Buffer.from('a webhook secret of the tests').toString('base64')}`,
    },
    parts: { webhookCarry },
  })
  await world.prepare()
  const order = world.gateway.orders.get('A-17')!
  Object.assign(order, { status: 2, actionCode: 0, ...change })
  const url = order.registration.dynamicCallbackUrl!.replace('https://pay.shop.example', '')
  const callback = await world.send({ url: `${url}?operation=deposited&status=1` })
  const read = await world.send({ url: '/merchant/orders/A-17', headers: { authorization: `Bearer ${key}` } })
  return {
    told,
    callback: callback.statusCode,
    read: read.json<object>(),
    log: world.log.map((line) => JSON.parse(line) as object),
  }
}

test.each([{ amount: 100 }, { currency: '840' }])(
  'an order that is paid with %o instead is an alarm: no webhook and no merchant is told that it is paid',
  async (change) => {
    const { told, callback, read, log } = await paidOtherwise(change)
    expect([told, callback]).toEqual([[], 503])
    expect(read).toMatchObject({ error: { code: 'order_mismatch' } })
    expect(log).toContainEqual(expect.objectContaining({ level: 50, code: 'order_mismatch', order: 'A-17' }))
  },
)

test('one that is paid as it was registered is told', async () => {
  const { told, callback, read } = await paidOtherwise({})
  expect([told.length, callback]).toEqual([1, 200])
  expect(read).toMatchObject({ state: 'paid' })
})

describe('an order number that looks like a later try of another', () => {
  const refused = { error: { code: 'order_refused', message: expect.stringContaining('A-17-2') } }

  test('is not taken for that try', async () => {
    const world = await openWorld()
    await world.prepare(await world.ticketFor({ orderNumber: 'A-17-2' }))
    const { orderId } = await world.prepare()
    world.gateway.state.script = declineWith(116)
    await world.ask('pay', cardFor(orderId!))
    expect((await world.ask('outcome')).json()).toMatchObject(refused)
  })

  test('is refused where the gateway has the try', async () => {
    const world = await openWorld()
    const { orderId } = await world.prepare()
    world.gateway.state.script = declineWith(116)
    await world.outcome('pay', cardFor(orderId!))
    world.clock.advance(80_000)
    await world.prepare()
    const answer = await world.ask('prepare', {}, await world.ticketFor({ orderNumber: 'A-17-2' }))
    expect(answer.json()).toMatchObject(refused)
  })

  test('and one that is written like a key of the locks is paid beside the order that it names', async () => {
    const world = await openWorld()
    const name = 'the next number of the order A'
    const order = await world.ticketFor({ orderNumber: name })
    const { orderId } = await world.prepare(order)
    let isOver = false
    world.gateway.state.wire = async (request, work) => {
      if (!request.url.includes('paymentorder') || isOver) return work()
      isOver = true
      // Tickets are signed and verified in threads, for which the clock of the first request must not run on.
      const beside = await world.clock.during(prepareBeside(world))
      expect(beside.json()).toMatchObject({ state: 'open' })
      return work()
    }
    expect(await world.outcome('pay', cardFor(orderId!), order)).toMatchObject({ state: 'paid' })
    expect(isOver).toBe(true)
  })
})

const prepareBeside = async (world: Awaited<ReturnType<typeof openWorld>>) =>
  world.app.inject(await world.requestFor('prepare', {}, await world.ticketFor({ orderNumber: 'A' })))

test('those who look at one order at once share the reading of it', async () => {
  const world = await openWorld()
  await world.prepare()
  const before = world.gateway.calls.length
  const ticket = await world.ticketFor()
  const request = await world.requestFor('outcome', undefined, ticket)
  const answers = await world.clock.drive(Promise.all(Array.from({ length: 300 }, () => world.app.inject(request))))
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
  expect(world.gateway.calls.length - before).toBeLessThan(10)
})
