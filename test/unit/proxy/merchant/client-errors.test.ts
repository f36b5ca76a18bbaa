import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { describe, expect, test } from 'vitest'
import { version } from '#contract/version.ts'
import type { Fetch } from '#contract/wire/client.ts'
import { systemClock, systemRandom } from '#ports/system.ts'
import { makeKeys } from '#signature/make-keys.ts'
import { merchantClient } from '#proxy/merchant/merchant-client.ts'
import { MerchantError } from '#proxy/merchant/merchant-error.ts'
import { onRequest } from '../../../support/on-request.ts'
import { listening } from '../support/real-proxy.ts'
import { proxyUrl } from '../support/test-proxy.ts'
import { apiKey, openCounter } from './counter.ts'

async function errorOf(asked: Promise<unknown>): Promise<MerchantError> {
  const error = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(MerchantError)
  return error as MerchantError
}

const at = (fetch: Fetch, base = proxyUrl) => merchantClient({ base, apiKey, fetch })
const answering = (body: string, status: number) => at(async () => new Response(body, { status }))
const order = { orderNumber: 'A-17' }

test('a request names the client, whatever sends it: firewalls refuse those that do not', async () => {
  const names: (string | undefined)[] = []
  const merchant = at(async (_, { headers }) => (names.push(headers['user-agent']), new Response('{}')))
  await errorOf(merchant.order(order))
  expect(names).toEqual([`tender-checkout/${version}`])
})

describe('what breaks a rule is an error before anything is sent', () => {
  const sent: string[] = []
  const merchant = at(async (url) => {
    sent.push(url)
    return new Response('{}')
  })
  const charge = { ...order, amount: 900, currency: '978', clientId: 'jane', bindingId: 'b-1' }
  const loose = (fields: object): never => fields as never

  test.each([
    [
      'a fraction',
      () => merchant.refund({ ...order, amount: 10.5 }),
      'field_invalid',
      'amount',
      'must be a whole number',
    ],
    ['nothing', () => merchant.refund({ ...order, amount: 0 }), 'field_invalid', 'amount', 'must be at least 1'],
    ['text', () => merchant.charge(loose({ ...charge, amount: '900' })), 'field_invalid', 'amount', 'must be a'],
    ['unknown', () => merchant.capture(loose({ ...order, sum: 1 })), 'field_unknown', 'sum', 'is not a known field'],
    [
      'absent',
      () => merchant.charge(loose({ ...charge, currency: undefined })),
      'field_invalid',
      'currency',
      'is required',
    ],
    ['no object', () => merchant.order(loose([])), 'field_invalid', undefined, 'The request must be an object'],
  ])('%s', async (_, ask, code, field, rule) => {
    const error = await errorOf(ask())
    expect(error).toMatchObject({ code, field, outcome: 'not-sent', status: undefined, traceId: undefined })
    expect(error.sentence).toContain(field ?? '')
    expect(error.message).toContain(rule)
    expect(sent).toEqual([])
  })

  test('a signal that is aborted already', async () => {
    const error = await errorOf(merchant.cancel(order, AbortSignal.abort()))
    expect([error.code, error.outcome, sent]).toEqual(['aborted', 'not-sent', []])
  })
})

describe('a refusal of the proxy', () => {
  test('is an error with its code, its field, its status and its id in the log', async () => {
    const { proxy } = await openCounter()
    const fetch = onRequest(async (request) => {
      const { pathname } = new URL(request.url)
      const answer = await proxy.send({ url: pathname, headers: Object.fromEntries(request.headers) })
      return new Response(answer.body, { status: answer.statusCode })
    })
    const error = await errorOf(at(fetch).order({ orderNumber: 'none' }))
    expect(error).toMatchObject({ operation: 'order', code: 'order_unknown', status: 404, outcome: 'refused' })
    expect(error.message).toBe(
      `order: order_unknown: The gateway has no order of this number. (HTTP 404, trace ${error.traceId})`,
    )
    expect(proxy.log.filter((line) => line.includes(`"traceId":"${error.traceId}"`)).length).toBeGreaterThan(0)
  })

  test.each([
    ['answer_lost', 504, 'unknown'],
    ['internal', 500, 'unknown'],
    ['order_mismatch', 409, 'unknown'],
    ['busy', 503, 'refused'],
    ['gateway_refused', 422, 'refused'],
  ])('%s leaves the operation %s %s', async (code, status, outcome) => {
    const body = JSON.stringify({ error: { code, message: 'Why.', field: 'amount', traceId: 't-1' } })
    const error = await errorOf(answering(body, status).refund(order))
    expect(error).toMatchObject({ code, status, outcome, sentence: 'Why.', field: 'amount', traceId: 't-1' })
  })
})

test('the rule that a field breaks is a sentence about the field', async () => {
  const body = JSON.stringify({ error: { code: 'field_invalid', message: 'was used before', field: 'paymentToken' } })
  const error = await errorOf(answering(body, 400).refund(order))
  expect([error.field, error.sentence]).toEqual(['paymentToken', 'paymentToken was used before'])
})

describe('without an answer of the proxy', () => {
  test.each([
    ['a page of another server', '<html>', 502],
    ['a refusal of another API', '{"error":{"code":"quota_exceeded","message":"No."}}', 429],
    ['an answer of another kind', '{"fine":true}', 200],
  ])('%s leaves it unknown', async (_, body, status) => {
    const error = await errorOf(answering(body, status).refund(order))
    expect(error).toMatchObject({ code: 'answer_unreadable', outcome: 'unknown', status, traceId: undefined })
  })

  test('a port at which nobody listens says that nothing was sent', async () => {
    const server = createServer()
    const port = await listening(server)
    await new Promise((done) => server.close(done))
    const merchant = merchantClient({ base: `http://127.0.0.1:${port}`, apiKey })
    expect(await errorOf(merchant.refund(order))).toMatchObject({
      code: 'proxy_unreachable',
      outcome: 'not-sent',
      sentence: `There is no connection to the proxy: the connection to 127.0.0.1:${port} is refused (ECONNREFUSED); nothing was sent.`,
    })
  })

  test.each([
    ['a name that is not resolved', Object.assign(new Error(), { code: 'ENOTFOUND' }), /the name \S+ is not resolved/],
    ['a connection that takes too long', Object.assign(new Error(), { code: 'UND_ERR_CONNECT_TIMEOUT' }), /in time/],
    ['a time limit', new DOMException('Late', 'TimeoutError'), /lost: no answer in time \(TimeoutError\)/],
  ])('%s is in the sentence', async (_, cause, words) => {
    const merchant = at(() => Promise.reject(new TypeError('fetch failed', { cause })))
    expect((await errorOf(merchant.refund(order))).sentence).toMatch(words)
  })

  test('a certificate that is refused says that nothing was sent', async () => {
    const { certificate, privateKey } = await makeKeys('localhost', systemClock, systemRandom)
    const received: unknown[] = []
    const server = createTlsServer({ key: privateKey, cert: certificate }, (request) => received.push(request.url))
    const merchant = merchantClient({ base: `https://127.0.0.1:${await listening(server)}`, apiKey })
    const error = await errorOf(merchant.refund(order))
    expect(error).toMatchObject({ code: 'proxy_unreachable', outcome: 'not-sent' })
    expect(error.sentence).toMatch(/a TLS or certificate problem at 127\.0\.0\.1:\d+ \(\w+\)/)
    expect(received).toEqual([])
  })

  test('a connection that breaks leaves it unknown', async () => {
    const port = await listening(createServer(({ socket }) => socket.destroy()))
    const merchant = merchantClient({ base: `http://127.0.0.1:${port}`, apiKey })
    expect(await errorOf(merchant.refund(order))).toMatchObject({ code: 'answer_lost', outcome: 'unknown' })
  })

  test('a signal that is aborted under way leaves it unknown', async () => {
    const aborting = new AbortController()
    const port = await listening(createServer(() => aborting.abort()))
    const merchant = merchantClient({ base: `http://127.0.0.1:${port}`, apiKey })
    expect(await errorOf(merchant.refund(order, aborting.signal))).toMatchObject({
      code: 'aborted',
      outcome: 'unknown',
    })
  })
})
