import { afterEach, expect, test } from 'vitest'
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
  expect(came[0]!.data).toMatchObject({ orderNumber: 'A-17', current: { orderId, maskedPan: '444455**3333' } })
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
