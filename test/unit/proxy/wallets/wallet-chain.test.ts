import { expect, test } from 'vitest'
import type { Order } from '#server-contract/merchant/merchant.ts'
import { onRequest } from '../../../support/on-request.ts'
import { losing, openShop, penniless, walletsOffered, type Shop } from '../support/sandbox-shop.ts'
import { browser } from '../support/test-proxy.ts'

const key = 'an-api-key-of-the-merchant-canary-32-bytes'

/** A shop whose merchant reads its orders and receives webhooks. */
async function openRecorded() {
  const result: string[] = []
  const webhookFetch = onRequest(async (request) => {
    const { type, data } = (await request.json()) as { type: string; data: Order }
    result.push(`${type} ${data.current.orderNumber}`)
    return new Response()
  })
  const env = {
    ...walletsOffered,
    TENDER_API_KEYS: key,
    TENDER_WEBHOOK_URL: 'https://shop.example/webhook',
    TENDER_WEBHOOK_SECRET: 'whsec_YSB3ZWJob29rIHNlY3JldCBvZiB0aGVzZSB0ZXN0cyE=',
  }
  const shop = await openShop(env, { webhookFetch })
  const order = async () => {
    const headers = { host: 'pay.shop.example', authorization: `Bearer ${key}` }
    return (await shop.app.inject({ url: '/merchant/orders/S-1', headers })).json<Order>()
  }
  return { shop, result, order }
}

const payment = async (shop: Shop, card?: typeof penniless) => ({
  wallet: 'googlePay',
  paymentToken: await shop.tokens.googlePay(card),
  browser,
})

test('the merchant reads a chain that goes through cards and wallets by the number of its ticket', async () => {
  const { shop, result, order } = await openRecorded()
  await shop.outcome('pay', await shop.cardBody(await shop.prepared(), penniless))
  await shop.prepared()
  await shop.outcome('wallet/pay', await payment(shop, penniless))
  await expect.poll(() => result).toContain('order.declined S-1-3')
  await shop.outcome('wallet/pay', await payment(shop))
  const { state, tries } = await order()
  expect(state).toBe('paid')
  expect(tries.map((one) => `${one.orderNumber} ${one.state}`)).toEqual([
    'S-1 declined',
    'S-1-2 cancelled',
    'S-1-3 declined',
    'S-1-4 paid',
  ])
  await shop.app.close()
  expect(result).toEqual(['order.declined S-1', 'order.declined S-1-3', 'order.paid S-1-4'])
})

test('an order that gave way to a wallet is not reported as cancelled while the wallet may be paying', async () => {
  const { shop, result, order } = await openRecorded()
  await shop.prepared()
  shop.state.wire = async (request, fetch) =>
    request.url.endsWith('google/payment.do') ? new Response('', { status: 502 }) : fetch(request)
  expect(await shop.outcome('wallet/pay', await payment(shop))).toMatchObject({ state: 'pending' })
  expect(await order()).toMatchObject({ state: 'pending', current: { orderNumber: 'S-1', state: 'pending' } })
  expect((await order()).current.reason).toBeUndefined()
  await shop.outcome('outcome')
  await shop.app.close()
  expect(result).toEqual([])
})

test('a merchant who cancels meanwhile is answered 409', async () => {
  const { shop } = await openRecorded()
  await shop.prepared()
  shop.state.wire = async (request, fetch) =>
    request.url.endsWith('google/payment.do') ? new Response('', { status: 502 }) : fetch(request)
  await shop.outcome('wallet/pay', await payment(shop))
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/merchant/orders/S-1/cancel',
    headers: { host: 'pay.shop.example', authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    payload: '{}',
  })
  expect(answer.statusCode).toBe(409)
})

test('a lost answer of a paid wallet is reported as paid, once', async () => {
  const { shop, result } = await openRecorded()
  shop.state.wire = losing('google/payment.do')
  await shop.outcome('wallet/pay', await payment(shop))
  await shop.outcome('outcome')
  await shop.app.close()
  expect(result).toEqual(['order.paid S-1'])
})
