import type { RequestListener } from 'node:http'
import express from 'express'
import { fastify, type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { buildProxy } from '#proxy/build-proxy.ts'
import type { ProxyOptions } from '#proxy/proxy-options.ts'
import { memoryQueues, type Queues } from '#proxy/webhooks/job-queue.ts'
import { memoryLocks } from '#proxy/locks/lock-store.ts'
import { tenderProxy } from '#adapters/fastify-plugin.ts'
import { requestListener } from '#adapters/request-listener.ts'
import { silent } from '#ports/journal.ts'
import { systemRandom } from '#ports/system.ts'
import { fakeClock } from '../../support/clock.ts'
import { fakeGateway } from '../../support/fake-gateway.ts'
import { configOf, documents, gatewayUrl } from '../proxy/support/test-proxy.ts'
import { askAt, listening as open, type Ask } from './servers.ts'
import { watching } from '../proxy/merchant/bank.ts'

const apiKey = 'an-api-key-of-the-merchant-canary-32-bytes'
const key = { authorization: `Bearer ${apiKey}` }
const config = configOf({ TENDER_API_KEYS: apiKey })

async function contextOf(): Promise<ProxyOptions> {
  const clock = fakeClock()
  const { fetch } = await fakeGateway(clock, gatewayUrl)
  return { clock, random: systemRandom, fetch, journal: silent, logger: false, locks: memoryLocks(clock), documents }
}

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0)) await end()
})

async function listening(listener: RequestListener): Promise<Ask> {
  const { ask, close } = await open(listener)
  endings.push(close)
  return ask
}

async function builtProxy(): Promise<FastifyInstance> {
  const proxy = await buildProxy(config, await contextOf())
  endings.push(() => proxy.close())
  return proxy
}

/** Headers of the proxy that an app's own answers must not have. */
const ours = ['cross-origin-resource-policy', 'referrer-policy', 'strict-transport-security', 'x-content-type-options']

async function inHttp(): Promise<Ask> {
  return listening(await requestListener(await builtProxy()))
}

async function inExpress(): Promise<Ask> {
  const app = express()
  app.use((_, response, next) => {
    response.setHeader('x-frame-options', 'DENY')
    next()
  })
  app.use(await requestListener(await builtProxy()))
  app.use(express.json())
  app.get('/own', (_, response) => response.end('own'))
  app.get('/healthz', (_, response) => response.end("the app's own health"))
  return listening(app)
}

async function inFastify(): Promise<Ask> {
  const app = fastify()
  app.addHook('onRequest', async (_, reply) => void reply.header('x-frame-options', 'DENY'))
  app.setErrorHandler((_, __, reply) => reply.code(500).send("the app's own error"))
  app.setNotFoundHandler((_, reply) => reply.code(404).send("the app's own 404"))
  app.get('/own', async () => 'own')
  app.post('/own', async ({ body }) => body)
  app.get('/healthz', async () => "the app's own health")
  app.get('/broken', async () => {
    throw new Error('broken')
  })
  await app.register(tenderProxy(config, await contextOf()))
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  endings.push(() => app.close())
  return askAt(Number(new URL(address).port))
}

describe.each([
  ['node:http', inHttp],
  ['Express', inExpress],
  ['Fastify', inFastify],
])('mounted in %s the proxy', (_, open) => {
  test('says that it lives', async () => {
    const { status, body } = await (await open())('/healthz')
    expect([status, body]).toEqual([200, '{"status":"up"}'])
  })

  test('serves the card document with its own headers and no others', async () => {
    const ask = await open()
    const { status, headers, body } = await ask('/card', { headers: { 'sec-fetch-dest': 'iframe' } })
    expect([status, body]).toEqual([200, expect.stringContaining('/assets/card/card-abc.js')])
    expect(headers['content-security-policy']).toContain('frame-ancestors https://shop.example')
    expect(headers).toMatchObject({ 'cache-control': 'private, max-age=300', 'x-content-type-options': 'nosniff' })
    expect(headers).not.toHaveProperty('x-frame-options')
    expect(headers).not.toHaveProperty('x-powered-by')
  })

  test('answers the merchant with a key, and nobody without', async () => {
    const ask = await open()
    const sent = { method: 'POST', headers: { ...key, 'content-type': 'application/json' }, body: '{"amount":"1"}' }
    const wrong = await ask('/merchant/orders/A-17/refund', sent)
    expect([wrong.status, JSON.parse(wrong.body)]).toMatchObject([
      400,
      { error: { code: 'field_invalid', field: 'amount' } },
    ])
    expect((await ask('/merchant/orders/A-17/refund', { method: 'POST' })).status).toBe(401)
  })

  test('reads names as long as its own server does', async () => {
    const ask = await open()
    const sent = { method: 'POST', headers: { ...key, 'content-type': 'application/json' }, body: '{"a":1}' }
    const { body } = await ask(`/merchant/clients/${'x'.repeat(255)}/cards/b-1/remove`, sent)
    expect(JSON.parse(body)).toMatchObject({ error: { code: 'field_unknown', field: 'a' } })
  })

  test('refuses in its own words', async () => {
    const ask = await open()
    const framed = await ask('/card')
    expect([framed.status, JSON.parse(framed.body)]).toMatchObject([403, { error: { code: 'not_framed' } }])
    const method = await ask('/healthz', { method: 'DELETE' })
    expect([method.status, method.headers['allow']]).toEqual([405, 'GET, HEAD'])
  })
})

describe.each([
  ['Express', inExpress],
  ['Fastify', inFastify],
])('the app of %s keeps', (_, open) => {
  test('its own routes, untouched', async () => {
    const ask = await open()
    const { status, headers, body } = await ask('/own')
    expect([status, body, headers['x-frame-options']]).toEqual([200, 'own', 'DENY'])
    expect(Object.keys(headers).filter((name) => ours.includes(name))).toEqual([])
  })

  test('all addresses under its other names', async () => {
    const ask = await open()
    const health = await ask('/healthz', { headers: { host: 'shop.example' } })
    expect([health.status, health.body]).toEqual([200, "the app's own health"])
    expect((await ask('/card', { headers: { host: 'shop.example', 'sec-fetch-dest': 'iframe' } })).status).toBe(404)
  })

  test('what nobody answers', async () => {
    const { status, headers, body } = await (await open())('/api/unknown')
    expect(status).toBe(404)
    expect(body).not.toContain('not_found')
    expect(headers['x-frame-options']).toBe('DENY')
  })
})

test('the app of Fastify keeps its bodies and its errors', async () => {
  const ask = await inFastify()
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  const echoed = await ask('/own', { method: 'POST', headers, body: '{"a":1}' })
  expect([echoed.status, echoed.body]).toEqual([200, '{"a":1}'])
  const broken = await ask('/broken')
  expect([broken.status, broken.body]).toEqual([500, "the app's own error"])
})

test('under plain node:http the proxy answers everything', async () => {
  const { status, body } = await (await inHttp())('/own')
  expect([status, JSON.parse(body)]).toMatchObject([404, { error: { code: 'not_found' } }])
})

test('a body that was read before is an error, and is not waited for', async () => {
  const app = express()
  app.use(express.json())
  app.use(await requestListener(await builtProxy()))
  const ask = await listening(app)
  const sent = { method: 'POST', headers: { ...key, 'content-type': 'application/json' }, body: '{}' }
  const { status, body } = await ask('/merchant/orders/A-17/cancel', sent)
  expect([status, JSON.parse(body)]).toMatchObject([500, { error: { code: 'internal' } }])
  expect(body).toContain('express.json()')
  expect((await ask('/healthz')).status).toBe(200)
})

test('a prefix is refused', async () => {
  const app = express()
  app.use('/pay', await requestListener(await builtProxy()))
  const { status, body } = await (await listening(app))('/pay/healthz')
  expect([status, body]).toEqual([500, expect.stringContaining('prefix')])
  const host = fastify()
  await expect(host.register(tenderProxy(config, await contextOf()), { prefix: '/pay' })).rejects.toThrow('prefix /pay')
})

test('the proxy stops with the app', async () => {
  let isClosed = false
  const queues: Queues = {
    ...memoryQueues,
    open: (options) => ({ ...memoryQueues.open(options), close: async () => void (isClosed = true) }),
  }
  const app = fastify()
  await app.register(tenderProxy(configOf(watching), { ...(await contextOf()), queues }))
  await app.ready()
  expect(isClosed).toBe(false)
  await app.close()
  expect(isClosed).toBe(true)
})
