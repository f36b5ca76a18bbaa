import { once } from 'node:events'
import { request as openRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { endpointsOf } from '#proxy/http/request-guard.ts'
import { apiKey, hook, openStand, quiet, webhookSecret } from '../webhooks/stand.ts'
import { openTestProxy, type TestProxy } from '../support/test-proxy.ts'
import { waitFor } from '../../../support/poll.ts'

/** Routes whose GET has side effects, which a HEAD would cause unnoticed. */
const withEffect: ReadonlySet<string> = new Set(['/callback', '/callback/:number/:proof'])

const script = Buffer.from('entry()')
const callbacks = {
  TENDER_API_KEYS: apiKey,
  TENDER_WEBHOOK_URL: hook,
  TENDER_WEBHOOK_SECRET: webhookSecret,
  TENDER_CALLBACK_SECRET: 'canary-callback-secret',
}

let proxy: TestProxy
let base: URL
beforeAll(async () => {
  proxy = await openTestProxy({ env: callbacks, options: { scriptTag: new Map([['checkout.js', { bytes: script }]]) } })
  await proxy.app.listen({ host: '127.0.0.1', port: 0 })
  base = new URL(`http://127.0.0.1:${(proxy.app.server.address() as AddressInfo).port}`)
})
afterAll(() => proxy.app.close())
afterEach(() => void vi.useRealTimers())

const answersTo = (app: FastifyInstance, method: string): string[] =>
  [...endpointsOf(app).addresses].filter((url) => app.hasRoute({ method: method as 'GET', url })).toSorted()

test('every address that answers GET answers HEAD, but those where a GET has an effect', () => {
  const read = answersTo(proxy.app, 'GET')
  expect(read).toEqual(expect.arrayContaining(['/healthz', '/v1/checkout.js', '/3ds/return', ...withEffect]))
  expect(answersTo(proxy.app, 'HEAD')).toEqual(read.filter((url) => !withEffect.has(url)))
})

interface Whole {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

async function over(method: string, path: string, more: Readonly<Record<string, string>>): Promise<Whole> {
  const headers = { host: 'pay.shop.example', ...more }
  const sent = openRequest(new URL(path, base), { method, headers, agent: false })
  const answered = once(sent.end(), 'response') as Promise<[IncomingMessage]>
  const [answer] = await answered
  // These two differ from one request to the next.
  const { date: _, 'x-request-id': __, ...rest } = answer.headers
  return { status: answer.statusCode!, headers: rest, body: (await answer.toArray()).join('') }
}

test('there is no icon, and asking for one is no error', async () => {
  const { status, body } = await over('GET', '/favicon.ico', {})
  expect([status, body]).toEqual([204, ''])
})

describe('on a socket a HEAD has the status and the headers of the GET, and no body', () => {
  const framed = { 'sec-fetch-dest': 'iframe' }
  const rows: readonly (readonly [path: string, headers: Readonly<Record<string, string>>, status: number])[] = [
    ['/healthz', {}, 200],
    ['/readyz', {}, 200],
    ['/openapi.json', {}, 200],
    ['/card', framed, 200],
    ['/card', {}, 403],
    ['/3ds', framed, 200],
    ['/3ds/return?k=forged', {}, 400],
    ['/3ds/bank?k=forged', {}, 400],
    ['/v1/checkout.js', {}, 200],
    ['/v1/nothing.js', {}, 404],
    ['/api/texts/en', { 'sec-fetch-site': 'same-origin' }, 200],
    ['/api/texts/en', {}, 403],
    ['/api/outcome', { 'sec-fetch-site': 'same-origin' }, 401],
    ['/merchant/orders/A-17', {}, 401],
    ['/nothing', {}, 404],
  ]
  test.each(rows)('%s %j', async (path, headers, status) => {
    const [get, head] = [await over('GET', path, headers), await over('HEAD', path, headers)]
    expect(get.status).toBe(status)
    expect(get.body).not.toBe('')
    expect(head).toEqual({ ...get, body: '' })
  })
})

describe('a HEAD has no effect', () => {
  test('at the address of a callback, which the gateway calls by GET', async () => {
    const stand = await openStand()
    const order = await stand.prepared()
    order.status = 2
    const head = await stand.send({ method: 'HEAD', url: stand.path() })
    expect([head.statusCode, head.headers.allow]).toEqual([405, 'GET, POST'])
    await quiet()
    expect(stand.came).toEqual([])
    expect((await stand.send({ method: 'GET', url: stand.path() })).statusCode).toBe(200)
    expect(stand.types()).toEqual(['order.paid'])
  })

  test('where the shopper is shown how an order stands', async () => {
    const stand = await openStand()
    const order = await stand.prepared()
    order.status = 2
    const authorization = `Bearer ${await stand.ticket()}`
    const request = { url: '/api/outcome', headers: { 'sec-fetch-site': 'same-origin', authorization } }
    expect((await stand.send({ method: 'HEAD', ...request })).statusCode).toBe(200)
    await quiet()
    expect(stand.attempts).toEqual([])
    await stand.send({ method: 'GET', ...request })
    await waitFor(() => expect(stand.types()).toEqual(['order.paid']))
  })
})
