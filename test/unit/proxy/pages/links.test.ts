import { describe, expect, test } from 'vitest'
import { decodeJwt } from 'jose'
import type { LinkOrder, PaymentLink } from '#server-contract/merchant/links.ts'
import type { Outcome } from '#contract/checkout.ts'
import type { Refusal } from '#contract/refusal.ts'
import { recogniser } from '#adapters/recogniser.ts'
import { changing, openShop, penniless, plain, walletsOffered, type Shop } from '../support/sandbox-shop.ts'

const apiKey = 'an-api-key-of-more-than-thirty-two-bytes'
const scriptTag = new Map([['checkout.js', { bytes: new TextEncoder().encode('// element') }]])

const open = async (env: Readonly<Record<string, string>> = {}) =>
  openShop({ TENDER_API_KEYS: apiKey, TENDER_LOG_LEVEL: 'debug', ...env }, { scriptTag })

const order: LinkOrder = { orderNumber: 'L-1', amount: 1234, currency: '933' }

const asMerchant = ({ app }: Pick<Shop, 'app'>, path: string, payload: object = {}) =>
  app.inject({
    method: 'POST',
    url: `/merchant/${path}`,
    headers: { host: 'pay.shop.example', authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    payload,
  })

const linkTo = async (shop: Pick<Shop, 'app'>, claims: Partial<LinkOrder> = {}, expiresIn?: number) => {
  const made = await asMerchant(shop, 'links', { order: { ...order, ...claims }, ...(expiresIn && { expiresIn }) })
  expect(made.statusCode).toBe(200)
  return made.json<PaymentLink>()
}

const refusalOf = async (shop: Pick<Shop, 'app'>, claims: object) => {
  const answer = await asMerchant(shop, 'links', { order: { ...order, ...claims } })
  const { field, message } = answer.json<Refusal>().error
  return { status: answer.statusCode, field, message }
}

const pathOf = (url: string): string => new URL(url).pathname

const visit = ({ app }: Pick<Shop, 'app'>, url: string, headers: Record<string, string> = {}) =>
  app.inject({ url: pathOf(url), headers: { host: 'pay.shop.example', ...headers } })

/** The ticket that a link's page gives to the element. */
const ticketIn = (page: { readonly body: string }): string => / order="([\w.-]+)"/.exec(page.body)![1]!

async function payWith(shop: Shop, ticket: string, card = plain): Promise<Outcome> {
  const { orderId } = (await shop.askWith(ticket, 'prepare', {})).json<Outcome>()
  return (await shop.askWith(ticket, 'pay', await shop.cardBody(orderId!, card))).json<Outcome>()
}

const asked = ({ sent }: Pick<Shop, 'sent'>): readonly string[] => [...new Set(sent.map(({ what }) => what))]

const tokenOf = (url: string): string => pathOf(url).replace('/link/', '')

describe('the page of a link', () => {
  test('shows the element, in the language of the browser, and asks the gateway for nothing but the order', async () => {
    const shop = await open()
    const { url, expiresAt } = await linkTo(shop, { description: 'Two <b>tickets</b>' })
    expect(url).toMatch(/^https:\/\/pay\.shop\.example\/link\/[\w-]{60,}$/)
    expect(expiresAt).toBe(Math.floor(shop.fixture.clock.now() / 1000) * 1000 + 86_400_000)
    for (let visitor = 0; visitor < 3; visitor += 1) {
      const page = await visit(shop, url, { 'accept-language': 'ar' })
      expect(page.statusCode).toBe(200)
      expect(page.body).toContain('<html lang="ar" dir="rtl"')
      expect(page.body).toContain('src="https://pay.shop.example" locale="ar"')
      expect(page.body).toContain('Two &lt;b&gt;tickets&lt;/b&gt;')
    }
    expect(asked(shop)).toEqual(['getOrderStatusExtended.do'])
  })

  test('is the proxy’s also where it is mounted in a server of the merchant’s, and takes no POST', async () => {
    const { app } = await open()
    expect(recogniser(app)('pay.shop.example', '/link/abc?orderId=1')).toBe(true)
    expect(recogniser(app)('pay.shop.example', '/links')).toBe(false)
    const posted = await app.inject({ method: 'POST', url: '/link/abc', headers: { host: 'pay.shop.example' } })
    expect([posted.statusCode, posted.headers.allow]).toEqual([405, 'GET, HEAD'])
  })

  test('is kept nowhere, sent on to nobody, found by no search and framed by no page', async () => {
    const shop = await open()
    const { headers } = await visit(shop, (await linkTo(shop)).url)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    })
  })

  test('pays by its ticket, and is a receipt from then on', async () => {
    const shop = await open({ TENDER_SHOP_NAME: 'Tea & more', TENDER_SHOP_SUPPORT: '+375 17 000 00 00' })
    const { url } = await linkTo(shop)
    const first = await visit(shop, url)
    expect(first.body).toContain('<h1><bdi>Tea &amp; more</bdi></h1>')
    expect(await payWith(shop, ticketIn(first))).toMatchObject({ state: 'paid', orderNumber: 'L-1' })
    const before = shop.sent.length
    const receipt = await visit(shop, url)
    const { attributes, authDateTime, cardAuthInfo, authRefNum, actionCodeDescription } = await shop.statusOf('L-1')
    expect(receipt.statusCode).toBe(200)
    expect(receipt.body).not.toContain('<tender-checkout')
    for (const shown of [
      'Payment successful',
      'BYN',
      '12.34',
      'L-1',
      cardAuthInfo!.approvalCode!,
      authRefNum!,
      '•••• 3333',
      `<time datetime="${new Date(authDateTime!).toISOString()}">`,
      ' UTC</time>',
      'Tea &amp; more',
      '+375 17 000 00 00',
    ])
      expect(receipt.body).toContain(shown)
    for (const own of [attributes![0]!.value!, actionCodeDescription!]) expect(receipt.body).not.toContain(own)
    expect(new Set(shop.sent.slice(before).map(({ what }) => what))).toEqual(new Set(['getOrderStatusExtended.do']))
  })

  test('asks the bank in its language', async () => {
    const shop = await open()
    const { url } = await linkTo(shop, { language: 'ru' })
    await payWith(shop, ticketIn(await visit(shop, url)))
    await visit(shop, url)
    expect(shop.request('getOrderStatusExtended.do').at(-1)).toContain('language=ru')
  })

  test('stays open after a decline that another card may follow', async () => {
    const shop = await open()
    const { url } = await linkTo(shop)
    expect(await payWith(shop, ticketIn(await visit(shop, url)), penniless)).toMatchObject({ state: 'declined' })
    expect((await visit(shop, url)).body).toContain('<tender-checkout')
  })

  test('shows the element while the gateway does not answer', async () => {
    const shop = await open()
    const { url } = await linkTo(shop)
    shop.state.wire = async () => new Response('', { status: 502 })
    expect((await visit(shop, url)).body).toContain('<tender-checkout')
  })

  /** The form of a browser without scripts. */
  const payOnBanksPage = ({ app }: Pick<Shop, 'app'>, ticket: string) =>
    app.inject({
      method: 'POST',
      url: '/pay',
      headers: { host: 'pay.shop.example', 'content-type': 'application/x-www-form-urlencoded' },
      payload: `order=${ticket}`,
    })

  test('leads to the bank’s page without a script, which leads back to the link', async () => {
    const shop = await open()
    const { url } = await linkTo(shop)
    expect((await payOnBanksPage(shop, ticketIn(await visit(shop, url)))).statusCode).toBe(303)
    const [registered] = shop.request('register.do')
    expect(new URLSearchParams(registered).get('returnUrl')).toBe(url)
  })

  test('is the receipt for a payer who comes back, and for one who paid in another tab', async () => {
    const shop = await open()
    const { url } = await linkTo(shop)
    const ticket = ticketIn(await visit(shop, url))
    await payWith(shop, ticket)
    expect((await payOnBanksPage(shop, ticket)).headers.location).toContain(`${url}?orderId=`)
    const headers = { host: 'pay.shop.example' }
    const after = await shop.app.inject({ url: `${pathOf(url)}?orderId=x&lang=en`, headers })
    expect(after.body).toContain('Payment successful')
  })
})

describe('a link that is not, or is no more', () => {
  test('tells a payer who was at the bank’s page when it ended what became of the payment, for an hour', async () => {
    const shop = await open()
    const { url } = await linkTo(shop, {}, 600)
    await payWith(shop, ticketIn(await visit(shop, url)))
    shop.fixture.clock.advance(601_000)
    const readAs = (status: object) =>
      (shop.state.wire = changing('getOrderStatusExtended.do', (answer) => ({ ...answer, ...status })))
    const told: [object, number, string][] = [
      [{}, 200, 'Payment successful'],
      [{ orderStatus: 7 }, 200, 'Please do not pay again.'],
      [{ errorCode: '7' }, 200, 'Please do not pay again.'],
      [{ orderStatus: 0 }, 410, 'time to pay has run out'],
    ]
    for (const [status, code, words] of told) {
      readAs(status)
      const back = await visit(shop, url)
      expect([back.statusCode, back.body]).toEqual([code, expect.stringContaining(words)])
      expect(back.body).not.toContain('order=')
    }
    readAs({})
    shop.fixture.clock.advance(3_600_000)
    expect((await visit(shop, url)).statusCode).toBe(410)
  })

  test('altered in any place, in another spelling, cut or guessed, it is unknown, and the gateway is not asked', async () => {
    const shop = await open({ TENDER_LIMIT_DECLINES: 'none' })
    const token = tokenOf((await linkTo(shop)).url)
    const other = tokenOf((await linkTo(shop, { orderNumber: 'L-2' })).url)
    const flip = (at: number): string => token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
    const places = Array.from({ length: 40 }, (_, step) => Math.floor((step * token.length) / 40))
    const half = Math.floor(token.length / 2)
    const wrong = [
      ...places.map(flip),
      token.slice(0, half) + other.slice(half),
      token.slice(0, -1),
      `${token}A`,
      `${token}=`,
      'A'.repeat(171),
      'A',
    ]
    for (const [at, one] of wrong.entries()) {
      const page = await visit(shop, `https://x.example/link/${one}`, { 'x-forwarded-for': `192.0.2.${at}` })
      expect([one, page.statusCode]).toEqual([one, 404])
      expect(page.body).toContain('could not be opened')
      expect(page.body).not.toContain('order=')
    }
    expect(shop.sent).toEqual([])
  })

  test('holds nothing of its order that anybody else can read', async () => {
    const shop = await open()
    const secrets = { orderNumber: 'L-canary', email: 'canary@shop.example', clientId: 'canary', description: 'canary' }
    const { url, qr } = await linkTo(shop, secrets)
    const bytes = Buffer.from(tokenOf(url), 'base64url').toString('latin1')
    expect(`${url}${bytes}${qr}`).not.toContain('canary')
  })

  test('has a code that a phone reads from a screen as it is shown', async () => {
    const { qr } = await linkTo(await open(), {})
    const [, modules, width] = /viewBox="\S+ \S+ (\d+) \d+" width="(\d+)"/.exec(qr)!
    expect(Number(width) / Number(modules)).toBeGreaterThanOrEqual(4)
  })

  test('after its time nothing of its order is shown, and its tickets have ended with it', async () => {
    const shop = await open()
    const { url } = await linkTo(shop, {}, 600)
    const ticket = ticketIn(await visit(shop, url))
    expect(decodeJwt(ticket).exp).toBe(Math.floor(shop.fixture.clock.now() / 1000) + 600)
    shop.fixture.clock.advance(601_000)
    const page = await visit(shop, url)
    expect(page.statusCode).toBe(410)
    expect(page.body).toContain('time to pay has run out')
    expect(page.body).not.toContain('12.34')
    shop.fixture.clock.advance(61_000)
    expect((await shop.askWith(ticket, 'outcome')).json<Refusal>().error.code).toBe('ticket_expired')
  })

  test('a long link gives a ticket of a day at most, which the next visit gives anew', async () => {
    const shop = await open()
    const { url } = await linkTo(shop, {}, 2_592_000)
    shop.fixture.clock.advance(20 * 86_400_000)
    const ticket = ticketIn(await visit(shop, url))
    expect((await shop.askWith(ticket, 'outcome')).json()).toMatchObject({ state: 'open' })
  })

  test('cancelled by the merchant, before or after somebody opened it, it pays nothing more', async () => {
    const shop = await open()
    shop.fixture.clock.advance(75_000) // nothing is cancelled while a process before this one may be paying
    const { url } = await linkTo(shop)
    const ticket = ticketIn(await visit(shop, url))
    expect((await asMerchant(shop, 'orders/L-1/cancel')).statusCode).toBe(200)
    const page = await visit(shop, url)
    expect([page.statusCode, page.body]).toEqual([410, expect.stringContaining('The payment was cancelled')])
    expect(await shop.askWith(ticket, 'prepare', {}).then((answer) => answer.json<Outcome>())).toMatchObject({
      state: 'cancelled',
      again: false,
    })
    expect(shop.request('register.do')).toEqual([])
  })

  test('is opened by the older signing secret, and not by another one', async () => {
    const [older, newer] = ['an-older-signing-secret-of-32-bytes!', 'a-newer-signing-secret-of-32-bytes!']
    const shop = await open({ TENDER_SIGNING_SECRET: older })
    const { url } = await linkTo(shop)
    const after = await open({ TENDER_SIGNING_SECRET: `${newer},${older}` })
    const page = await visit(after, url)
    expect(await payWith(after, ticketIn(page))).toMatchObject({ state: 'paid' })
    expect((await visit(await open({ TENDER_SIGNING_SECRET: newer }), url)).statusCode).toBe(404)
  })

  test('one address opens sixty in a minute, and another one is not held up by it', async () => {
    const shop = await open({ TENDER_TRUST_PROXY: '127.0.0.1' })
    const { url } = await linkTo(shop)
    const from = (address: string) => visit(shop, url, { 'x-forwarded-for': address })
    for (let opened = 0; opened < 60; opened += 1) expect((await from('192.0.2.7')).statusCode).toBe(200)
    const refused = await from('192.0.2.7')
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
    expect((await from('192.0.2.8')).statusCode).toBe(200)
    shop.fixture.clock.advance(60_001)
    expect((await from('192.0.2.7')).statusCode).toBe(200)
  })
})

describe('what a link may be made of', () => {
  test('a log of everything never has a link, its token or its ticket', async () => {
    const shop = await open()
    const { url } = await linkTo(shop)
    const page = await visit(shop, url)
    await payWith(shop, ticketIn(page))
    await visit(shop, url)
    await visit(shop, `${url}x`)
    const lines = shop.log.join('')
    expect(lines).toContain('"op":"link"')
    expect(lines).toContain('"order":"L-1"')
    expect(lines).not.toContain(tokenOf(url).slice(0, 24))
    expect(lines).not.toContain(ticketIn(page).slice(-24))
  })

  test.each([
    'https://evil.example/',
    'https://shop.example.evil.example/',
    'https://shop.example@evil.example/',
    'https://pay.shop.example/link/x\\@evil.example',
    `javascript${':'}alert(1)`,
    '//evil.example',
  ])('the payer is not led to %s', async (returnUrl) => {
    expect(await refusalOf(await open(), { returnUrl })).toMatchObject({ status: 400, field: 'order.returnUrl' })
  })

  test.each([
    [{ orderNumber: 'x'.repeat(33) }, 'order.orderNumber'],
    [{ amount: 0 }, 'order.amount'],
    [{ bindingId: 'b-1' }, 'order.bindingId'],
    [{ channel: 'moto' }, 'order.channel'],
    [{ exp: 4_000_000_000 }, 'order.exp'],
    [{ origin: 'https://evil.example' }, 'order.origin'],
    [{ methods: ['applePay'] }, 'order.methods'],
    [{ jsonParams: incompressible(400) }, 'order.returnUrl'],
    [{ jsonParams: incompressible(2400), returnUrl: 'https://shop.example/' }, 'order'],
  ] as const)('%#: the field that breaks a rule is named', async (claims, field) => {
    expect(await refusalOf(await open(), claims)).toMatchObject({ status: 400, field })
  })

  test('a link that is too long to come back to needs an address of the shop, and says so', async () => {
    const { message } = await refusalOf(await open(), { jsonParams: incompressible(400) })
    expect(message).toContain('order.returnUrl is required, since the link is too long to come back to')
  })

  test('a shop’s own ticket leads neither to the proxy nor anywhere by the key of links', async () => {
    const shop = await open()
    const returnUrl = 'https://pay.shop.example/link/x'
    expect(await shop.refusal('prepare', {}, { returnUrl })).toMatchObject({ status: 400, field: 'returnUrl' })
    const [, claims] = ticketIn(await visit(shop, (await linkTo(shop)).url)).split('.')
    const [, , signature] = (await shop.ticketFor()).split('.')
    const [header] = ticketIn(await visit(shop, (await linkTo(shop)).url)).split('.')
    const forged = await shop.askWith(`${header}.${claims}.${signature}`, 'outcome')
    expect(forged.json<Refusal>().error.code).toBe('ticket_forged')
  })

  test('wallets are not offered beside the frame of the card, whose origin the page has', async () => {
    const shop = await open(walletsOffered)
    const ticket = ticketIn(await visit(shop, (await linkTo(shop)).url))
    expect((await shop.askWith(ticket, 'checkout')).json()).toMatchObject({ card: true, wallets: {} })
  })
})

/** Letters that no compression makes shorter. */
function incompressible(length: number): Record<string, string> {
  let [seed, text] = [7, '']
  while (text.length < length) {
    seed = (seed * 48_271) % 2_147_483_647
    text += seed.toString(36)
  }
  return { note: text.slice(0, length) }
}
