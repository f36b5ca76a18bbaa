import { gzipSync } from 'node:zlib'
import type { InjectOptions } from 'fastify'
import { webhookKinds } from '#server-contract/merchant/webhooks.ts'
import { describe, expect, test } from 'vitest'
import { merchantApi } from '#server-contract/merchant/merchant.ts'
import { readConfig } from '#proxy/config/config.ts'
import { merchantClient } from '#proxy/merchant/merchant-client.ts'
import { onRequest } from '../../../support/on-request.ts'
import { environment, openTestProxy, proxyUrl } from '../support/test-proxy.ts'
import { apiKey, nextKey, openCounter } from './counter.ts'
import { storedCard } from '../../../support/fake-gateway.ts'

const bearer = (authorization: string): InjectOptions => ({ headers: { authorization } })

describe('the key', () => {
  test.each(Object.entries(merchantApi))('%s needs one', async (_, { method, path }) => {
    const { proxy, gateway } = await openCounter()
    const url = path.replace(/:\w+/g, 'x')
    for (const [headers, code] of [
      [{}, 'key_missing'],
      [{ authorization: `Bearer ${apiKey}x` }, 'key_refused'],
    ] as const) {
      const answer = await proxy.send({ method, url, headers })
      expect([answer.statusCode, answer.json().error.code]).toEqual([401, code])
    }
    expect(gateway.calls).toEqual([])
  })

  test.each([
    ['nothing', '', 'key_missing'],
    ['another scheme', `Basic ${apiKey}`, 'key_missing'],
    ['no key', 'Bearer ', 'key_missing'],
    ['two keys', `Bearer ${apiKey} ${nextKey}`, 'key_missing'],
    ['a key cut short', `Bearer ${apiKey.slice(0, -1)}`, 'key_refused'],
    ['both keys in one', `Bearer ${apiKey},${nextKey}`, 'key_refused'],
    ['the gateway password', 'Bearer canary-password', 'key_refused'],
  ])('%s is refused', async (_, authorization, code) => {
    const { send } = await openCounter()
    const answer = await send('orders/A-17', undefined, bearer(authorization))
    expect([answer.statusCode, answer.json().error.code]).toEqual([401, code])
  })

  test('an order ticket is none, and a key is no ticket', async () => {
    const { proxy, send } = await openCounter()
    const ticket = await send('orders/A-17', undefined, bearer(`Bearer ${await proxy.ticketFor()}`))
    expect(ticket.json().error.code).toBe('key_refused')
    expect((await proxy.ask('outcome', undefined, apiKey)).json().error.code).toBe('ticket_malformed')
  })

  test.each([apiKey, nextKey])('every live one is let in', async (key) => {
    const { add, send } = await openCounter()
    add('A-17', 2)
    expect((await send('orders/A-17', undefined, bearer(`Bearer ${key}`))).statusCode).toBe(200)
  })

  test('is looked at before the body', async () => {
    const { send } = await openCounter()
    const headers = { authorization: 'Bearer wrong', 'content-type': 'text/plain' }
    expect((await send('charges', {}, { payload: '{', headers })).statusCode).toBe(401)
  })

  test('is written nowhere', async () => {
    const { add, send, proxy } = await openCounter()
    add('A-17', 2)
    await send('orders/A-17')
    await send('orders/A-17', undefined, bearer('Bearer a-wrong-canary-key'))
    await send('charges', { orderNumber: 'A-18', apiKey })
    const written = proxy.log.join('') + JSON.stringify(proxy.journal.entries())
    expect(written).toContain('merchant.charge')
    expect(written).not.toContain('canary')
  })

  test('without any the side does not exist', async () => {
    const proxy = await openTestProxy()
    const answer = await proxy.send({ url: '/merchant/orders/A-17', headers: { authorization: `Bearer ${apiKey}` } })
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'not_found'])
    expect((await proxy.send({ url: '/openapi.json' })).body).not.toContain('/merchant/')
  })

  test.each(['short', `${apiKey},short`, 'x'.repeat(31)])('%s is refused by the configuration', (keys) => {
    const { errors } = readConfig({ ...environment, TENDER_API_KEYS: keys })
    expect(errors).toEqual(['TENDER_API_KEYS must be a list of keys, each of 32 bytes or more.'])
  })

  test('is hidden in the configuration', () => {
    const { config } = readConfig({ ...environment, TENDER_API_KEYS: apiKey })
    expect(JSON.stringify(config)).not.toContain(apiKey)
  })
})

describe('a request', () => {
  const charge = { orderNumber: 'S-1', amount: 900, currency: '978', clientId: 'jane', bindingId: 'b-1' }
  const moto = { orderNumber: 'M-1', amount: 900, currency: '978', cardholder: 'JANE DOE', seToken: 'QUJD' }
  const wallet = { orderNumber: 'W-1', amount: 900, currency: '978', wallet: 'applePay', paymentToken: 'QUJD' }
  test.each([
    ['orders/A-17/capture', { amount: '1000' }, 'field_invalid', 'amount'],
    ['orders/A-17/capture', { amount: 0 }, 'field_invalid', 'amount'],
    ['orders/A-17/capture', { amount: 1.5 }, 'field_invalid', 'amount'],
    ['orders/A-17/capture', { ammount: 1000 }, 'field_unknown', 'ammount'],
    ['orders/A-17/cancel', { amount: 1 }, 'field_unknown', 'amount'],
    ['orders/A-17/refund', { amount: -1 }, 'field_invalid', 'amount'],
    ['orders/A-17/refund', { refundId: 'x'.repeat(31) }, 'field_invalid', 'refundId'],
    [`orders/${'x'.repeat(33)}/refund`, {}, 'field_invalid', 'orderNumber'],
    ['charges', { ...charge, amount: 0 }, 'field_invalid', 'amount'],
    ['charges', { ...charge, currency: 'EURO' }, 'field_invalid', 'currency'],
    ['charges', { ...charge, clientId: undefined }, 'field_invalid', 'clientId'],
    ['charges', { ...charge, tii: 'F' }, 'field_unknown', 'tii'],
    ['charges/recurrent', { ...charge, bindingId: undefined }, 'field_invalid', 'bindingId'],
    ['charges/moto', { ...moto, cardholder: 'ЖАННА' }, 'field_invalid', 'cardholder'],
    ['charges/moto', { ...moto, pan: '4111 1111' }, 'field_invalid', 'pan'],
    ['charges/moto', { ...moto, merchantInn: '1' }, 'field_unknown', 'merchantInn'],
    ['charges/moto', { ...moto, userName: 'other' }, 'field_unknown', 'userName'],
    ['charges/wallet', { ...wallet, wallet: 'walletC' }, 'field_invalid', 'wallet'],
    ['charges/wallet', { ...wallet, paymentToken: undefined }, 'field_invalid', 'paymentToken'],
    ['charges/wallet', { ...wallet, tii: 'U' }, 'field_invalid', 'tii'],
    ['charges/wallet', { ...wallet, password: 'x' }, 'field_unknown', 'password'],
  ])('%s with %j is %s', async (path, body, code, field) => {
    const { add, refusal, gateway } = await openCounter()
    add('A-17', 1)
    expect(await refusal(path, body)).toMatchObject({ status: 400, code, field })
    expect(gateway.calls).toEqual([])
  })

  const json = { 'content-type': 'application/json' }
  test.each([
    ['a query on a read', { method: 'GET', url: '/merchant/orders/A-17?amount=1' }, 400, 'field_unknown'],
    ['a query on a write', { url: '/merchant/charges?x=1' }, 400, 'request_malformed'],
    [
      'a charset that is not read',
      { headers: { 'content-type': 'application/json; charset=windows-1251' } },
      415,
      'type_refused',
    ],
    [
      'two types in one',
      { headers: { 'content-type': 'application/json;charset=utf-8, text/html' } },
      415,
      'type_refused',
    ],
    ['a blank that HTTP does not know', { headers: { 'content-type': 'application/json\u00a0' } }, 415, 'type_refused'],
    ['JSON as a parameter', { headers: { 'content-type': 'text/plain; application/json' } }, 415, 'type_refused'],
    ['no type', { headers: { 'content-type': '' } }, 415, 'type_refused'],
    ['a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415, 'type_refused'],
    ['a name given twice', { payload: '{"amount":1,"amount":2}', headers: json }, 400, 'body_malformed'],
    ['a list', { payload: '[]', headers: json }, 400, 'body_malformed'],
    ['a long body', { payload: `{"a":"${'x'.repeat(148_000)}"}`, headers: json }, 413, 'body_too_large'],
    ['another method', { method: 'DELETE', url: '/merchant/orders/A-17', headers: {} }, 405, 'method_refused'],
  ] as const)('%s is refused', async (_, more, status, code) => {
    const { send } = await openCounter()
    const answer = await send('charges', {}, more as InjectOptions)
    expect([answer.statusCode, answer.json().error.code]).toEqual([status, code])
  })

  test.each([
    ['StringContent and JsonContent of .NET', 'application/json; charset=utf-8'],
    ['toRequestBody of OkHttp', 'application/json; charset=utf-8'],
    ['IF_HTTP_CLIENT of ABAP', 'application/json;charset=UTF-8'],
    ['StringEntity of Apache HttpClient', 'application/json; charset="UTF-8"'],
    ['a program that writes capitals', 'Application/JSON'],
    ['one with blanks before the parameter', 'application/json ; Charset=utf-8'],
  ])('with the content type of %s is read', async (_, type) => {
    const { add, send } = await openCounter()
    add('A-17', 1)
    const headers = { 'content-type': type }
    const answer = await send('orders/A-17/capture', { amount: 1000 }, { headers })
    expect([answer.statusCode, answer.json()]).toEqual([200, expect.objectContaining({ state: 'paid' })])
  })

  test.each(['gzip', 'br', 'deflate', 'gzip, identity'])(
    'in the content encoding %s is refused with 415',
    async (coding) => {
      const { send } = await openCounter()
      const headers = { 'content-type': 'application/json', 'content-encoding': coding }
      const answer = await send('charges', undefined, { method: 'POST', headers, payload: gzipSync('{}') })
      expect([answer.statusCode, answer.json().error.code]).toEqual([415, 'type_refused'])
    },
  )

  test('whose body is said to be as it is, is read', async () => {
    const { add, send } = await openCounter()
    add('A-17', 1)
    const headers = { 'content-type': 'application/json', 'content-encoding': 'Identity' }
    expect((await send('orders/A-17/capture', {}, { headers })).statusCode).toBe(200)
  })

  test('of a browser elsewhere finds no operation', async () => {
    const { add, send } = await openCounter()
    add('A-17', 2)
    const headers = { origin: 'https://shop.example', 'access-control-request-method': 'GET' }
    for (const method of ['OPTIONS', 'GET'] as const) {
      const answer = await send('orders/A-17', undefined, { method, headers })
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
    expect((await send('orders/A-17', undefined, { method: 'OPTIONS', headers })).statusCode).toBe(405)
  })
})

test('the description of the API says who may ask for what, and what is refused', async () => {
  const { proxy } = await openCounter()
  interface Described {
    readonly security: readonly object[]
    readonly responses: object
  }
  const { paths, components } = (await proxy.send({ url: '/openapi.json' })).json<{
    paths: Record<string, Record<string, Described>>
    components: { securitySchemes: Record<string, object>; schemas: Record<string, object> }
  }>()
  const bearers = Object.entries(paths).map(([path, operations]) => [
    path,
    ...Object.values(operations).flatMap(({ security }) => security.flatMap(Object.keys)),
  ])
  for (const [path, ...bearer] of bearers)
    expect([path, bearer]).toEqual([
      path,
      path!.startsWith('/merchant/') ? ['apiKey'] : path!.startsWith('/api/texts') ? [] : ['ticket'],
    ])
  expect(components.securitySchemes).toMatchObject({
    apiKey: { type: 'http', scheme: 'bearer' },
    ticket: { type: 'http', scheme: 'bearer' },
  })
  const { responses } = paths['/merchant/charges/moto']!['post']!
  expect(responses).toHaveProperty(
    ['default', 'content', 'application/json', 'schema', '$ref'],
    '#/components/schemas/Refusal',
  )
  expect(components.schemas['Refusal']).toHaveProperty(['properties', 'error', 'properties', 'code', 'enum'])
})

test('the description of the API holds both sides', async () => {
  const { proxy } = await openCounter()
  const { paths } = (await proxy.send({ url: '/openapi.json' })).json<{ paths: Record<string, object> }>()
  expect(paths).toHaveProperty(['/api/cancel', 'post', 'operationId'], 'cancel')
  for (const [name, { method, path }] of Object.entries(merchantApi)) {
    const at = [path.replace(/:(\w+)/g, '{$1}'), method.toLowerCase(), 'operationId']
    expect(paths).toHaveProperty(at, `merchant.${name}`)
  }
})

describe('the client', () => {
  const openClient = async () => {
    const counter = await openCounter()
    const fetch = onRequest(async (request) => {
      const body = request.method === 'GET' ? undefined : await request.text()
      const { pathname, search } = new URL(request.url)
      const headers = Object.fromEntries(request.headers)
      const requested = { method: request.method as 'GET' | 'POST', url: pathname + search, headers }
      const answer = await counter.proxy.send({ ...requested, ...(body !== undefined && { payload: body }) })
      return new Response(answer.body, { status: answer.statusCode })
    })
    return { ...counter, fetch, merchant: merchantClient({ base: `${proxyUrl}/`, apiKey, fetch }) }
  }

  test('asks each operation by name', async () => {
    const { add, merchant, gateway } = await openClient()
    add('A/17 ä', 1)
    gateway.bindings.set('jane', [storedCard('b-1'), storedCard('b-2', 'RECURRENT')])
    const terms = { amount: 900, currency: '978', clientId: 'jane' }
    expect(await merchant.order({ orderNumber: 'A/17 ä' })).toMatchObject({ state: 'held' })
    expect(await merchant.capture({ orderNumber: 'A/17 ä', amount: 1000 })).toMatchObject({ state: 'paid' })
    expect(await merchant.refund({ orderNumber: 'A/17 ä' })).toMatchObject({ state: 'refunded' })
    const own = await merchant.charge({ ...terms, orderNumber: 'S-1', bindingId: 'b-1' })
    expect(own.state).toBe('paid')
    const recurrent = await merchant.chargeRecurrent({ ...terms, orderNumber: 'S-2', bindingId: 'b-2' })
    expect(recurrent.state).toBe('paid')
    expect(await merchant.removeCard({ clientId: 'jane', bindingId: 'b-1' })).toEqual(
      await merchant.cards({ clientId: 'jane' }),
    )
    add('A-18', 0)
    expect(await merchant.cancel({ orderNumber: 'A-18' })).toMatchObject({ state: 'cancelled' })
  })

  test.each(['...', './a', 'a/../b', '..\\a', '%2e%2e', '?', '#', 'a b+c', 'é', '😀'.repeat(32)])(
    'reads the order %s by its own number',
    async (orderNumber) => {
      const { add, merchant } = await openClient()
      add(orderNumber, 1)
      expect(await merchant.order({ orderNumber })).toMatchObject({ orderNumber, state: 'held' })
      expect(await merchant.capture({ orderNumber })).toMatchObject({ orderNumber, state: 'paid' })
    },
  )

  test('lists the cards of a client of any name that a ticket may have', async () => {
    const { merchant, gateway } = await openClient()
    for (const clientId of ['/', '😀'.repeat(255)]) {
      gateway.bindings.set(clientId, [storedCard('b-1')])
      expect(await merchant.cards({ clientId })).toMatchObject({ cards: [{ bindingId: 'b-1' }] })
    }
  })

  test.each(['.', '..'])('is told that no address can carry the number %s', async (orderNumber) => {
    const { merchant } = await openClient()
    await expect(merchant.order({ orderNumber })).rejects.toThrow('which no address can carry')
  })

  test('does not send its key in the clear', () => {
    expect(() => merchantClient({ base: 'http://pay.shop.example', apiKey })).toThrow('https')
  })

  test('is refused with two keys', () => {
    expect(() => merchantClient({ base: proxyUrl, apiKey: 'one,two' })).toThrow(
      'apiKey must be one key: TENDER_API_KEYS',
    )
  })

  test.each([
    ['no key', { base: proxyUrl, apiKey: undefined }, 'apiKey is missing: it must be one of the TENDER_API_KEYS'],
    ['an empty one', { base: proxyUrl, apiKey: ' ' }, 'apiKey is missing'],
    ['no address', { base: undefined, apiKey }, 'base is missing: it must be the origin of the proxy'],
    ['neither', {}, 'base is missing'],
  ])('is made with %s, and its first operation says so', async (_, options, sentence) => {
    const merchant = merchantClient(options as Parameters<typeof merchantClient>[0])
    await expect(merchant.order({ orderNumber: 'A-17' })).rejects.toMatchObject({
      name: 'MerchantError',
      code: 'not_configured',
      outcome: 'not-sent',
      sentence: expect.stringContaining(sentence) as string,
    })
  })
})

test('OpenAPI describes the webhooks where there are any', async () => {
  const described = async (env: Readonly<Record<string, string>>) => {
    const proxy = await openTestProxy({ env })
    return (await proxy.send({ url: '/openapi.json' })).json<{ webhooks?: Record<string, { post: object }> }>().webhooks
  }
  expect(await described({})).toBeUndefined()
  const webhooks = await described({
    TENDER_WEBHOOK_URL: 'https://shop.example/webhooks',
    TENDER_WEBHOOK_SECRET: `whsec_${Buffer.from('a webhook secret of the tests').toString('base64')}`,
  })
  expect(Object.keys(webhooks!)).toEqual(Object.keys(webhookKinds))
  expect(webhooks!['card.removed']!.post).toMatchObject({
    requestBody: {
      content: {
        'application/json': {
          schema: {
            properties: { type: { const: 'card.removed' }, data: { required: ['clientId', 'bindingId'] } },
          },
        },
      },
    },
  })
})
