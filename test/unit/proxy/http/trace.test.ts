import { connect, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { Refusal } from '#contract/refusal.ts'
import { systemClock } from '#ports/system.ts'
import { currentTrace, traced } from '#proxy/http/trace.ts'
import { cardFor, openTestProxy, type TestProxy } from '../support/test-proxy.ts'

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

const tracesIn = (proxy: TestProxy): readonly unknown[] =>
  proxy.log.map((line) => (JSON.parse(line) as { traceId?: string }).traceId)

test('every answer names its request, and a refusal does in its body too', async () => {
  const proxy = await openTestProxy()
  for (const url of ['/card', '/healthz', '/openapi.json', '/api/texts/en', '/3ds/return?k=x', '/nowhere', '/%']) {
    const { headers, body } = await proxy.send({ url })
    expect([url, headers['x-request-id']]).toEqual([url, expect.stringMatching(uuid)])
    const { error } = (body.startsWith('{') ? JSON.parse(body) : {}) as Partial<Refusal>
    if (error) expect([url, error.traceId]).toEqual([url, headers['x-request-id']])
  }
})

test('no two requests have one name, whatever the client calls them', async () => {
  const proxy = await openTestProxy({ env: { TENDER_TRUST_PROXY: '127.0.0.1' } })
  const named = { 'x-request-id': '4111111111111111', traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b71-01' }
  const answers = await Promise.all([1, 2, 3].map(() => proxy.send({ url: '/healthz', headers: named })))
  const ids = answers.map(({ headers }) => String(headers['x-request-id']))
  expect(new Set(ids).size).toBe(3)
  for (const id of ids) expect(id).toMatch(uuid)
})

test('all lines that a request leads to have its name, those of payments at once in their own', async () => {
  const proxy = await openTestProxy()
  const tickets = await Promise.all(['A-1', 'A-2', 'A-3'].map((orderNumber) => proxy.ticketFor({ orderNumber })))
  const prepared = await Promise.all(tickets.map((ticket) => proxy.prepare(ticket)))
  proxy.log.length = 0
  proxy.gateway.state.wire = (request, work) =>
    request.url.includes('paymentorder') ? work().then(() => new Response('', { status: 500 })) : work()
  const answers = await Promise.all(
    tickets.map((ticket, at) => proxy.ask('pay', cardFor(prepared[at]!.orderId!), ticket)),
  )
  for (const [at, { headers }] of answers.entries()) {
    const order = `A-${at + 1}`
    const own = proxy.log
      .filter((line) => line.includes(`"order":"${order}"`))
      .map((line) => JSON.parse(line) as object)
    expect(own).toMatchObject([
      { level: 40, op: 'paymentorder.do', code: 'ambiguous', order, traceId: headers['x-request-id'] },
      { level: 30, op: 'pay', state: 'paid', order, traceId: headers['x-request-id'] },
    ])
  }
})

test('a body that comes in pieces over a connection that lives on is traced as its own request', async () => {
  const proxy = await openTestProxy({ logLevel: 'debug' })
  await proxy.app.listen({ host: '127.0.0.1', port: 0 })
  const { headers } = await proxy.requestFor('prepare', {})
  const head = ['POST /api/prepare HTTP/1.1', ...Object.entries(headers as object).map((pair) => pair.join(': '))]
  const socket = connect((proxy.app.server.address() as AddressInfo).port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => (received += String(chunk)))
  for (const count of [1, 2]) {
    socket.write(`${head.join('\r\n')}\r\ncontent-length: 2\r\n\r\n{`)
    await new Promise(setImmediate)
    socket.write('}')
    await expect.poll(() => received.split('"state":"open"').length - 1).toBe(count)
  }
  socket.destroy()
  await proxy.app.close()
  const [first, second] = [...received.matchAll(/x-request-id: (\S+)/g)].map(([, id]) => id)
  expect(first).not.toBe(second)
  // The first request reads and registers the order; the second one reads it.
  expect(tracesIn(proxy)).toEqual([first, first, first, second, second])
})

test('the trace ID follows promises over timers, and belongs to no other code', async () => {
  const seen: (string | undefined)[] = []
  const work = async (): Promise<void> => {
    await systemClock.sleep(1)
    seen.push(currentTrace())
    await Promise.all([Promise.resolve(), systemClock.sleep(1)])
    seen.push(await Promise.resolve().then(currentTrace))
  }
  const works: Promise<void>[] = []
  for (const id of ['a', 'b']) traced(id, () => void works.push(work()))
  expect(currentTrace()).toBeUndefined()
  const other = (async () => {
    await systemClock.sleep(2)
    return currentTrace()
  })()
  await Promise.all(works)
  expect(seen.toSorted()).toEqual(['a', 'a', 'b', 'b'])
  expect([await other, currentTrace()]).toEqual([undefined, undefined])
})

test('what throws leaves no trace ID behind', () => {
  const failing = (): void =>
    traced('a', () => {
      throw new Error('unforeseen')
    })
  expect(failing).toThrow('unforeseen')
  expect(currentTrace()).toBeUndefined()
})
