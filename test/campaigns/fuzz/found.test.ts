import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import { meaningOf } from '#gateway-client/answer-kind.ts'
import { exchange } from './wire/exchange.ts'
import { cardFor, openTestProxy } from '../../unit/proxy/support/test-proxy.ts'
import { apiKey, openTarget } from './in-process/target.ts'

/** Regressions that fuzzing has found; its small budget in `npm test` would find each only now and then. */

describe('fields that the gateway would not take are refused, not stumbled over', () => {
  const terms = { orderNumber: 'A-1', amount: 4990, currency: '978' }
  test.each([
    ['moto', { ...terms, cardholder: 'JANE', clientId: '', bindingId: 'b-1' }, 'clientId'],
    ['wallet', { ...terms, wallet: 'googlePay', paymentToken: 'e30=', clientId: 'c', ip: 'x' }, 'ip'],
  ])('%s', async (name, body, field) => {
    const { app } = await openTarget(async () => new Response('{"errorCode":"6"}'))
    const answer = await app.inject({
      method: 'POST',
      url: `/merchant/charges/${name}`,
      headers: { host: 'pay.shop.example', authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    })
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { error: { code: 'field_invalid', field } }])
  })
})

test.each(['x', '0x', 'NaN', '1.5'])('an errorCode of %s refuses nothing', (errorCode) => {
  const seen = { status: 200, body: JSON.stringify({ errorCode }) }
  expect(meaningOf(gatewayApi.paymentorder, seen).kind).toBe('ambiguous')
})

test('a code that is no number is no matter where success says no', () => {
  const seen = { status: 200, body: '{"success":false,"error":{"code":"NO_MONEY"}}' }
  expect(meaningOf(gatewayApi.recurrentPayment, seen).kind).toBe('refused')
})

describe('a status answer that lacks a field decides nothing', () => {
  test.each(['orderNumber', 'amount'])('%s', async (name) => {
    const proxy = await openTestProxy()
    await proxy.prepare()
    proxy.gateway.orders.get('A-17')!.status = 2
    proxy.gateway.state.wire = async (_, work) => {
      const { [name]: left, ...rest } = (await (await work()).json()) as Record<string, unknown>
      expect(left).toBeDefined()
      return new Response(JSON.stringify(rest))
    }
    expect((await proxy.ask('outcome')).json()).toMatchObject({ error: { code: 'gateway_unreachable' } })
  })
})

test.each([7, 99])('an order whose status is %i after a lost answer stays locked', async (status) => {
  const proxy = await openTestProxy()
  const { orderId } = await proxy.prepare()
  const order = proxy.gateway.orders.get('A-17')!
  proxy.gateway.state.script = () => {
    order.status = status
    return { errorCode: 0 }
  }
  expect(await proxy.outcome('pay', cardFor(orderId!))).toMatchObject({ state: 'pending' })
  order.status = 0
  expect(await proxy.outcome('pay', cardFor(orderId!))).toMatchObject({ state: 'pending' })
  expect(proxy.gateway.paymentsOf()).toHaveLength(1)
})

test('a length that is neither number nor text is refused where a text must be', async () => {
  const { app } = await openTarget(async () => new Response('{"errorCode":"6"}'))
  const answer = await app.inject({
    method: 'POST',
    url: '/merchant/orders/A-1/refund',
    headers: { host: 'pay.shop.example', authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    payload: '{"amount":10,"refundId":{"length":{"toString":1,"valueOf":1}}}',
  })
  expect([answer.statusCode, answer.json()]).toMatchObject([400, { error: { code: 'body_malformed' } }])
})

test('who expects what nobody knows is refused, and the connection is over', async () => {
  const proxy = await openTestProxy()
  await proxy.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = proxy.app.server.address() as AddressInfo
  const head = 'POST /3ds/method?n=a HTTP/1.1\r\nHost: pay.shop.example\r\nExpect: 100-continuepay\r\n'
  const { answers, isHanging } = await exchange(`${head}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, { port })
  await proxy.app.close()
  expect([answers.map(({ status }) => status), isHanging]).toEqual([[400], false])
})

test('a client that expects `100 Continue` gets it before an answer, never within one', async () => {
  const proxy = await openTestProxy()
  await proxy.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = proxy.app.server.address() as AddressInfo
  const head = (line: string): string => `${line} HTTP/1.1\r\nHost: pay.shop.example\r\nSec-Fetch-Dest: iframe\r\n`
  const expecting = 'Expect: 100-continue\r\n'
  const pages = await exchange(`${head('GET /card')}\r\n${head('GET /card')}${expecting}\r\n`, { port })
  const socket = connect(port, '127.0.0.1')
  socket.write(`${head('POST /api/prepare')}${expecting}Content-Length: 2\r\n\r\n`)
  const [first] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  await proxy.app.close()
  expect(pages.answers.map(({ status }) => status)).toEqual([200, 200])
  expect(pages.answers[1]!.body).toBe(pages.answers[0]!.body)
  expect(first.toString()).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\n/)
})

test('who says close, among whatever else, is answered once', async () => {
  const proxy = await openTestProxy()
  await proxy.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = proxy.app.server.address() as AddressInfo
  const one = 'HEAD /card HTTP/1.0\r\nConnection: close\r\nHost: pay.shop.example\r\nConnection: keep-alive\r\n\r\n'
  const { answers } = await exchange(one + one, { port })
  await proxy.app.close()
  expect(answers.map(({ status }) => status)).toEqual([403])
})

test('what comes behind a request never stands in for its answer', async () => {
  const proxy = await openTestProxy()
  await proxy.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = proxy.app.server.address() as AddressInfo
  const { answers } = await exchange('GET /readyz HTTP/1.1\r\nHost: pay.shop.example\r\n\r\ngarbage\r\n\r\n', { port })
  await proxy.app.close()
  expect(answers.map(({ status }) => status)).toEqual([200, 400])
})
