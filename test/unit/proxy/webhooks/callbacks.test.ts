import { afterEach, describe, expect, test, vi } from 'vitest'
import { storedCard } from '../../../support/fake-gateway.ts'
import { cardFor, withoutTrace } from '../support/test-proxy.ts'
import { call, openStand, quiet } from './stand.ts'

afterEach(() => void vi.useRealTimers())

describe('the address of callbacks', () => {
  test('goes with every registration, and holds the order number of the ticket', async () => {
    const stand = await openStand()
    const first = await stand.prepared()
    expect(first.registration.dynamicCallbackUrl).toMatch(/^https:\/\/pay\.shop\.example\/callback\/[\w-]+\/[\w-]{43}$/)
    Object.assign(first, { status: 6, actionCode: 116 })
    await stand.browser('prepare', {})
    expect(stand.path('A-17-2')).toBe(stand.path('A-17'))
  })

  test('of another order, another proof, another way of writing it, or none is as unknown as any', async () => {
    const stand = await openStand()
    await stand.prepared('A-17')
    await stand.prepared('B-18')
    const [, , number, proof] = stand.path().split('/')
    const [, , other] = stand.path('B-18').split('/')
    const before = stand.reads().length
    const unknown = await stand.send({ method: 'GET', url: '/nowhere' })
    const wrong = [
      `/callback/${other}/${proof}`,
      `/callback/${number}/${proof!.slice(0, -2)}AA`,
      `/callback/${number}/${proof!.slice(0, 20)}`,
      `/callback/${number}/`,
      `/callback/${number}`,
      `/callback/${number}./${proof}`,
      '/callback',
    ]
    for (const url of wrong)
      for (const method of ['GET', 'POST'] as const) {
        const answer = await stand.send({ method, url })
        expect([url, answer.statusCode, withoutTrace(answer.body)]).toEqual([url, 404, withoutTrace(unknown.body)])
      }
    expect(stand.reads()).toHaveLength(before)
    expect(stand.attempts).toEqual([])
  })

  test('a signature made for another purpose opens nothing', async () => {
    const stand = await openStand()
    const { id } = await stand.prepared()
    await stand.browser('pay', cardFor(id))
    const { fields } = stand.gateway.calls.find(({ what }) => what === 'paymentorder.do')!
    const [text, mark] = new URL(fields['threeDSVer2FinishUrl']!).searchParams.get('k')!.split('.')
    expect((await call(stand, `/callback/${text}/${mark}`)).statusCode).toBe(404)
  })

  test.each(['...', '../a', 'a/b', 'é ü', '?', '%2F', '№ 1 ₽₽₽₽₽₽₽₽₽₽₽₽₽₽₽₽₽₽₽₽₽₽₽₽₽₽₽₽'])(
    'leads back to the order %s',
    async (number) => {
      const stand = await openStand()
      const order = await stand.prepared(number)
      order.status = 2
      const { pathname } = new URL(order.registration.dynamicCallbackUrl!)
      expect((await call(stand, pathname)).statusCode).toBe(200)
      expect(stand.came.map(({ data }) => data.orderNumber)).toEqual([number])
    },
  )
})

describe('a callback is a hint', () => {
  test.each([
    [1, 0, 'order.held'],
    [2, 0, 'order.paid'],
    [3, 0, 'order.reversed'],
    [4, 0, 'order.refunded'],
    [6, 116, 'order.declined'],
    [6, 4005, 'order.cancelled'],
    [6, -2007, 'order.expired'],
  ])('orderStatus %i with actionCode %i is reported as %s', async (status, actionCode, type) => {
    const stand = await openStand()
    Object.assign(await stand.prepared(), { status, actionCode })
    expect((await call(stand)).statusCode).toBe(200)
    expect(stand.types()).toEqual([type])
    const [{ data, timestamp, request }] = stand.came as [(typeof stand.came)[0]]
    expect(data).toMatchObject({ orderNumber: 'A-17', state: type.slice(6), current: { amount: 4990 } })
    expect(timestamp).toMatch(/^2030-01-01T.*Z$/)
    expect([request.method, request.redirect, request.headers.get('content-type')]).toEqual([
      'POST',
      'manual',
      'application/json',
    ])
  })

  test('a card that was only checked is reported as order.verified, and no hold that was given back', async () => {
    const stand = await openStand()
    await stand.browser('prepare', {}, undefined, { amount: 0, features: ['VERIFY'], clientId: 'jane' })
    Object.assign(stand.gateway.orders.get('A-17')!, { status: 3, actionCode: 0 })
    expect((await call(stand)).statusCode).toBe(200)
    expect(stand.came.map(({ type, data }) => [type, data.state])).toEqual([['order.verified', 'verified']])
  })

  test.each([0, 5, 7])('orderStatus %i sends no webhook, whatever the callback says', async (status) => {
    const stand = await openStand()
    Object.assign(await stand.prepared(), { status })
    const before = stand.reads().length
    expect((await call(stand)).statusCode).toBe(200)
    expect(stand.reads().length).toBeGreaterThan(before)
    expect(stand.attempts).toEqual([])
  })

  test('what it says of amounts, states and orders is not read, by GET or by POST', async () => {
    const stand = await openStand()
    Object.assign(await stand.prepared(), { status: 2 })
    await stand.prepared('B-18')
    const form = 'orderNumber=B-18&operation=refunded&status=0&amount=1&depositedAmount=1&paymentState=refunded'
    const answer = await stand.send({
      method: 'POST',
      url: stand.path(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: form,
    })
    expect(answer.statusCode).toBe(200)
    expect((await call(stand, stand.path(), `?${form}`)).statusCode).toBe(200)
    expect(stand.came.map(({ type, data }) => [type, data.orderNumber, data.current.amount])).toEqual([
      ['order.paid', 'A-17', 4990],
    ])
  })

  test.each(['application/json', 'text/xml', undefined])('a body of any type will do: %s', async (type) => {
    const stand = await openStand()
    Object.assign(await stand.prepared(), { status: 2 })
    const headers = type === undefined ? {} : { 'content-type': type }
    const answer = await stand.send({ method: 'POST', url: stand.path(), headers, payload: '{"broken' })
    expect([answer.statusCode, stand.types()]).toEqual([200, ['order.paid']])
  })

  test('a body above 16 KiB is refused', async () => {
    const stand = await openStand()
    Object.assign(await stand.prepared(), { status: 2 })
    const answer = await stand.send({ method: 'POST', url: stand.path(), payload: 'x'.repeat(16 * 1024 + 1) })
    expect([answer.statusCode, stand.attempts]).toEqual([413, []])
  })

  test('when the gateway cannot be read nothing is sent, and the callback is to be repeated', async () => {
    const stand = await openStand()
    Object.assign(await stand.prepared(), { status: 2 })
    stand.gateway.state.wire = async () => new Response('', { status: 500 })
    expect((await call(stand)).statusCode).toBe(503)
    stand.gateway.state.wire = (_, work) => work()
    expect((await call(stand)).statusCode).toBe(200)
    expect(stand.types()).toEqual(['order.paid'])
  })

  test('an earlier try is reported with the whole chain, under the number of the ticket', async () => {
    const stand = await openStand()
    Object.assign(await stand.prepared(), { status: 6, actionCode: 116 })
    await call(stand)
    await stand.browser('prepare', {})
    await call(stand)
    Object.assign(stand.gateway.orders.get('A-17-2')!, { status: 2, actionCode: 0 })
    await call(stand)
    expect(stand.types()).toEqual(['order.declined', 'order.paid'])
    expect(stand.came.at(-1)!.data.tries.map(({ orderNumber, state }) => [orderNumber, state])).toEqual([
      ['A-17', 'declined'],
      ['A-17-2', 'paid'],
    ])
  })
})

describe('once per state', () => {
  test('a second try that is declined as the first was is reported, too', async () => {
    const stand = await openStand()
    Object.assign(await stand.prepared(), { status: 6, actionCode: 116 })
    await call(stand)
    await stand.browser('prepare', {})
    Object.assign(stand.gateway.orders.get('A-17-2')!, { status: 6, actionCode: 116 })
    await call(stand)
    expect(stand.came.map(({ data }) => data.current.orderNumber)).toEqual(['A-17', 'A-17-2'])
    expect(new Set(stand.came.map(({ id }) => id)).size).toBe(2)
  })

  test('five callbacks at once and after one another, and the shopper who looks, are one webhook', async () => {
    const stand = await openStand()
    Object.assign(await stand.prepared(), { status: 2 })
    const before = stand.reads().length
    const answers = await Promise.all(Array.from({ length: 5 }, () => call(stand)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    expect(stand.reads().length - before).toBe(2)
    await call(stand)
    await stand.browser('outcome')
    await quiet()
    expect(stand.types()).toEqual(['order.paid'])
  })

  test('callbacks in the wrong order report the present state, not a former one', async () => {
    const stand = await openStand()
    const order = await stand.prepared()
    order.status = 4
    await call(stand, stand.path(), '?operation=refunded&status=1')
    await call(stand, stand.path(), '?operation=deposited&status=1')
    expect(stand.types()).toEqual(['order.refunded'])
  })

  test('a process that has forgotten reports again under the same id', async () => {
    const stand = await openStand()
    Object.assign(await stand.prepared(), { status: 2 })
    await call(stand)
    await stand.restart()
    await call(stand)
    const [one, two] = stand.came.map(({ id }) => id)
    expect(one).toMatch(/^msg_[\w-]{32}$/)
    expect(two).toBe(one)
  })

  test('what moves money is another notice: two refunds in part have ids of their own', async () => {
    const stand = await openStand()
    const order = await stand.prepared()
    const refundedAmounts = [0, 1000, 1000, 2500]
    stand.gateway.state.wire = async (_, work) => {
      const result = (await (await work()).json()) as object
      const paymentAmountInfo = { paymentState: 'ANY', depositedAmount: 4990, refundedAmount: refundedAmounts[0] }
      return Response.json({ ...result, paymentAmountInfo })
    }
    order.status = 2
    while (refundedAmounts.length) {
      expect((await call(stand)).statusCode).toBe(200)
      refundedAmounts.shift()
    }
    // After a partial refund the gateway still reports the order as deposited; that is no second payment.
    expect(stand.came.map(({ type, data }) => [type, data.current.refundedAmount])).toEqual([
      ['order.paid', 0],
      ['order.refunded', 1000],
      ['order.refunded', 2500],
    ])
    expect(new Set(stand.came.map(({ id }) => id)).size).toBe(3)
    const versions = stand.came.map(({ data }) => data.version)
    expect(versions).toEqual([...new Set(versions)].toSorted((one, other) => one - other))
  })
})

describe('without callbacks', () => {
  test('what a shopper is shown is reported too, and her answer does not wait for it', async () => {
    const stand = await openStand({ behaviours: ['silent'] })
    const order = await stand.prepared()
    const begun = stand.clock.now()
    order.status = 2
    expect((await stand.browser('outcome')).json()).toMatchObject({ state: 'paid' })
    expect(stand.clock.now()).toBe(begun)
    await quiet()
    expect(stand.attempts).toHaveLength(1)
    stand.clock.advance(10_000)
    await quiet()
    await stand.browser('checkout')
    await quiet()
    expect(stand.types()).toEqual(['order.paid'])
  })

  test('a state that was reported is not read for again', async () => {
    const stand = await openStand()
    Object.assign(await stand.prepared(), { status: 2 })
    await stand.browser('outcome')
    await quiet()
    const before = stand.reads().length
    await stand.browser('outcome')
    await quiet()
    expect(stand.reads().length - before).toBe(1)
  })

  test('an open order sends no webhook', async () => {
    const stand = await openStand()
    await stand.prepared()
    await stand.browser('outcome')
    await quiet()
    expect(stand.attempts).toEqual([])
  })
})

test('what is being sent is finished before the proxy is closed', async () => {
  const stand = await openStand()
  Object.assign(await stand.prepared(), { status: 2 })
  await stand.browser('outcome')
  await stand.app.close()
  expect(stand.types()).toEqual(['order.paid'])
})

test('the log has no address, proof or secret in it', async () => {
  const stand = await openStand({ behaviours: ['gone'] })
  Object.assign(await stand.prepared(), { status: 2 })
  await call(stand)
  const lines = stand.log.join('')
  expect(lines).toContain('"op":"webhook"')
  expect(lines).toContain('not taken')
  for (const canary of [stand.path().split('/')[3]!, 'whsec_', 'webhooks', 'operation'])
    expect(lines).not.toContain(canary)
})

test('a charge of the merchant is registered with the address, too', async () => {
  const stand = await openStand()
  const { gateway } = stand
  gateway.bindings.set('jane', [storedCard('b-1')])
  const terms = { orderNumber: 'S-1', amount: 900, currency: '978', clientId: 'jane', bindingId: 'b-1' }
  expect((await stand.merchantAsks('charges', terms)).json()).toMatchObject({ state: 'paid' })
  expect((await call(stand, stand.path('S-1'))).statusCode).toBe(200)
  expect(stand.came).toMatchObject([{ type: 'order.paid', data: { orderNumber: 'S-1' } }])
})
