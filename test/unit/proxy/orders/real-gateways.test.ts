import { describe, expect, test } from 'vitest'
import type { Checkout } from '#contract/checkout.ts'
import { paymentBlockers } from '#server-contract/payment-blockers.ts'
import { memoryLocks } from '#proxy/locks/lock-store.ts'
import { knownOrderIds } from '#proxy/store/order-ids.ts'
import { fakeClock } from '../../../support/clock.ts'
import { cardFor, openTestProxy, type TestProxy } from '../support/test-proxy.ts'

type Answer = Record<string, unknown>

/** Rewrites the answers of one operation, as another gateway of the family gives them. */
function speaking(proxy: TestProxy, operation: string, accent: (answer: Answer) => Answer | string): void {
  const { wire } = proxy.gateway.state
  proxy.gateway.state.wire = async (request, work) => {
    const response = await wire(request, work)
    if (!request.url.includes(operation)) return response
    const answer = accent((await response.json()) as Answer)
    return new Response(typeof answer === 'string' ? answer : JSON.stringify(answer))
  }
}

const STATUS = 'getOrderStatusExtended'

const errorsOf = (proxy: TestProxy) =>
  proxy.log.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ level }) => level === 50)

const paidWith = async (proxy: TestProxy) => proxy.outcome('pay', cardFor((await proxy.prepare()).orderId!))

describe('a payment is read from a status', () => {
  const accents: readonly (readonly [string, (answer: Answer) => Answer | string])[] = [
    [
      'in the spelling of the old one',
      ({ errorCode, orderStatus, orderNumber, amount, currency, ...rest }) => ({
        ...rest,
        ErrorCode: errorCode,
        OrderStatus: orderStatus,
        OrderNumber: orderNumber,
        Amount: amount,
        currency,
      }),
    ],
    [
      'all in texts',
      ({ orderStatus, actionCode, amount, date, ...rest }) => ({
        ...rest,
        orderStatus: String(orderStatus),
        actionCode: String(actionCode),
        amount: String(amount),
        date: String(date),
      }),
    ],
    [
      'with side fields of other types',
      (answer) => ({
        ...answer,
        cardAuthInfo: [{ approvalCode: 123456, expiration: 203512, maskedPan: {} }],
        date: 'Fri Nov 27 10:00:00 UTC 2026',
        depositedDate: 1.5,
        refunds: {},
        bankInfo: [],
        paymentAmountInfo: 'none',
      }),
    ],
    [
      'with one entry where lists are described',
      ({ attributes, ...rest }) => ({ ...rest, attributes: (attributes as unknown[])[0] }),
    ],
    ['without the list that has its identifier', ({ attributes: _, ...rest }) => rest],
    ['with a list that lacks its identifier', (answer) => ({ ...answer, attributes: [{ name: 'other', value: 'x' }] })],
    [
      'of 90 KB, with names that are given twice',
      (answer) => JSON.stringify({ ...answer, orderBundle: 'x'.repeat(90_000) }).replace('{', '{"ip":"1","ip":"2",'),
    ],
  ]
  test.each(accents)('%s', async (_, accent) => {
    const proxy = await openTestProxy()
    speaking(proxy, STATUS, (answer) => (answer['orderStatus'] === undefined ? answer : accent(answer)))
    expect(await paidWith(proxy)).toMatchObject({ state: 'paid' })
    expect(errorsOf(proxy)).toEqual([])
  })

  test('that has no identifier only where it was noted at the registration, and with the order’s own sum', async () => {
    const proxy = await openTestProxy()
    const { orderId } = await proxy.prepare()
    speaking(proxy, STATUS, ({ attributes: _, ...rest }) => rest)
    expect(await proxy.outcome('outcome')).toMatchObject({ state: 'open', orderId })
    speaking(proxy, STATUS, (answer) => ({ ...answer, amount: 1 }))
    expect((await proxy.ask('pay', cardFor(orderId!))).json()).toMatchObject({ error: { code: 'order_mismatch' } })
    // A new process has noted nothing.
    await proxy.restart()
    for (const [path, body] of [['outcome'], ['prepare', {}], ['pay', cardFor(orderId!)]] as const)
      expect((await proxy.ask(path, body)).statusCode).toBe(503)
    expect(proxy.gateway.calls.filter(({ what }) => what === 'paymentorder.do')).toEqual([])
  })

  test.each([
    ['current', 503],
    ['legacy', 200],
  ])(
    'by other processes too where the profile says that it may lack its identifier: %s %i',
    async (profile, status) => {
      const clock = fakeClock()
      const locks = () => ({ ...memoryLocks(clock), orderIds: shared })
      const shared = knownOrderIds()
      const proxy = await openTestProxy({ env: { TENDER_GATEWAY_PROFILE: profile }, locks: locks() })
      await proxy.prepare()
      speaking(proxy, STATUS, ({ attributes: _, ...rest }) => rest)
      await proxy.restart(locks())
      expect((await proxy.ask('outcome')).statusCode).toBe(status)
    },
  )

  test('and each field that is dropped is logged once, without its value', async () => {
    const proxy = await openTestProxy()
    speaking(proxy, STATUS, (answer) => ({ ...answer, date: 'canary', ip: ['canary', 'canary'] }))
    await paidWith(proxy)
    await proxy.outcome('outcome')
    const dropped = proxy.log.map((line) => JSON.parse(line) as Answer).filter(({ code }) => code === 'field_dropped')
    expect(dropped).toMatchObject([
      { op: 'getOrderStatusExtended.do', field: 'date' },
      { op: 'getOrderStatusExtended.do', field: 'ip' },
    ])
    expect(proxy.log.join('')).not.toContain('canary')
  })
})

describe('a key without an expiry', () => {
  test.each([
    ['absent', undefined],
    ['in words', 'never'],
    ['a text', '4102444800000'],
  ])('%s seals cards', async (_, keyExpiration) => {
    const proxy = await openTestProxy()
    speaking(proxy, 'keys.do', () => ({ keys: [{ keyValue: 'PEM', keyExpiration }] }))
    for (let times = 0; times < 2; times++)
      expect((await proxy.ask('checkout')).json<Checkout>()).toMatchObject({ sealingKey: 'PEM' })
    expect(proxy.gateway.calls.filter(({ what }) => what === 'keys.do')).toHaveLength(1)
  })
})

test('stored cards are listed by ids that are numbers', async () => {
  const proxy = await openTestProxy()
  const { wire } = proxy.gateway.state
  const cards = [
    { bindingId: 17, maskedPan: '411111**1111', expiryDate: 203512, bindingCategory: 'COMMON', displayLabel: [] },
  ]
  proxy.gateway.state.wire = async (request, work) =>
    request.url.includes('getBindings') ? Response.json({ errorCode: 0, bindings: cards }) : wire(request, work)
  const ticket = await proxy.ticketFor({ clientId: 'jane' })
  expect((await proxy.ask('checkout', undefined, ticket)).json<Checkout>().savedCards).toMatchObject([
    { bindingId: '17', expiry: '203512' },
  ])
})

describe('the rouble by its old code', () => {
  const ticketOf = (proxy: TestProxy) => proxy.ticketFor({ currency: '643' })
  const named = (currency: unknown) => (answer: Answer) => ({
    ...answer,
    ...(answer['currency'] !== undefined && { currency }),
  })

  test.each([
    ['as text', '810'],
    ['as a number', 810],
    ['or not at all', undefined],
  ])('is the currency of the ticket where that is set: %s', async (_, currency) => {
    const proxy = await openTestProxy({ env: { TENDER_GATEWAY_CURRENCY_ALIASES: '810:643' } })
    speaking(proxy, STATUS, named(currency))
    const ticket = await ticketOf(proxy)
    const { orderId } = await proxy.prepare(ticket)
    expect(await proxy.outcome('pay', cardFor(orderId!), ticket)).toMatchObject({ state: 'paid', currency: '643' })
  })

  test.each(['tenderTerms', 'none'])(
    'is an alarm elsewhere, and no second number is registered (terms: %s)',
    async (TENDER_TERMS_PARAM) => {
      const proxy = await openTestProxy({ env: { TENDER_TERMS_PARAM } })
      speaking(proxy, STATUS, named('810'))
      const ticket = await ticketOf(proxy)
      const { orderId } = await proxy.prepare(ticket)
      for (const answer of [
        await proxy.ask('pay', cardFor(orderId!), ticket),
        await proxy.ask('outcome', undefined, ticket),
        await proxy.ask('prepare', {}, ticket),
      ])
        expect([answer.statusCode, answer.json()]).toMatchObject([409, { error: { code: 'order_mismatch' } }])
      expect([...proxy.gateway.orders.keys()]).toEqual(['A-17'])
      expect(proxy.gateway.paymentsOf()).toHaveLength(0)
      expect(errorsOf(proxy)).toContainEqual(
        expect.objectContaining({
          order: 'A-17',
          code: 'order_mismatch',
          message: expect.stringMatching(/the currency is 810, not 643\..*TENDER_GATEWAY_CURRENCY_ALIASES/),
        }),
      )
    },
  )
})

describe('an orderStatus that no document names', () => {
  const status = 11
  const lines = (proxy: TestProxy) =>
    proxy.log.map((line) => JSON.parse(line) as Answer).filter(({ code }) => code === 'status_unknown')

  test('is pending, and logged once with its number', async () => {
    const proxy = await openTestProxy()
    await proxy.prepare()
    proxy.gateway.orders.get('A-17')!.status = status
    for (let times = 0; times < 3; times += 1)
      expect(await proxy.outcome('outcome')).toMatchObject({ state: 'pending' })
    proxy.gateway.orders.get('A-17')!.status = -1
    expect(await proxy.outcome('outcome')).toMatchObject({ state: 'pending' })
    expect(lines(proxy)).toMatchObject([
      { level: 40, order: 'A-17', message: expect.stringContaining('orderStatus 11') },
      { level: 40, order: 'A-17', message: expect.stringContaining('orderStatus -1') },
    ])
  })

  test('is the one that the bank says it means', async () => {
    const proxy = await openTestProxy({ env: { TENDER_GATEWAY_ORDER_STATUS_ALIASES: '11:2, -1:0' } })
    await proxy.prepare()
    proxy.gateway.orders.get('A-17')!.status = -1
    expect(await proxy.outcome('outcome')).toMatchObject({ state: 'open' })
    proxy.gateway.orders.get('A-17')!.status = status
    expect(await proxy.outcome('outcome')).toMatchObject({ state: 'paid' })
    expect(lines(proxy)).toEqual([])
  })
})

describe('an amount with a fee in it', () => {
  test('is the ticket’s where the ticket has that fee', async () => {
    const proxy = await openTestProxy()
    const ticket = await proxy.ticketFor({ feeInput: 100 })
    speaking(proxy, STATUS, (answer) => ({ ...answer, ...(answer['amount'] !== undefined && { amount: 5090 }) }))
    const { orderId } = await proxy.prepare(ticket)
    expect(await proxy.outcome('pay', cardFor(orderId!), ticket)).toMatchObject({ state: 'paid', amount: 4990 })
  })

  test('is an alarm where nobody has signed it', async () => {
    const proxy = await openTestProxy()
    speaking(proxy, STATUS, (answer) => ({ ...answer, ...(answer['amount'] !== undefined && { amount: 5090 }) }))
    const { orderId } = await proxy.prepare()
    expect((await proxy.ask('pay', cardFor(orderId!))).statusCode).toBe(409)
    expect(errorsOf(proxy)).toContainEqual(
      expect.objectContaining({ order: 'A-17', message: expect.stringMatching(/the amount differs\..*feeInput/) }),
    )
  })
})

describe('what keeps a shopper from paying is an error in the log that says what to do', () => {
  test('the want of the permission for cards', async () => {
    const proxy = await openTestProxy()
    proxy.gateway.state.script = () => ({ errorCode: '5', errorMessage: 'canary' })
    expect(await paidWith(proxy)).toMatchObject({ state: 'declined', reason: 'technical', again: true })
    expect(errorsOf(proxy)).toMatchObject([
      {
        order: 'A-17',
        code: 'payment_not_permitted',
        message: expect.stringContaining(paymentBlockers.payment_not_permitted.remedy),
      },
    ])
    expect(proxy.log.join('')).not.toContain('canary')
  })

  test.each<[string, object]>([
    ['there are none', { keys: [] }],
    ['they are refused', { errorCode: '5', errorMessage: 'Access denied' }],
  ])('keys that cannot be had: %s', async (_, answer) => {
    const proxy = await openTestProxy()
    speaking(proxy, 'keys.do', () => ({ ...answer }))
    const read = await proxy.ask('checkout')
    expect([read.statusCode, read.json()]).toMatchObject([503, { error: { code: 'gateway_misconfigured' } }])
    expect(errorsOf(proxy)).toMatchObject([{ order: 'A-17', code: 'sealing_key_missing' }])
    expect((await proxy.send({ url: '/readyz' })).json()).toMatchObject({ error: { code: 'gateway_misconfigured' } })
  })

  test('an operation that the gateway does not have', async () => {
    const proxy = await openTestProxy()
    const ticket = await proxy.ticketFor({ channel: 'moto' })
    const { wire } = proxy.gateway.state
    proxy.gateway.state.wire = async (request, work) =>
      request.url.includes('moto') ? new Response('', { status: 404 }) : wire(request, work)
    proxy.clock.advance(75_000)
    const card = { seToken: 'Q0FOQVJZU0VUT0tFTg==', cardholder: 'JANE DOE' }
    expect(await proxy.outcome('moto', card, ticket)).toMatchObject({ state: 'pending' })
    expect(errorsOf(proxy)).toMatchObject([
      {
        op: 'motoPayment.do',
        order: 'A-17',
        code: 'operation_missing',
        message: expect.stringContaining(paymentBlockers.operation_missing.remedy),
      },
    ])
  })
})
