import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import * as api from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-base'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { openTraces } from '#cli/proxy/traces.ts'
import { buildTraces } from '#proxy/traces/traces.ts'
import { losing, openShop, plain } from '../support/sandbox-shop.ts'
import { waitFor } from '../../../support/poll.ts'

const exporter = new InMemorySpanExporter()
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
beforeAll(() => {
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  api.trace.setGlobalTracerProvider(provider)
})
afterAll(() => {
  api.trace.disable()
  api.context.disable()
})
beforeEach(() => exporter.reset())

const spansOf = (name: string): readonly ReadableSpan[] =>
  exporter.getFinishedSpans().filter((span) => span.name === name)

test('a payment is a span, with each request to the gateway in it', async () => {
  const shop = await openShop({}, { traces: buildTraces(api) })
  const body = await shop.cardBody(await shop.prepared())
  exporter.reset()
  const answer = await shop.ask('pay', body)
  const [span] = spansOf('POST /api/pay')
  expect(span).toMatchObject({
    kind: api.SpanKind.SERVER,
    parentSpanContext: undefined,
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/api/pay',
      'http.response.status_code': 200,
      'tender.request.id': answer.headers['x-request-id'],
    },
  })
  const [payment] = spansOf('POST /payment/rest/paymentorder.do').concat(spansOf('POST /payment/paymentorder.do'))
  expect(payment).toMatchObject({
    kind: api.SpanKind.CLIENT,
    attributes: { 'server.address': 'gateway.localhost', 'server.port': 80, 'http.response.status_code': 200 },
  })
  const calls = exporter.getFinishedSpans().filter(({ kind }) => kind === api.SpanKind.CLIENT)
  expect(calls.length).toBeGreaterThan(1)
  expect(new Set(calls.map(({ parentSpanContext }) => parentSpanContext?.spanId))).toEqual(
    new Set([span!.spanContext().spanId]),
  )
})

test('each span of one merchant of several has its name', async () => {
  const shop = await openShop({}, { traces: buildTraces(api, { 'tender.merchant': 'm1' }) })
  await shop.prepared()
  const names = exporter.getFinishedSpans().map(({ attributes }) => attributes['tender.merchant'])
  expect(names.length).toBeGreaterThan(1)
  expect(new Set(names)).toEqual(new Set(['m1']))
})

test('a body that arrives by a socket, after its request, is read in the span of that request', async () => {
  const shop = await openShop({}, { traces: buildTraces(api) })
  onTestFinished(() => shop.app.close())
  const { port } = new URL(await shop.app.listen({ port: 0, host: '127.0.0.1' }))
  const headers = {
    host: 'pay.shop.example',
    origin: 'https://pay.shop.example',
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
    'content-length': '2',
    authorization: `Bearer ${await shop.ticketFor()}`,
  }
  const sent = request({ host: '127.0.0.1', port, path: '/api/prepare', method: 'POST', headers })
  sent.flushHeaders()
  await once(shop.app.server, 'request')
  sent.end('{}')
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  await once(answer.resume(), 'end')
  await waitFor(() => expect(spansOf('POST /api/prepare')).toHaveLength(1))
  const calls = exporter.getFinishedSpans().filter(({ kind }) => kind === api.SpanKind.CLIENT)
  const { spanId } = spansOf('POST /api/prepare')[0]!.spanContext()
  expect(calls.map(({ parentSpanContext }) => parentSpanContext?.spanId)).toEqual(calls.map(() => spanId))
  expect(calls.length).toBeGreaterThan(0)
})

test('a lost answer is an error of its call, a refusal has its code, and neither takes part in a trace of the browser’s', async () => {
  const shop = await openShop({}, { traces: buildTraces(api) })
  const body = await shop.cardBody(await shop.prepared())
  shop.state.wire = losing('paymentorder.do')
  await shop.ask('pay', body)
  const lost = exporter.getFinishedSpans().find(({ name }) => name.endsWith('/paymentorder.do'))
  expect(lost?.attributes).toMatchObject({ 'error.type': '502', 'http.response.status_code': 502 })
  expect(lost?.status.code).toBe(api.SpanStatusCode.ERROR)
  exporter.reset()
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const headers = { host: 'pay.shop.example', 'sec-fetch-site': 'same-origin', traceparent }
  await shop.app.inject({ url: '/api/outcome', headers })
  const [refused] = spansOf('GET /api/outcome')
  expect(refused?.attributes).toMatchObject({ 'error.type': 'ticket_missing', 'http.response.status_code': 401 })
  expect(refused?.spanContext().traceId).not.toBe('0af7651916cd43dd8448eb211c80319c')
})

test('no span has an order number, an identifier, an address of a client or data of a card', async () => {
  const shop = await openShop({}, { traces: buildTraces(api) })
  const claims = { orderNumber: 'order-number-7' }
  const { orderId } = await shop.outcome('pay', await shop.cardBody(await shop.prepared(claims), plain), claims)
  await shop.app.inject('/card?ticket=canary-of-a-query')
  const text = JSON.stringify(
    exporter.getFinishedSpans().map(({ name, attributes, events, status }) => ({ name, attributes, events, status })),
  )
  expect(text).toContain('http.route')
  for (const secret of ['order-number-7', orderId!, plain.pan, 'canary', '127.0.0.1', 'seToken'])
    expect(text).not.toContain(secret)
})

test('probes are no spans', async () => {
  const shop = await openShop({}, { traces: buildTraces(api) })
  for (const url of ['/healthz', '/readyz']) await shop.app.inject(url)
  expect(exporter.getFinishedSpans().filter(({ kind }) => kind === api.SpanKind.SERVER)).toEqual([])
})

/** A load that notes what it is asked for. */
function loading(modules: Readonly<Record<string, unknown>>) {
  const loaded: string[] = []
  const load = async (name: string): Promise<unknown> => {
    loaded.push(name)
    if (!(name in modules))
      throw Object.assign(new Error(`Cannot find package '${name}'`), { code: 'ERR_MODULE_NOT_FOUND' })
    return modules[name]
  }
  return { loaded, load }
}

test.each([
  [{}],
  [{ OTEL_SERVICE_NAME: 'pay' }],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_SDK_DISABLED: 'true' }],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_TRACES_EXPORTER: 'none' }],
])('with %o nothing is loaded', async (env) => {
  const { loaded, load } = loading({})
  expect(await openTraces(env, load)).toBeUndefined()
  expect(loaded).toEqual([])
})

test('a variable that asks for traces needs the packages, which the error names', async () => {
  const { load } = loading({ '@opentelemetry/api': api })
  const opened = openTraces({ OTEL_TRACES_EXPORTER: 'console' }, load)
  await expect(opened).rejects.toThrow('npm install @opentelemetry/api @opentelemetry/sdk-node')
})

test('the SDK is started without instrumentations, and a failure to send its last spans ends nothing', async () => {
  const made: unknown[] = []
  class NodeSDK {
    constructor(options: object) {
      made.push(options)
    }
    start(): void {
      made.push('started')
    }
    shutdown = async (): Promise<void> => Promise.reject(new Error('the collector is away'))
  }
  const { load } = loading({ '@opentelemetry/api': api, '@opentelemetry/sdk-node': { NodeSDK } })
  const opened = await openTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }, load)
  expect(made).toEqual([{ instrumentations: [], serviceName: 'tender-proxy' }, 'started'])
  await opened!.close()
})
