import { METHODS } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { stop } from '#proxy/http/shutdown.ts'
import { cardFor, openTestProxy, proxyUrl, type TestProxy } from '../support/test-proxy.ts'

let proxy: TestProxy
let ticket: string
beforeAll(async () => {
  proxy = await openTestProxy()
  ticket = await proxy.ticketFor()
})
afterAll(() => proxy.app.close())

/** A valid request with some changes; `undefined` leaves a header out. */
const changed = (change: {
  method?: InjectOptions['method']
  url?: string
  headers?: Readonly<Record<string, string | undefined>>
  payload?: string
}): InjectOptions => {
  const headers = {
    host: 'pay.shop.example',
    'sec-fetch-site': 'same-origin',
    origin: proxyUrl,
    authorization: `Bearer ${ticket}`,
    'content-type': 'application/json',
    ...change.headers,
  }
  const given = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return {
    method: 'POST',
    url: '/api/prepare',
    payload: '{}',
    ...change,
    headers: Object.fromEntries(given),
  } as InjectOptions
}

test('the good request is let in', async () => {
  expect((await proxy.app.inject(changed({}))).statusCode).toBe(200)
  expect((await proxy.app.inject(changed({ headers: { origin: undefined } }))).statusCode).toBe(200)
  expect((await proxy.app.inject(changed({ headers: { host: 'PAY.shop.example:443' } }))).statusCode).toBe(200)
})

describe('what is refused before it is read', () => {
  const json = (payload: string) => ({ payload })
  const pay = (change: object) => ({ url: '/api/pay', payload: JSON.stringify({ ...cardFor('id'), ...change }) })
  type Row = readonly [what: string, change: Parameters<typeof changed>[0], status: number, code: string]
  const rows: readonly Row[] = [
    ['another site', { headers: { 'sec-fetch-site': 'cross-site' } }, 403, 'origin_refused'],
    ['the same site only', { headers: { 'sec-fetch-site': 'same-site' } }, 403, 'origin_refused'],
    ['a typed address', { headers: { 'sec-fetch-site': 'none' } }, 403, 'origin_refused'],
    ['no browser', { headers: { 'sec-fetch-site': undefined } }, 403, 'origin_refused'],
    ['a shop by itself', { headers: { origin: 'https://shop.example' } }, 403, 'origin_refused'],
    ['no origin but null', { headers: { origin: 'null' } }, 403, 'origin_refused'],
    ['a charset', { headers: { 'content-type': 'application/json; charset=utf-8' } }, 415, 'type_refused'],
    ['capitals', { headers: { 'content-type': 'Application/JSON' } }, 415, 'type_refused'],
    ['text', { headers: { 'content-type': 'text/plain' } }, 415, 'type_refused'],
    ['a tab', { headers: { 'content-type': 'application/json\ta' } }, 415, 'type_refused'],
    ['a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415, 'type_refused'],
    ['no type', { headers: { 'content-type': undefined } }, 415, 'type_refused'],
    ['16 KiB and a byte', json(`{"a":"${'x'.repeat(16 * 1024 - 7)}"}`), 413, 'body_too_large'],
    ['no JSON', json('{'), 400, 'body_malformed'],
    ['nothing', json(''), 400, 'body_malformed'],
    ['a list', json('[]'), 400, 'body_malformed'],
    ['a name twice', json('{"a":1,"a":2}'), 400, 'body_malformed'],
    ['a name twice, escaped', json('{"a":1,"\\u0061":2}'), 400, 'body_malformed'],
    ['a prototype', json('{"__proto__":{"a":1}}'), 400, 'body_malformed'],
    ['a constructor', json('{"constructor":{"prototype":{}}}'), 400, 'body_malformed'],
    ['a deep nest', json('{"a":'.repeat(7) + '1' + '}'.repeat(7)), 400, 'body_malformed'],
    ['an unknown field', json('{"amount":1}'), 400, 'field_unknown'],
    ['a missing field', { url: '/api/pay' }, 400, 'field_invalid'],
    ['a card number where a seal belongs', pay({ seToken: '4111 1111' }), 400, 'field_invalid'],
    ['an amount beside the card', pay({ amount: 1 }), 400, 'field_unknown'],
    ['a tii of the browser', pay({ tii: 'U' }), 400, 'field_unknown'],
    ['a query', { url: '/api/prepare?a=b' }, 400, 'request_malformed'],
    ['another host', { headers: { host: 'evil.example' } }, 400, 'request_malformed'],
    ['another port', { headers: { host: 'pay.shop.example:444' } }, 400, 'request_malformed'],
    ['no ticket', { headers: { authorization: undefined } }, 401, 'ticket_missing'],
    ['an unknown address', { url: '/api/refund' }, 404, 'not_found'],
    ['a closing slash', { url: '/api/prepare/' }, 404, 'not_found'],
    ['a broken escape', { url: '/api/%zz' }, 400, 'request_malformed'],
    ['a long locale', { method: 'GET', url: `/api/texts/${'x'.repeat(65)}` }, 404, 'not_found'],
    ['a query of a read', { method: 'GET', url: '/api/outcome?a=b' }, 400, 'field_unknown'],
  ]
  test.each(rows)('%s', async (_, change, status, code) => {
    const answer = await proxy.app.inject(changed(change))
    expect([answer.statusCode, answer.json()]).toMatchObject([status, { error: { code, message: expect.any(String) } }])
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': expect.stringContaining('max-age='),
    })
    expect(Object.keys(answer.headers).filter((name) => /^access-control|^set-cookie/.test(name))).toEqual([])
  })

  test('a field that breaks a rule is named', async () => {
    const answer = await proxy.app.inject(changed(pay({ browser: { ...cardFor('id').browser, colorDepth: '30' } })))
    expect(answer.json()).toMatchObject({
      error: { field: 'browser.colorDepth', message: expect.stringContaining('24') },
    })
  })

  test('a method that an address does not have is no error, whatever its body is', async () => {
    const others = METHODS.filter((method) => method !== 'POST' && method !== 'CONNECT')
    const bodies = [{}, { 'content-type': 'text/plain' }, { 'content-type': 'application/json' }] as const
    const logged = proxy.log.length
    for (const method of others)
      for (const headers of bodies) {
        const payload = Object.keys(headers).length ? { payload: 'x'.repeat(20_000) } : {}
        const request = { method, url: '/api/pay', headers: { host: 'pay.shop.example', ...headers }, ...payload }
        const { statusCode, headers: answered } = await proxy.app.inject(request as InjectOptions)
        expect([method, headers, statusCode, answered['allow']]).toEqual([method, headers, 405, 'POST'])
      }
    expect(proxy.log.slice(logged)).toEqual([])
  })

  const methods: readonly (readonly [InjectOptions['method'], string, string])[] = [
    ['GET', '/api/pay', 'POST'],
    ['PUT', '/api/outcome', 'GET, HEAD, POST'],
    ['HEAD', '/api/pay', 'POST'],
    ['OPTIONS', '/api/pay', 'POST'],
    ['DELETE', '/3ds/return', 'GET, HEAD, POST'],
    ['PUT', '/api/texts/en', 'GET, HEAD'],
  ]
  test.each(methods)('%s %s', async (method, url, allow) => {
    const answer = await proxy.app.inject({ method: method!, url, headers: { host: 'pay.shop.example' } })
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, allow])
  })
})

describe('on a real socket', () => {
  let port = 0
  beforeAll(async () => {
    await proxy.app.listen({ host: '127.0.0.1', port: 0 })
    port = (proxy.app.server.address() as AddressInfo).port
  })

  const raw = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      let received = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(text))
      socket.setEncoding('utf8').on('data', (data) => (received += data))
      socket.on('end', () => resolve(received)).on('error', reject)
    })

  const lines = (...all: string[]): string => [...all, '', ''].join('\r\n')
  const host = 'Host: pay.shop.example'
  const close = 'Connection: close'
  const refused: readonly (readonly [what: string, text: string, status: number])[] = [
    ['two hosts', lines('GET /healthz HTTP/1.1', host, host, close), 400],
    ['no host', lines('GET /healthz HTTP/1.1', close), 400],
    ['no host by HTTP/1.0, elsewhere than at a health check', lines('GET /openapi.json HTTP/1.0'), 400],
    ['an absolute address', lines('GET http://pay.shop.example/healthz HTTP/1.1', host, close), 400],
    ['an address without a scheme', lines('GET //evil.example/healthz HTTP/1.1', host, close), 400],
    ['two tickets', lines('GET /api/outcome HTTP/1.1', host, 'Authorization: a', 'Authorization: b', close), 400],
    ['HTTP/0.9', 'GET /healthz\r\n\r\n', 400],
    ['no HTTP', 'hello\r\n\r\n', 400],
    [
      'a length and chunks',
      lines('POST /api/pay HTTP/1.1', host, 'Content-Length: 2', 'Transfer-Encoding: chunked', close),
      400,
    ],
    ['9 KiB of headers', lines('GET /healthz HTTP/1.1', host, `X: ${'x'.repeat(9 * 1024)}`), 400],
  ]
  test.each(refused)('%s', async (_, text, status) => {
    const answer = await raw(text)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer).toContain('"code":"request_malformed"')
    expect(answer.toLowerCase()).toContain('cache-control: no-store')
  })

  test.each(['/healthz', '/readyz'])(
    'a check of %s by HTTP/1.0 needs no host, as HAProxy and keepalived send it',
    async (path) => {
      expect(await raw(lines(`GET ${path} HTTP/1.0`))).toMatch(/^HTTP\/1\.1 200 /)
    },
  )

  test('a plain request is answered', async () => {
    expect(await raw(lines('GET /healthz HTTP/1.1', host, close))).toContain('{"status":"up"}')
  })
})

describe('health', () => {
  test('is asked by any name', async () => {
    const answer = await proxy.app.inject({ url: '/readyz', headers: { host: '10.0.0.7:8080' } })
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ready' }])
  })

  test('says that the gateway cannot be reached', async () => {
    const own = await openTestProxy()
    own.gateway.state.wire = async () => new Response('', { status: 500 })
    const answer = await own.send({ url: '/readyz' })
    expect([answer.statusCode, answer.json()]).toMatchObject([503, { error: { code: 'gateway_unreachable' } }])
  })

  test('describes the API', async () => {
    const answer = await proxy.app.inject({ url: '/openapi.json', headers: { host: 'pay.shop.example' } })
    expect(answer.json()).toMatchObject({ openapi: '3.1.0', paths: { '/api/pay': { post: { operationId: 'pay' } } } })
  })
})

test('a stopping proxy finishes what it began, and takes nothing new', async () => {
  const own = await openTestProxy()
  const { orderId } = await own.prepare()
  let letGo = (): void => {}
  const arrived = new Promise<void>((arrive) => {
    own.gateway.state.wire = async (request, work) => {
      if (request.url.includes('paymentorder')) await new Promise<void>((go) => ((letGo = go), arrive()))
      return work()
    }
  })
  await own.app.listen({ host: '127.0.0.1', port: 0 })
  const base = `http://127.0.0.1:${(own.app.server.address() as AddressInfo).port}`
  const { headers, payload } = await own.requestFor('pay', cardFor(orderId!))
  const paying = rawFetch(`${base}/api/pay`, headers as Record<string, string>, String(payload))
  await arrived
  const stopped = stop(own.app)
  await vi.waitUntil(() => !own.app.server.listening, { timeout: 4000 })
  await expect(fetch(`${base}/healthz`)).rejects.toThrow('fetch failed')
  expect((await own.app.inject('/readyz').catch(() => undefined))?.statusCode ?? 503).toBe(503)
  letGo()
  const answer = await paying
  expect(answer).toContain('"state":"paid"')
  expect(answer.toLowerCase()).toContain('connection: close')
  await stopped
})

/** `fetch` cannot set Host and Sec-Fetch-Site. */
function rawFetch(address: string, headers: Readonly<Record<string, string>>, body: string): Promise<string> {
  const { port, pathname } = new URL(address)
  const all = { ...headers, 'content-length': String(Buffer.byteLength(body)) }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write([`POST ${pathname} HTTP/1.1`, ...head, '', body].join('\r\n')),
    )
    socket.setEncoding('utf8').on('data', (data) => (received += data))
    socket.on('close', () => resolve(received)).on('error', reject)
  })
}
