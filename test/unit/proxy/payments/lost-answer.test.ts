import { describe, expect, test } from 'vitest'
import { NotDelivered } from '#gateway-client/delivery.ts'
import type { Wire } from '../../../support/fake-gateway.ts'
import { cardFor, openTestProxy } from '../support/test-proxy.ts'

const prepared = async (proxy: Awaited<ReturnType<typeof openTestProxy>>): Promise<string> =>
  (await proxy.prepare()).orderId!

/** What can happen to a payment's request and answer, with the only correct state after it. */
describe('an answer that is lost', () => {
  const body = (text: string): Response => new Response(text)
  const after =
    (then: () => Response | Promise<Response>): Wire =>
    async (_, work) => {
      await work()
      return then()
    }
  const reset = () => Promise.reject(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))
  const rows: readonly (readonly [what: string, wire: Wire, state: string])[] = [
    ['reset after the work', after(reset), 'paid'],
    ['reset before the work', reset, 'pending'],
    ['no answer after the work', after(() => new Promise(() => {})), 'paid'],
    ['no answer at all', () => new Promise(() => {}), 'pending'],
    ['HTTP 400 after the work', after(() => new Response('', { status: 400 })), 'paid'],
    ['HTTP 400 before the work', async () => new Response('', { status: 400 }), 'pending'],
    ['HTTP 503', async () => new Response('', { status: 503 }), 'pending'],
    ['HTTP 500 after the work', after(() => new Response('', { status: 500 })), 'paid'],
    ['HTTP 502', async () => new Response('', { status: 502 }), 'pending'],
    ['a redirect', async () => new Response(null, { status: 302 }), 'pending'],
    ['broken JSON after the work', after(() => body('{"errorCode":')), 'paid'],
    ['a name twice', after(() => body('{"errorCode":"5","errorCode":"0"}')), 'paid'],
    ['a foreign answer', async () => body('{"errorCode":{}}'), 'pending'],
    ['a page', async () => body('<html>'), 'pending'],
    ['a flood', async () => body(`{"info":"${'x'.repeat(70_000)}"}`), 'pending'],
  ]
  test.each(rows)('%s', async (_, wire, state) => {
    const proxy = await openTestProxy()
    const orderId = await prepared(proxy)
    proxy.gateway.state.wire = (request, work) => (request.url.includes('paymentorder') ? wire(request, work) : work())
    expect(await proxy.outcome('pay', cardFor(orderId))).toMatchObject({ state, orderId })
    expect(await proxy.outcome('pay', cardFor(orderId))).toMatchObject({ state })
    expect(await proxy.outcome('outcome')).toMatchObject({ state })
    expect(proxy.gateway.paymentsOf().length).toBeLessThanOrEqual(1)
  })

  test('no second payment is sent while the first may be under way; after the lock the order is open again', async () => {
    const proxy = await openTestProxy()
    const orderId = await prepared(proxy)
    let sent = 0
    proxy.gateway.state.wire = (request, work) =>
      request.url.includes('paymentorder') ? ((sent += 1), reset()) : work()
    await proxy.outcome('pay', cardFor(orderId))
    for (let second = 0; second < 7; second++) {
      proxy.clock.advance(10_000)
      expect(await proxy.outcome('pay', cardFor(orderId))).toMatchObject({ state: 'pending' })
    }
    expect(sent).toBe(1)
    proxy.clock.advance(6000)
    expect(await proxy.outcome('outcome')).toMatchObject({ state: 'open', orderId })
  })

  test('one that cannot even be read afterwards is pending', async () => {
    const proxy = await openTestProxy()
    const orderId = await prepared(proxy)
    let isDown = false
    proxy.gateway.state.wire = async (request, work) => {
      isDown ||= request.url.includes('paymentorder')
      return isDown ? reset() : work()
    }
    expect(await proxy.outcome('pay', cardFor(orderId))).toMatchObject({ state: 'pending' })
    expect((await proxy.ask('outcome')).json()).toMatchObject({ error: { code: 'gateway_unreachable' } })
  })

  test.each([400, 404, 405, 410, 413, 502])(
    'one that was answered with HTTP %s is paid once, whether the gateway paid it before or after that',
    async (status) => {
      for (const pays of ['at once', 'later'] as const) {
        const proxy = await openTestProxy()
        const orderId = await prepared(proxy)
        let late: Promise<unknown> | undefined
        let go = (): void => {}
        const over = new Promise<void>((resolve) => (go = resolve))
        proxy.gateway.state.wire = async (request, work) => {
          if (!request.url.includes('paymentorder')) return work()
          if (pays === 'at once') await work()
          else late ??= over.then(work)
          return new Response('<html>', { status })
        }
        const first = await proxy.outcome('pay', cardFor(orderId))
        expect(first).toMatchObject({ state: pays === 'at once' ? 'paid' : 'pending' })
        expect(await proxy.outcome('pay', cardFor(orderId))).toMatchObject({ state: first.state })
        go()
        await late
        expect(await proxy.outcome('outcome')).toMatchObject({ state: 'paid' })
        expect(proxy.gateway.paymentsOf()).toHaveLength(1)
      }
    },
  )

  const undelivered: readonly (readonly [string, string, Wire])[] = [
    [
      'a refused connection',
      'gateway_unreachable',
      () => Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' })),
    ],
    ['a failed handshake', 'gateway_unreachable', () => Promise.reject(new NotDelivered('certificate'))],
  ]
  test.each(undelivered)('%s was not delivered: the order may be paid at once', async (_, code, wire) => {
    const proxy = await openTestProxy()
    const orderId = await prepared(proxy)
    proxy.gateway.state.wire = (request, work) => (request.url.includes('paymentorder') ? wire(request, work) : work())
    const answer = await proxy.ask('pay', cardFor(orderId))
    expect([answer.statusCode, answer.json()]).toMatchObject([503, { error: { code } }])
    proxy.gateway.state.wire = (_, work) => work()
    expect(await proxy.outcome('pay', cardFor(orderId))).toMatchObject({ state: 'paid' })
  })
})

describe('a restart with an empty memory', () => {
  test('treats an older open order as locked until the lock is over', async () => {
    const proxy = await openTestProxy()
    const orderId = await prepared(proxy)
    proxy.clock.advance(1000)
    await proxy.restart()
    expect(await proxy.outcome('pay', cardFor(orderId))).toMatchObject({ state: 'pending' })
    expect(await proxy.prepare()).toMatchObject({ state: 'pending' })
    expect(await proxy.outcome('cancel', {})).toMatchObject({ state: 'pending' })
    proxy.clock.advance(75_000)
    expect(await proxy.outcome('pay', cardFor(orderId))).toMatchObject({ state: 'paid' })
  })

  test('is not over sooner because the machine’s time is put forward', async () => {
    const proxy = await openTestProxy()
    const orderId = await prepared(proxy)
    await proxy.restart()
    proxy.clock.putForward(3_600_000)
    expect(await proxy.outcome('pay', cardFor(orderId))).toMatchObject({ state: 'pending' })
    proxy.clock.advance(100_000)
    expect(await proxy.outcome('pay', cardFor(orderId))).toMatchObject({ state: 'paid' })
  })

  test('takes payments for what is registered after it', async () => {
    const proxy = await openTestProxy()
    proxy.clock.advance(1000)
    await proxy.restart()
    expect(await proxy.outcome('pay', cardFor(await prepared(proxy)))).toMatchObject({ state: 'paid' })
  })
})
