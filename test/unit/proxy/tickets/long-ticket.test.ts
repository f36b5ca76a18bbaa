import { describe, expect, test } from 'vitest'
import { systemRandom } from '#ports/system.ts'
import { LONGEST_IN_HEADER, LONGEST_TICKET } from '#contract/long-ticket.ts'
import { checkoutClient } from '#card-frame/proxy-client/api.ts'
import type { CardPayment } from '#server-contract/gateway/card-payments.ts'
import { signOrder, type OrderClaims } from '#proxy/tickets/sign-order.ts'
import { onRequest } from '../../../support/on-request.ts'
import { browser, cardFor, openTestProxy, order, proxyUrl, secret, type TestProxy } from '../support/test-proxy.ts'

/** A fiscal basket with so many positions, in the letters that such receipts have. */
function basketOf(positions: number): NonNullable<OrderClaims['orderBundle']> {
  const items = Array.from({ length: positions }, (_, at) => ({
    positionId: at + 1,
    name: `Чайник заварочный стеклянный с фильтром, 600 мл, артикул ${1000 + at}`,
    quantity: { value: 2, measure: 'шт' },
    itemPrice: 4990,
    itemAmount: 9980,
    itemCode: `article-${1000 + at}`,
    tax: { taxType: 6, taxSum: 1663 },
    itemAttributes: {
      attributes: [
        { name: 'paymentMethod', value: '4' },
        { name: 'paymentObject', value: '1' },
        { name: 'supplier_info.inn', value: '7700000001' },
        { name: 'supplier_info.name', value: 'Общество с ограниченной ответственностью «Поставщик»' },
      ],
    },
  }))
  return { ffdVersion: '1.2', cartItems: { items } }
}

/** The card frame's client, whose requests go to the proxy as a browser sends them. */
function clientOf(proxy: TestProxy, ticket: string) {
  const requests: Request[] = []
  const fetch = onRequest(async (request) => {
    requests.push(request.clone())
    const body = request.method === 'POST' ? await request.text() : undefined
    const answer = await proxy.send({
      method: request.method as 'GET' | 'POST',
      url: new URL(request.url).pathname,
      headers: { ...Object.fromEntries(request.headers), 'sec-fetch-site': 'same-origin' },
      ...(body !== undefined && { payload: body }),
    })
    return new Response(answer.body, { status: answer.statusCode })
  })
  return { requests, api: checkoutClient({ origin: proxyUrl, fetch, clock: proxy.clock }, ticket) }
}

describe('a basket of a hundred positions', () => {
  const orderBundle = basketOf(100)

  test('is read, registered whole and paid, by requests that no header makes too large', async () => {
    const proxy = await openTestProxy()
    const { api, requests } = clientOf(proxy, await proxy.ticketFor({ orderBundle }))
    expect(await api.checkout({})).toMatchObject({ orderNumber: 'A-17', outcome: { state: 'open' } })
    const prepared = await api.prepare({})
    expect(proxy.gateway.orders.get('A-17')!.registration.orderBundle).toEqual(orderBundle)
    const card = cardFor((prepared as { orderId: string }).orderId)
    expect(await api.pay(card)).toMatchObject({ state: 'paid' })
    expect(await api.outcome({})).toMatchObject({ state: 'paid' })
    expect(await api.withdraw({ requestId: card.requestId })).toMatchObject({ state: 'paid' })
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST', 'POST', 'POST'])
    for (const { headers } of requests)
      expect([...headers].map((pair) => pair.join(': ')).join('\r\n').length).toBeLessThan(1000)
  })

  test('leads to the gateway’s own page without a script', async () => {
    const proxy = await openTestProxy()
    const payload = new URLSearchParams({ order: await proxy.ticketFor({ orderBundle }) }).toString()
    const answer = await proxy.send({
      method: 'POST',
      url: '/pay',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
      payload,
    })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, 'https://gateway.example/form'])
    expect(proxy.gateway.orders.get('A-17')!.registration.orderBundle).toEqual(orderBundle)
  })

  test('takes the second call after the 3-D Secure method with it', async () => {
    const proxy = await openTestProxy()
    const { api } = clientOf(proxy, await proxy.ticketFor({ orderBundle }))
    const { orderId } = (await api.prepare({})) as { orderId: string }
    proxy.gateway.state.script = (gatewayOrder, payment: CardPayment) => {
      if (payment.threeDSServerTransId === undefined)
        return { errorCode: 0, is3DSVer2: true, threeDSServerTransId: systemRandom.uuid() }
      return Object.assign(gatewayOrder, { status: 2, actionCode: 0 }) && { errorCode: 0 }
    }
    const first = await api.pay(cardFor(orderId))
    const { continuation } = (first as unknown as { step: { continuation: string } }).step
    expect(await api.authenticate({ ...cardFor(orderId), continuation })).toMatchObject({ state: 'paid' })
  })
})

test('a short ticket is sent in a header, and reads are GETs', async () => {
  const proxy = await openTestProxy()
  const { api, requests } = clientOf(proxy, await proxy.ticketFor())
  await api.outcome({})
  const [request] = requests
  expect([request!.method, request!.headers.get('authorization')]).toEqual(['GET', expect.stringMatching(/^Bearer ey/)])
})

describe('a ticket in a body', () => {
  const send = async (proxy: TestProxy, body: object, headers: Readonly<Record<string, string>> = {}) =>
    proxy.send({
      method: 'POST',
      url: '/api/outcome',
      headers: {
        'sec-fetch-site': 'same-origin',
        accept: 'application/json',
        'content-type': 'application/json',
        origin: proxyUrl,
        ...headers,
      },
      payload: JSON.stringify(body),
    })

  test('may be short, too', async () => {
    const proxy = await openTestProxy()
    expect((await send(proxy, { ticket: await proxy.ticketFor() })).json()).toMatchObject({ state: 'open' })
  })

  test('is verified as one in a header', async () => {
    const proxy = await openTestProxy()
    expect((await send(proxy, { ticket: `${await proxy.ticketFor()}x` })).json()).toMatchObject({
      error: { code: 'ticket_forged' },
    })
    expect((await send(proxy, { ticket: 'a b' })).json()).toMatchObject({ error: { code: 'ticket_missing' } })
  })

  test('is refused beside one in a header, and as anything but text', async () => {
    const proxy = await openTestProxy()
    const ticket = await proxy.ticketFor()
    for (const [body, headers] of [
      [{ ticket }, { authorization: `Bearer ${ticket}` }],
      [{ ticket: [ticket] }, {}],
    ] as const)
      expect((await send(proxy, body, headers)).json()).toMatchObject({
        error: { code: 'field_invalid', field: 'ticket' },
      })
  })

  test('has a largest size, which the refusal names, and the fields beside it keep theirs', async () => {
    const proxy = await openTestProxy()
    const refused = { error: { code: 'body_too_large', message: expect.stringContaining('131,072 characters') } }
    for (const body of [
      { ticket: 'x'.repeat(LONGEST_TICKET + 1) },
      { ticket: 'x'.repeat(2 * LONGEST_TICKET) },
      { ticket: await proxy.ticketFor(), more: 'x'.repeat(16 * 1024) },
    ]) {
      const answer = await send(proxy, body)
      expect([answer.statusCode, answer.json<object>()]).toEqual([
        413,
        expect.objectContaining({ error: expect.anything() }),
      ])
      expect(answer.json()).toMatchObject(refused)
    }
  })
})

describe('signOrder', () => {
  test('names the claim and the rule of a ticket that is too large', async () => {
    await expect(signOrder({ ...order, orderBundle: basketOf(200) }, secret)).rejects.toThrow(
      /^The order's orderBundle must be shorter: a ticket has at most 131072 characters, and this one \d{6}$/,
    )
  })

  test('makes a header of the usual order', async () => {
    expect((await signOrder({ ...order, orderBundle: basketOf(1) }, secret)).length).toBeLessThan(LONGEST_IN_HEADER)
  })
})

test('browsers get no data of the basket', async () => {
  const proxy = await openTestProxy()
  const answer = await proxy.ask('checkout', undefined, await proxy.ticketFor({ orderBundle: basketOf(1) }))
  expect(answer.body).not.toContain('supplier')
  expect(browser).toBeDefined()
})
