import { expect, test } from 'vitest'
import { memoryCounters } from '#proxy/card-testing/counters.ts'
import { metricTable, type Metric } from '#proxy/metrics/metric-table.ts'
import { buildMetrics } from '#proxy/metrics/metrics.ts'
import { memoryLocks } from '#proxy/locks/lock-store.ts'
import { instantClock, settle } from '../../../support/clock.ts'
import { challenged, losing, openShop, penniless, plain, walletsOffered } from '../support/sandbox-shop.ts'
import { openCodeShop, payloadIn } from '../support/code-shop.ts'
import { samplesIn, valueIn } from './scraped.ts'

const clock = instantClock()

/** Milliseconds until an order that nobody has paid ends at the sandbox's gateway. */
const SESSION = 1_200_000

const expired = { state: 'declined', reason: 'order_expired', again: true }

async function meteredShop(env: Readonly<Record<string, string>> = {}) {
  const metrics = buildMetrics()
  const shop = await openShop(env, { metrics })
  const pay = async (card = plain, orderNumber = 'S-1') =>
    shop.outcome('pay', await shop.cardBody(await shop.prepared({ orderNumber }), card), { orderNumber })
  const read = async (name: string, labels = {}): Promise<number> => valueIn(await metrics.text(), name, labels)
  const payments = async (method: string, state: string): Promise<number> =>
    read('tender_payments_total', { method, state })
  return { ...shop, metrics, pay, read, payments }
}

test('a paid card and three declined ones are counted once each, with their calls, requests and locks', async () => {
  const shop = await meteredShop()
  expect(await shop.pay(penniless)).toMatchObject({ state: 'declined' })
  expect(await shop.pay(plain, 'S-2')).toMatchObject({ state: 'paid' })
  for (let time = 0; time < 2; time += 1) expect(await shop.pay(penniless, 'S-3')).toMatchObject({ state: 'declined' })
  expect(await shop.payments('card', 'paid')).toBe(1)
  expect(await shop.payments('card', 'declined')).toBe(3)
  expect(await shop.read('tender_payments_total')).toBe(4)
  expect(await shop.read('tender_gateway_calls_total', { operation: 'paymentorder.do' })).toBe(4)
  expect(await shop.read('tender_gateway_call_duration_seconds_count', { operation: 'paymentorder.do' })).toBe(4)
  expect(await shop.read('tender_http_requests_total', { route: '/api/pay', status: '2xx' })).toBe(4)
  expect(await shop.read('tender_http_request_duration_seconds_count', { route: '/api/pay' })).toBe(4)
  expect(await shop.read('tender_locks_total', { kind: 'order', result: 'taken' })).toBeGreaterThanOrEqual(4)
})

test('a payment by a code is undecided while its code may be paid, and counted once it is', async () => {
  const metrics = buildMetrics()
  const shop = await openCodeShop({}, { metrics })
  const order = shop.order()
  const read = async (name: string): Promise<number> => valueIn(await metrics.text(), name, { method: 'sbp' })
  const payload = payloadIn(await order.code())
  for (let time = 0; time < 2; time += 1) await order.code()
  expect(await read('tender_payments_undecided_total')).toBe(1)
  await order.inApp(payload, 'confirm')
  for (let time = 0; time < 2; time += 1) expect(await order.read()).toMatchObject({ state: 'paid' })
  expect(await read('tender_payments_total')).toBe(1)
})

test('a limit on an address is counted by its name, which the answer does not have', async () => {
  const shop = await meteredShop({ TENDER_LIMIT_DECLINES: '1' })
  await shop.pay(penniless)
  const refused = await shop.refusal('pay', await shop.cardBody(await shop.prepared({ orderNumber: 'S-2' })), {
    orderNumber: 'S-2',
  })
  expect(refused).toMatchObject({ status: 429, code: 'too_many_tries' })
  expect(JSON.stringify(refused)).not.toContain('address')
  expect(await shop.read('tender_card_testing_refusals_total', { limit: 'address' })).toBe(1)
  expect(await shop.read('tender_http_requests_total', { route: '/api/pay', status: '4xx' })).toBe(1)
  expect(await shop.read('tender_payments_total')).toBe(1)
})

test('a payment in 3-D Secure is undecided until its result is read, and counted once however often it is read', async () => {
  const shop = await meteredShop()
  expect(await shop.pay(challenged)).toMatchObject({ state: 'authenticate' })
  expect(await shop.read('tender_payments_total')).toBe(0)
  expect(await shop.read('tender_payments_undecided_total', { method: 'card', state: 'authenticating' })).toBe(1)
  expect(await shop.outcome('cancel', {})).toMatchObject({ state: 'cancelled' })
  for (let time = 0; time < 3; time += 1) await shop.outcome('outcome')
  expect(await shop.payments('card', 'cancelled')).toBe(1)
  expect(await shop.read('tender_payments_total')).toBe(1)
})

test('a payment whose session ends while the bank is asking is counted as expired, and not as declined', async () => {
  const shop = await meteredShop()
  expect(await shop.pay(challenged)).toMatchObject({ state: 'authenticate' })
  shop.fixture.clock.advance(SESSION)
  for (let time = 0; time < 2; time += 1) expect(await shop.outcome('outcome')).toMatchObject(expired)
  expect(await shop.payments('card', 'expired')).toBe(1)
  expect(await shop.read('tender_payments_total')).toBe(1)
})

test('a payment that is refused since its session is over is counted as expired, too', async () => {
  const shop = await meteredShop()
  shop.state.wire = async (request, fetch) => {
    if (request.url.endsWith('paymentorder.do')) shop.fixture.clock.advance(SESSION)
    return fetch(request)
  }
  expect(await shop.pay()).toMatchObject(expired)
  expect(await shop.payments('card', 'expired')).toBe(1)
  expect(await shop.read('tender_payments_total')).toBe(1)
})

test('of two instances that read the same result, one counts it', async () => {
  const counters = memoryCounters(clock)
  const [one, other] = [buildMetrics(), buildMetrics()]
  const given = { clock, counters, fetch: async () => new Response(), locks: memoryLocks(clock) }
  const [first, second] = [one.wrap(given).paymentMeter, other.wrap(given).paymentMeter]
  first.count('apple_pay', { state: 'authenticate', orderId: 'id-1', isContinued: false })
  second.read('id-1', 'paid')
  first.read('id-1', 'paid')
  await settle()
  const total = async () =>
    Promise.all([one, other].map(async (metrics) => valueIn(await metrics.text(), 'tender_payments_total')))
  expect((await total()).reduce((sum, value) => sum + value)).toBe(1)
  expect(valueIn(await other.text(), 'tender_payments_total', { method: 'apple_pay', state: 'paid' })).toBe(1)
})

test('a lost answer is an ambiguous call, and the payment that was made is counted as paid', async () => {
  const shop = await meteredShop()
  shop.state.wire = losing('paymentorder.do')
  expect(await shop.pay()).toMatchObject({ state: 'paid' })
  const lost = { operation: 'paymentorder.do', result: 'ambiguous' }
  expect(await shop.read('tender_gateway_calls_total', lost)).toBe(1)
  expect(await shop.payments('card', 'paid')).toBe(1)
})

test('a wallet has its own method', async () => {
  const shop = await meteredShop(walletsOffered)
  const paymentToken = await shop.tokens.googlePay()
  const { browser } = await shop.cardBody('none')
  await shop.outcome('wallet/pay', { wallet: 'googlePay', paymentToken, browser })
  expect(await shop.read('tender_payments_total', { method: 'google_pay' })).toBe(1)
})

test('the text follows the format, has labels of the table only, and no order number, identifier or card', async () => {
  const shop = await meteredShop()
  const { orderId } = await shop.pay(plain, 'order-number-7')
  await shop.app.inject('/nowhere-4444555511113333')
  const text = await shop.metrics.text()
  const samples = samplesIn(text)
  const own = samples.filter(({ name }) => name.startsWith('tender_'))
  expect(own.length).toBeGreaterThan(20)
  for (const { name, labels } of own) {
    const metric = name.replace(/_(?:bucket|sum|count)$/, '')
    const { labels: names = [] }: Metric =
      metricTable[(name in metricTable ? name : metric) as keyof typeof metricTable]
    expect(
      Object.keys(labels)
        .filter((label) => label !== 'le')
        .toSorted(),
    ).toEqual([...names].toSorted())
  }
  for (const secret of ['order-number-7', orderId!, '4444555511113333', 'shop.example', '127.0.0.1'])
    expect(text).not.toContain(secret)
  expect(valueIn(text, 'tender_http_requests_total', { route: 'unknown', status: '4xx' })).toBe(1)
})

test('a proxy serves no metrics at its own address, with them and without', async () => {
  for (const options of [{}, { metrics: buildMetrics() }]) {
    const shop = await openShop({}, options)
    const answer = await shop.app.inject({ url: '/metrics', headers: { host: 'pay.shop.example' } })
    expect(answer.statusCode).toBe(404)
  }
})
