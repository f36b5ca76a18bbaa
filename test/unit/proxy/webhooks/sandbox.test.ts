import { afterEach, expect, test } from 'vitest'
import { credentials } from '../../../conformance/gateway/fixture.ts'
import { signOrder } from '#proxy/tickets/sign-order.ts'
import { cardFor, secret } from '../support/test-proxy.ts'
import { openWebhookProxy as open, plain, type WebhookProxy } from './test-proxy.ts'
import { apiKey } from './stand.ts'
import { waitFor } from '../../../support/poll.ts'

const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0)) await end()
})

async function openWebhookProxy(): Promise<WebhookProxy> {
  const proxy = await open()
  endings.push(proxy.close)
  return proxy
}

test('an order is paid, partly refunded and refunded: each callback becomes a webhook', async () => {
  const { came, callbacks, sealed, ask } = await openWebhookProxy()
  const terms = { orderNumber: 'A-17', amount: 1234, currency: '933', returnUrl: 'http://shop.localhost/' }
  const browser = {
    authorization: `Bearer ${await signOrder({ ...terms, capture: 'two-phase' }, secret)}`,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
  }
  const merchant = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  const { orderId } = (await ask('/api/prepare', 'POST', browser, '{}')).json<{ orderId: string }>()
  const seToken = await sealed(plain, orderId)
  await ask('/api/pay', 'POST', browser, JSON.stringify({ ...cardFor(orderId), seToken }))
  await waitFor(() => expect(callbacks).toHaveLength(1))
  let result = 1
  for (const [path, body] of [
    ['capture', {}],
    ['refund', { amount: 1000 }],
    ['refund', {}],
  ] as const) {
    const answer = await ask(`/merchant/orders/A-17/${path}`, 'POST', merchant, JSON.stringify(body))
    expect(answer.statusCode).toBe(200)
    result += 1
    // The proxy reads an order at most once a second.
    await waitFor(() => expect(callbacks).toHaveLength(result))
  }
  expect(callbacks.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(new Set(callbacks.map(({ path }) => path.split('?')[0])).size).toBe(1)
  expect(came.map(({ type, data: { current } }) => [type, current.depositedAmount, current.refundedAmount])).toEqual([
    ['order.held', 0, 0],
    ['order.paid', 1234, 0],
    ['order.refunded', 1234, 1000],
    ['order.refunded', 1234, 1234],
  ])
  expect(isGrowing(came)).toBe(true)
  expect(came[0]!.data).toMatchObject({ orderNumber: 'A-17', current: { orderId, maskedPan: '444455**3333' } })
})

/** Whether a shop that takes only what has a greater version takes each of them. */
const isGrowing = (came: WebhookProxy['came']): boolean =>
  came.every(({ data }, at) => at === 0 || data.version > came[at - 1]!.data.version)

test('what the bank and the shop do to an order in turn has a greater version each time', async () => {
  const { came, sealed, ask, shopper, fixture } = await openWebhookProxy()
  const terms = { orderNumber: 'A-18', amount: 1234, currency: '933', returnUrl: 'http://shop.localhost/' }
  const claims = { ...terms, capture: 'two-phase' } as const
  const { orderId } = (await shopper('prepare', {}, claims)) as { orderId: string }
  await shopper('pay', { ...cardFor(orderId), seToken: await sealed(plain, orderId) }, claims)
  await waitFor(() => expect(came).toHaveLength(1))
  const login = { userName: credentials.userName, password: credentials.password, orderId, language: 'en' } as const
  const merchant = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  const refund = (amount: number) => ask('/merchant/orders/A-18/refund', 'POST', merchant, JSON.stringify({ amount }))
  const steps: readonly (() => Promise<unknown>)[] = [
    () => fixture.gateway.reverse({ ...login, amount: 234 }),
    () => fixture.gateway.deposit({ ...login, amount: 900 }),
    () => refund(100),
    () => fixture.gateway.refund({ ...login, amount: 200 }),
    () => refund(600),
  ]
  for (const [at, step] of steps.entries()) {
    await step()
    await waitFor(() => expect(came).toHaveLength(at + 2))
  }
  expect(
    came.map(({ type, data: { current } }) => [
      type,
      current.approvedAmount,
      current.depositedAmount,
      current.refundedAmount,
    ]),
  ).toEqual([
    ['order.held', 1234, 0, 0],
    ['order.held', 1000, 0, 0],
    ['order.paid', 1000, 900, 0],
    ['order.refunded', 1000, 900, 100],
    ['order.refunded', 1000, 900, 300],
    ['order.refunded', 1000, 900, 900],
  ])
  expect(isGrowing(came)).toBe(true)
})

test('a mail order is reported, too', async () => {
  const { came, callbacks, sealed, ask } = await openWebhookProxy()
  const seToken = await sealed(plain)
  const terms = { orderNumber: 'M-1', amount: 1234, currency: '933', cardholder: 'JANE DOE', seToken }
  const merchant = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  const answer = await ask('/merchant/charges/moto', 'POST', merchant, JSON.stringify(terms))
  expect(answer.json()).toMatchObject({ state: 'paid' })
  await waitFor(() => expect(callbacks.map(({ status }) => status)).toEqual([200]))
  expect(came).toMatchObject([{ type: 'order.paid', data: { orderNumber: 'M-1' } }])
})
