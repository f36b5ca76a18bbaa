import { expect, test } from 'vitest'
import { losing, openShop, order, plain, type Shop } from '../support/sandbox-shop.ts'

/** The POST of a plain form on a shop's page. */
const post = ({ app }: Pick<Shop, 'app'>, payload: string, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/pay',
    headers: {
      host: 'pay.shop.example',
      origin: 'https://shop.example',
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'cross-site',
      ...headers,
    },
    payload,
  })

const pay = async (shop: Shop, claims = {}) => post(shop, `order=${await shop.ticketFor(claims)}`)

test('a form with the ticket is sent on to the gateway’s own page for the order', async () => {
  const shop = await openShop()
  const answer = await pay(shop)
  const { attributes, orderStatus } = await shop.statusOf('S-1')
  expect([answer.statusCode, orderStatus]).toEqual([303, 0])
  expect(answer.headers['location']).toMatch(/^http:\/\/gateway\.localhost\/payment\//)
  expect(answer.headers['location']).toContain(attributes![0]!.value)
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('the same page is shown again while the order is open', async () => {
  const shop = await openShop()
  const [first, again] = [await pay(shop), await pay(shop)]
  expect(again.headers['location']).toBe(first.headers['location'])
  expect(shop.request('register.do')).toHaveLength(1)
})

test('every process sends to the same page, also after a restart', async () => {
  const store = new Map<string, string>()
  const shop = await openShop(
    {},
    {
      authentications: {
        read: async (key) => store.get(key),
        write: async (key, text) => void store.set(key, text),
        remove: async (key) => void store.delete(key),
      },
    },
  )
  shop.fixture.clock.advance(75_000)
  const shown = new Set<unknown>()
  for (let visit = 0; visit < 6; visit += 1) {
    const app = visit % 2 ? await shop.another() : shop.app
    const answer = await post({ app }, `order=${await shop.ticketFor()}`)
    shown.add([answer.statusCode, answer.headers['location']].join(' '))
    shop.fixture.clock.advance(75_000)
  }
  expect([...shown]).toEqual([expect.stringMatching(/^303 http:\/\/gateway\.localhost\//)])
  expect(shop.request('register.do')).toHaveLength(1)
  expect(shop.request('decline.do')).toEqual([])
  for (const key of store.keys()) store.set(key, 'https://evil.example/')
  const forged = await post(shop, `order=${await shop.ticketFor()}`)
  expect(forged.statusCode).toBe(303)
  expect(forged.headers['location']).not.toContain('evil')
})

test('an order that was prepared by the form gives way to the next number, whose page is known', async () => {
  const shop = await openShop()
  await shop.prepared()
  const answer = await pay(shop)
  expect(answer.statusCode).toBe(303)
  expect(await shop.statusOf('S-1')).toMatchObject({ orderStatus: 6 })
  expect(answer.headers['location']).toContain((await shop.statusOf('S-1-2')).attributes![0]!.value)
})

test('a paid order leads back to the shop', async () => {
  const shop = await openShop()
  const orderId = await shop.prepared()
  await shop.outcome('pay', await shop.cardBody(orderId, plain))
  const answer = await pay(shop)
  expect([answer.statusCode, answer.headers['location']]).toEqual([303, `${order.returnUrl}?orderId=${orderId}`])
})

test.each([
  ['?order&success', '?order&success&orderId='],
  ['?orderId=17#paid', '?orderId=17&orderId=#paid'],
])('and no byte of the shop’s address %s changes on the way', async (query, expected) => {
  const shop = await openShop()
  const orderId = await shop.prepared()
  await shop.outcome('pay', await shop.cardBody(orderId, plain))
  const answer = await pay(shop, { returnUrl: order.returnUrl + query })
  expect(answer.headers['location']).toBe(order.returnUrl + expected.replace(/#|$/, (end) => orderId + end))
})

test('an order that may be paid just now is shown as such, and nothing is declined', async () => {
  const shop = await openShop()
  const orderId = await shop.prepared()
  shop.state.wire = async (request, fetch) =>
    request.url.endsWith('paymentorder.do') ? new Response('', { status: 502 }) : fetch(request)
  await shop.outcome('pay', await shop.cardBody(orderId))
  const answer = await pay(shop)
  expect(answer.statusCode).toBe(409)
  expect(answer.body).toContain('do not pay again')
  expect(answer.body).toContain(`href="${order.returnUrl}"`)
  expect(shop.request('decline.do')).toEqual([])
})

/** The gateway answers a registration with the page at another address. */
async function payAt(formUrl: string) {
  const shop = await openShop()
  shop.state.wire = async (request, fetch) => {
    const answer = await fetch(request)
    if (!request.url.endsWith('register.do')) return answer
    return Response.json({ ...((await answer.json()) as object), formUrl })
  }
  return { shop, answer: await pay(shop) }
}

test('the gateway’s page may be on another host than its API', async () => {
  const formUrl = 'https://pages.bank.example/payment/merchants/shop/payment_en.html?mdOrder=1'
  const { answer } = await payAt(formUrl)
  expect([answer.statusCode, answer.headers['location']]).toEqual([303, formUrl])
})

test.each([
  'http://pages.bank.example/payment',
  'https://user@pages.bank.example/payment',
  'data:text/html,payment',
  '//pages.bank.example/payment',
  '/payment',
])('nobody is sent to the page %s', async (formUrl) => {
  const { shop, answer } = await payAt(formUrl)
  expect(answer.statusCode).toBe(500)
  expect(answer.headers['location']).toBeUndefined()
  expect(shop.log.join('')).toContain('no address of a payment page that is safe')
})

test('the order is registered with the address of the shopper', async () => {
  const shop = await openShop()
  await pay(shop)
  expect(await shop.statusOf('S-1')).toMatchObject({ ip: '127.0.0.1' })
})

test.each([
  ['no ticket', '', 401, 'ticket_missing'],
  ['no JWT', 'order=x', 401, 'ticket_malformed'],
  ['markup', 'order=%3Cscript%3E', 401, 'ticket_malformed'],
  ['two tickets', 'order=a&order=b', 400, 'field_invalid'],
])('%s is a small page to be read', async (_, payload, status, code) => {
  const shop = await openShop()
  const answer = await post(shop, payload, { 'accept-language': 'ru' })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8'])
  expect(answer.body).toContain(`<code>${code}</code>`)
  expect(answer.body).toContain('<html lang="ru"')
  expect(answer.body).not.toContain('<script')
  expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('a gateway that does not answer, a mail order and an excluded card are shown the same way', async () => {
  const shop = await openShop()
  expect((await pay(shop, { channel: 'moto' })).body).toContain('ticket_invalid')
  expect((await pay(shop, { methods: ['applePay'] })).body).toContain('ticket_invalid')
  shop.state.wire = losing('getOrderStatusExtended.do')
  const answer = await pay(shop)
  expect([answer.statusCode, answer.body]).toEqual([503, expect.stringContaining('gateway_unreachable')])
})

test('only a form is taken', async () => {
  const shop = await openShop()
  const answer = await post(shop, '{}', { 'content-type': 'application/json' })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([415, 'text/html; charset=utf-8'])
  const page = await shop.app.inject({ url: '/pay', headers: { host: 'pay.shop.example' } })
  expect(page.statusCode).toBe(405)
})
