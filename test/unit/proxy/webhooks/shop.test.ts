import fastify from 'fastify'
import { Hono } from 'hono'
import { Webhook } from 'standardwebhooks'
import * as undici from 'undici'
import { describe, expect, test } from 'vitest'
import { freePorts } from '#demo/ports.ts'
import { takeWebhooks } from '#demo/shop/webhooks.ts'
import { undiciFetch } from '#gateway-client/undici-fetch.ts'
import { systemClock } from '#ports/system.ts'
import { testEvent } from '#proxy/webhooks/event.ts'
import { verifyWebhook } from '#proxy/shop-server/verify-webhook.ts'
import { webhookSender } from '#proxy/webhooks/send-event.ts'
import { Secret } from '#proxy/config/secret.ts'
import { webhookSecret } from './stand.ts'

function openShop() {
  const app = fastify()
  takeWebhooks(app, webhookSecret)
  const post = (id: string, type: string, about: string | object, change: { body?: string; at?: Date } = {}) => {
    const { at = new Date() } = change
    const data = typeof about === 'string' ? { orderNumber: about } : about
    const payload = JSON.stringify({ type, timestamp: at.toISOString(), data })
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(webhookSecret).sign(id, at, payload),
    }
    return app.inject({ method: 'POST', url: '/webhooks', headers, payload: change.body ?? payload })
  }
  const shown = async (orderNumber: string) =>
    (await app.inject(`/webhooks/${orderNumber}`)).json<{ id: string; type: string }[]>()
  return { post, shown }
}

test('the demo shop keeps what is signed, once per id, and shows it by order', async () => {
  const { post, shown } = openShop()
  expect(await shown('A-17')).toEqual([])
  for (const [id, type, order] of [
    ['msg_1', 'order.held', 'A-17'],
    ['msg_1', 'order.held', 'A-17'],
    ['msg_2', 'order.paid', 'A-17'],
    ['msg_3', 'order.paid', 'B-18'],
  ] as const)
    expect((await post(id, type, order)).statusCode).toBe(204)
  expect(await shown('A-17')).toMatchObject([
    { id: 'msg_1', type: 'order.held' },
    { id: 'msg_2', type: 'order.paid' },
  ])
})

test('it shows the events of a card by its client, and by the order that stored it', async () => {
  const { post, shown } = openShop()
  const card = { clientId: 'jane', bindingId: 'b-1' }
  await post('msg_1', 'card.stored', { ...card, orderNumber: 'A-17' })
  await post('msg_2', 'card.removed', card)
  await post('msg_3', 'card.removed', { clientId: 'john', bindingId: 'b-2' })
  expect(await shown('A-17')).toMatchObject([{ type: 'card.stored' }])
  expect(await shown('clients/jane')).toMatchObject([{ type: 'card.stored' }, { type: 'card.removed' }])
})

test('an event of a type that the shop does not know is accepted', async () => {
  const { post } = openShop()
  expect((await post('msg_1', 'moon.full', {})).statusCode).toBe(204)
})

describe('verifyWebhook', () => {
  const at = new Date()
  const body = JSON.stringify({ type: 'card.removed', timestamp: at.toISOString(), data: { bindingId: 'b-1' } })
  const headers = {
    'Webhook-Id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(webhookSecret).sign('msg_1', at, body),
  }

  const event = { id: 'msg_1', type: 'card.removed', timestamp: at.toISOString(), data: { bindingId: 'b-1' } }
  const bytes = new TextEncoder().encode(body)

  test.each([
    ['text', body],
    ['a Buffer', Buffer.from(body)],
    ['the bytes of a request', bytes],
    ['an ArrayBuffer', bytes.buffer],
    ['a view of a part of one', new Uint8Array([0, ...bytes, 0]).subarray(1, -1)],
  ])('reads an event from %s', (_, given) => {
    expect(verifyWebhook(given, headers, webhookSecret)).toEqual(event)
  })

  test('takes the headers of each platform as they are', async () => {
    const requests = [Request, undici.Request].map(
      (Kind) => new Kind('https://shop.example/webhooks', { method: 'POST', headers, body }),
    )
    for (const request of requests)
      expect(verifyWebhook(await request.clone().text(), request.headers, webhookSecret)).toEqual(event)
    expect(verifyWebhook(await requests[0]!.bytes(), requests[1]!.headers, webhookSecret)).toEqual(event)
    const app = new Hono().post('/', async ({ req }) => {
      expect(verifyWebhook(await req.arrayBuffer(), req.header(), webhookSecret)).toEqual(event)
      return new Response(null, { status: 204 })
    })
    expect((await app.request('/', { method: 'POST', headers, body })).status).toBe(204)
    const distinct = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
    expect(verifyWebhook(body, { ...distinct, 'x-absent': undefined }, webhookSecret)).toEqual(event)
    expect(verifyWebhook(body, new Map(Object.entries(headers)), webhookSecret)).toEqual(event)
  })

  test('says that a body was parsed before', () => {
    const parsed = JSON.parse(body) as string
    expect(() => verifyWebhook(parsed, headers, webhookSecret)).toThrow('as it arrived')
  })

  test('throws where anything was changed or is missing', () => {
    const foreign = `whsec_${Buffer.from('a secret of somebody else!').toString('base64')}`
    expect(() => verifyWebhook(body.replace('b-1', 'b-2'), headers, webhookSecret)).toThrow('No matching signature')
    expect(() => verifyWebhook(body, { ...headers, 'Webhook-Id': 'msg_2' }, webhookSecret)).toThrow('No matching')
    expect(() => verifyWebhook(body, headers, foreign)).toThrow('No matching signature')
    for (const none of [{}, new Headers(), { 'webhook-id': undefined }])
      expect(() => verifyWebhook(body, none, webhookSecret)).toThrow('Missing required headers')
  })
})

test('it refuses what is changed, or old', async () => {
  const { post, shown } = openShop()
  const body = '{"type":"order.paid","data":{"orderNumber":"A-17"}}'
  expect((await post('msg_1', 'order.paid', 'A-17', { body })).statusCode).toBe(401)
  expect((await post('msg_1', 'order.paid', 'A-17', { at: new Date(0) })).statusCode).toBe(401)
  expect(await shown('A-17')).toEqual([])
})

test('it keeps the last 20 of an order', async () => {
  const { post, shown } = openShop()
  for (let at = 1; at <= 22; at++) await post(`msg_${at}`, 'order.refunded', 'A-17')
  expect((await shown('A-17')).map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, at) => `msg_${at + 3}`))
})

test('over a real connection the shop takes what the proxy sends, and no redirection is followed', async () => {
  const app = fastify()
  takeWebhooks(app, webhookSecret)
  app.post('/moved', async (_, reply) => reply.redirect('/webhooks', 307))
  const base = await app.listen({ host: '127.0.0.1', port: 0 })
  const fetch = undiciFetch({ timeoutMs: 5000 })
  const sendTo = (url: string) => {
    const settings = { url, secrets: [new Secret(webhookSecret)], callbacks: {} }
    return webhookSender(settings, fetch, systemClock)(testEvent('1', systemClock.now()))
  }
  expect(await sendTo(`${base}/webhooks`)).toEqual({ delivered: true, status: 204 })
  expect(await sendTo(`${base}/moved`)).toEqual({
    delivered: false,
    status: 307,
    reason: 'It answered HTTP 307, not 2xx.',
  })
  const [nobody] = await freePorts(1, 0)
  const lost = await sendTo(`http://127.0.0.1:${nobody}/`)
  expect(lost).toEqual({ delivered: false, reason: 'It could not be reached (ECONNREFUSED).' })
  await Promise.all([app.close(), fetch.close()])
})
