import cluster from 'node:cluster'
import { METHODS } from 'node:http'
import { fastify } from 'fastify'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { Checkout, Outcome } from '#contract/checkout.ts'
import { ConfigError } from '#adapters/config-error.ts'
import { createProxy, type CreateProxyOptions, type Proxy } from '#adapters/create-proxy.ts'
import { signOrder } from '#proxy/tickets/sign-order.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { startSandbox } from '../../../server/sandbox.ts'
import { plainText, sealText } from '../../conformance/gateway/seal-card.ts'
import { occupyPort } from '../cli/tender.ts'
import { browser, documents, environment, named, proxyUrl, secret, unlimited } from '../proxy/support/test-proxy.ts'
import { fetching, inHttp, servers, type Ask, type Running } from './servers.ts'

const sandbox = await startSandbox()
afterAll(() => sandbox.close())

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

const scriptTag = new Map([['checkout.js', { bytes: Buffer.from('// the script tag') }]])
const built = { documents, scriptTag, logger: false } as const

async function opened(env: Readonly<Record<string, string>> = {}, options: CreateProxyOptions = {}): Promise<Proxy> {
  const { userName, password } = sandbox.credentials.gateway
  const gateway = {
    TENDER_GATEWAY_URL: sandbox.addresses.gateway,
    TENDER_GATEWAY_USERNAME: userName,
    TENDER_GATEWAY_PASSWORD: password,
  }
  const proxy = await createProxy({ ...environment, ...unlimited, ...gateway, ...env }, { ...built, ...options })
  endings.push(() => proxy.close())
  return proxy
}

async function running(server: Promise<Running>): Promise<Ask> {
  const { ask, close } = await server
  endings.push(close)
  return ask
}

/** The card frame's calls, for one order. */
async function payer(ask: Ask, orderNumber: string) {
  const order = { orderNumber, amount: 4990, currency: '978', returnUrl: 'https://shop.example/orders' }
  const headers = { 'sec-fetch-site': 'same-origin', authorization: `Bearer ${await signOrder(order, secret)}` }
  const sent = { 'content-type': 'application/json', origin: proxyUrl }
  return async <T>(path: string, body?: object): Promise<T> => {
    const text = body && JSON.stringify(named(path, body))
    const asking = text ? { method: 'POST', headers: { ...headers, ...sent }, body: text } : { headers }
    return JSON.parse((await ask(path, asking)).body) as T
  }
}

const cardThatIs = (end: TestCard['outcome']): TestCard =>
  testCards.find(({ threeDs, outcome }) => threeDs === 'none' && outcome === end)!

async function sealed(orderId: string, card = cardThatIs('paid')): Promise<string> {
  const answer = await fetch(`${sandbox.addresses.gateway}/payment/se/keys.do`)
  const { keys } = (await answer.json()) as { keys: { keyValue: string }[] }
  return sealText(plainText(card, orderId), keys[0]!.keyValue)
}

describe.each(Object.entries({ 'node:http': inHttp, ...servers }))('mounted in %s', (name, open) => {
  test('the proxy takes a payment', async () => {
    const call = await payer(await running(open(await opened())), `P-${name}`.slice(0, 32))
    expect((await call<Checkout>('/api/checkout')).amount).toBe(4990)
    const { orderId } = await call<Outcome>('/api/prepare', {})
    const payment = { orderId, seToken: await sealed(orderId!), cardholder: 'JANE DOE', browser }
    expect((await call<Outcome>('/api/pay', payment)).state).toBe('paid')
    expect((await call<Outcome>('/api/outcome')).state).toBe('paid')
  })

  test('it serves its documents with its own headers alone, and answers HEAD', async () => {
    const ask = await running(open(await opened()))
    const framed = await ask('/card', { headers: { 'sec-fetch-dest': 'iframe' } })
    expect(framed.body).toContain('/assets/card/card-abc.js')
    expect(framed.headers['content-security-policy']).toContain('frame-ancestors https://shop.example')
    expect(Object.keys(framed.headers)).not.toContain('x-frame-options')
    expect((await ask('/v1/checkout.js')).body).toBe('// the script tag')
    const head = await ask('/healthz', { method: 'HEAD' })
    expect([head.status, head.body]).toEqual([200, ''])
  })

  test('it refuses every other method, with those that the address has', async () => {
    const ask = await running(open(await opened()))
    const others = METHODS.filter((method) => !['GET', 'HEAD', 'CONNECT'].includes(method))
    // An app of Fastify routes only the methods that it knows, and answers the others by itself.
    const routed = name === 'Fastify' ? others.filter((method) => fastify().supportedMethods.includes(method)) : others
    const answers = await Promise.all(
      routed.map(async (method) => [method, await ask('/healthz', { method })] as const),
    )
    expect(answers.map(([method, { status, headers }]) => [method, status, headers['allow']])).toEqual(
      routed.map((method) => [method, 405, 'GET, HEAD']),
    )
  })

  test('it reads a ticket that is too long for a header, from the body', async () => {
    const ask = await running(open(await opened()))
    const jsonParams = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`name-${at}`, 'x'.repeat(1000)]))
    const order = {
      orderNumber: `L-${name}`,
      amount: 1,
      currency: '978',
      returnUrl: 'https://shop.example/',
      jsonParams,
    }
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
    const body = JSON.stringify({ ticket: await signOrder(order, secret) })
    expect(body.length).toBeGreaterThan(120_000)
    const answer = await ask('/api/outcome', { method: 'POST', headers, body })
    expect([answer.status, JSON.parse(answer.body)]).toEqual([200, expect.objectContaining({ state: 'open' })])
  })

  test('it refuses a body that is too large, and says so', async () => {
    const ask = await running(open(await opened()))
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
    const { status, body } = await ask('/api/pay', { method: 'POST', headers, body: `"${'x'.repeat(20_000)}"` })
    expect([status, body]).toEqual([413, expect.stringContaining('body_too_large')])
  })
})

describe.each(Object.entries(servers))('the app of %s keeps', (_, open) => {
  test('its own pages, and the proxy’s addresses under its other names', async () => {
    const ask = await running(open(await opened()))
    const own = await ask('/own')
    expect([own.status, own.body, own.headers['x-frame-options']]).toEqual([200, 'own', 'DENY'])
    expect(Object.keys(own.headers)).not.toContain('cross-origin-resource-policy')
    expect((await ask('/healthz', { headers: { host: 'shop.example' } })).status).toBe(404)
  })
})

describe('a fetch handler', () => {
  test('counts each client by its own address, whichever server passes it', async () => {
    const { fetch } = await opened({ TENDER_TRUST_PROXY: '127.0.0.1' })
    const request = () => new Request(`${proxyUrl}/healthz`)
    const passed: readonly object[] = [
      { address: '192.0.2.1' },
      { remoteAddr: { transport: 'tcp', hostname: '192.0.2.1', port: 1 } },
      { requestIP: () => ({ address: '192.0.2.1', family: 'IPv4', port: 1 }) },
      { incoming: { socket: { remoteAddress: '192.0.2.1' } } },
    ]
    for (const from of passed) expect((await fetch(request(), from)).status).toBe(200)
    const unknown = await fetch(request())
    expect([unknown.status, await unknown.text()]).toEqual([500, expect.stringContaining('pass { address }')])
  })

  test('the address decides who is limited', async () => {
    const proxy = await opened({ TENDER_LIMIT_DECLINES: '1' })
    const pay = async (orderNumber: string, address: string) => {
      const ask: Ask = async (path, { method = 'GET', headers = {}, body } = {}) => {
        const init = { method, headers, ...(body !== undefined && { body }) }
        const answer = await proxy.fetch(new Request(proxyUrl + path, init), { address })
        return { status: answer.status, headers: {}, body: await answer.text() }
      }
      const call = await payer(ask, orderNumber)
      const { orderId } = await call<Outcome>('/api/prepare', {})
      const seToken = await sealed(orderId!, cardThatIs('declined'))
      return call<object>('/api/pay', { orderId, seToken, cardholder: 'JANE DOE', browser })
    }
    const limited = { error: { code: 'too_many_tries' } }
    expect(await pay('L-1', '192.0.2.1')).toMatchObject({ state: 'declined' })
    expect(await pay('L-2', '192.0.2.1')).toMatchObject(limited)
    expect(await pay('L-3', '198.51.100.1')).not.toMatchObject(limited)
  })

  test('refuses a method that no server knows, as any other', async () => {
    const { fetch } = await opened()
    const request = new Request(`${proxyUrl}/api/pay`, { method: 'BREW', body: '{}' })
    const { status, headers } = await fetch(request, { address: '192.0.2.1' })
    expect([status, headers.get('allow')]).toEqual([405, 'POST'])
  })

  test('a body that was read before is an error, and is not waited for', async () => {
    const { fetch } = await opened()
    const read = new Request(`${proxyUrl}/api/pay`, { method: 'POST', body: '{}' })
    await read.text()
    const { status } = await fetch(read, { address: '192.0.2.1' })
    expect(status).toBe(500)
  })

  test('answers what nobody else does, without a check before', async () => {
    const ask = await running(fetching((await opened()).fetch))
    const { status, body } = await ask('/own')
    expect([status, JSON.parse(body)]).toMatchObject([404, { error: { code: 'not_found' } }])
  })
})

describe('closing', () => {
  test('ends the metrics with the proxy, and may be repeated', async () => {
    const proxy = await opened({ TENDER_METRICS_PORT: '0' })
    const metrics = async () => (await fetch(proxy.metricsUrl!)).text()
    expect(await metrics()).toContain('tender_http_requests_total')
    await Promise.all([proxy.close(), proxy.close()])
    await expect(metrics()).rejects.toThrow()
  })

  test('ends it with the app of Fastify', async () => {
    const proxy = await opened({ TENDER_METRICS_PORT: '0' })
    const { close } = await servers['Fastify']!(proxy)
    await close()
    await expect(fetch(proxy.metricsUrl!)).rejects.toThrow()
  })

  test('is ready no more while it is noticed', async () => {
    const proxy = await opened()
    const ask = await running(inHttp(proxy))
    let notice = (): void => {}
    const closed = proxy.close(() => new Promise((done) => (notice = done)))
    expect((await ask('/readyz')).status).toBe(503)
    notice()
    await closed
  })
})

describe('what is wrong is an error that names the variable and the rule', () => {
  const problemsOf = async (env: Readonly<Record<string, string>>, options: CreateProxyOptions = {}) => {
    const error = await opened(env, options).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ConfigError)
    return (error as ConfigError).problems
  }

  test('for every variable at once', async () => {
    const problems = await problemsOf({ TENDER_PUBLIC_URL: 'pay.shop.example', TENDER_PORT: 'x' })
    expect(problems.map((problem) => problem.split(' ')[0]).toSorted()).toEqual(['TENDER_PORT', 'TENDER_PUBLIC_URL'])
    expect(problems.join()).toContain('must be an origin such as https://pay-shop.example')
  })

  test('for the processes of a cluster, which share no locks without Redis', async () => {
    const whole = Object.getOwnPropertyDescriptor(cluster, 'isWorker')!
    Object.defineProperty(cluster, 'isWorker', { ...whole, value: true })
    try {
      expect(await problemsOf({})).toEqual([
        'TENDER_REDIS_URL is required in the processes of a cluster: without it an order may be paid twice.',
      ])
    } finally {
      Object.defineProperty(cluster, 'isWorker', whole)
    }
  })

  test('for a folder of the build that is none', async () => {
    const { documents: _, ...rest } = built
    const error = await createProxy(environment, { ...rest, dist: '/nowhere' }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ConfigError)
    expect(String(error)).toContain('/nowhere')
  })

  test('for a port of the metrics that is taken', async () => {
    const held = await occupyPort()
    endings.push(held.release)
    const [problem] = await problemsOf({ TENDER_METRICS_PORT: String(held.port) })
    expect(problem).toContain(`Port ${held.port} on 127.0.0.1 is in use by another process. Set TENDER_METRICS_PORT`)
  })

  test('for a folder of releases that is not there', async () => {
    const [problem] = await problemsOf({ TENDER_RELEASES: '/nowhere/at/all' })
    expect(problem).toContain('TENDER_RELEASES: the folder /nowhere/at/all cannot be read and written')
  })
})
