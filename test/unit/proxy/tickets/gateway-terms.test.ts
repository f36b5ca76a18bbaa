import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { FollowUp } from '#proxy/webhooks/follow-up.ts'
import { memoryQueues, type Queues } from '#proxy/webhooks/job-queue.ts'
import { signOrder, type OrderClaims } from '#proxy/tickets/sign-order.ts'
import { buildSigner } from '#proxy/tickets/signatures.ts'
import { orderTable } from '#sandbox/gateway/orders/order-table.ts'
import { onRequest } from '../../../support/on-request.ts'
import { byChild, credentials, inProcess, type Fixture } from '../../../conformance/gateway/fixture.ts'
import { sealStamp } from '../../../conformance/gateway/seal-card.ts'
import { stored } from '../../../conformance/gateway/stored-cards.ts'
import { fakeClock } from '../../../support/clock.ts'
import { ownWallets, watching } from '../merchant/bank.ts'
import { challenged, openShop, order, plain, walletsOffered, type Shop } from '../support/sandbox-shop.ts'
import { browser, cardFor, configOf, openTestProxy, proxyUrl, secret } from '../support/test-proxy.ts'
import { waitFor } from '../../../support/poll.ts'

const apiKey = 'an-api-key-of-the-merchant-canary-32-bytes'

const HOUR = 3_600_000

/** A date in UTC+3, some milliseconds after now. */
const dateAfter = (ms: number, now: number): string => new Date(now + ms + 3 * HOUR).toISOString().slice(0, 19)

/** The order as the gateway has it. */
const orderAtGateway = ({ store }: Fixture, number = 'S-1') =>
  Array.from(orderTable(store).rows()).find((one) => one.number === number)!

const paidWith = async (shop: Shop, claims: Partial<OrderClaims>) =>
  shop.outcome('pay', await shop.cardBody(await shop.prepared(claims), plain), claims)

describe('from the ticket to the order at the gateway', () => {
  test('a name is registered, and filled in, in signs that the gateway takes', async () => {
    const shop = await openShop()
    const claims = { cardholderName: 'Nguyễn Gʻofur‐Ogʻli' }
    expect(await shop.checkout(claims)).toMatchObject({ cardholderName: "Nguyen G'ofur-Og'li" })
    await shop.prepared(claims)
    expect(new URLSearchParams(shop.request('register.do')[0]).get('cardholderName')).toBe("Nguyen G'ofur-Og'li")
  })

  test('a fee is added to the amount, and the form shows the sum', async () => {
    const shop = await openShop()
    const claims = { feeInput: 66 }
    expect(await shop.checkout(claims)).toMatchObject({ amount: 1234, fee: 66 })
    expect(await paidWith(shop, claims)).toMatchObject({ state: 'paid', amount: 1234 })
    expect(orderAtGateway(shop.fixture)).toMatchObject({ amount: 1234, fee: 66, ledger: { deposited: 1234 } })
    const debit = shop.fixture.journal.entries().find(({ what, to }) => what === 'debitCard' && to === 'issuer')
    expect(debit?.detail).toContain('1300')
    expect(await shop.statusOf('S-1')).toMatchObject({ amount: 1234, paymentAmountInfo: { totalAmount: 1300 } })
    expect(new URLSearchParams(shop.request('register.do')[0]).get('feeInput')).toBe('66')
  })

  test('a hold is completed on its date', async () => {
    const shop = await openShop()
    const autocompletionDate = dateAfter(HOUR, shop.fixture.clock.now())
    const claims = { capture: 'two-phase', autocompletionDate } as const
    expect(await paidWith(shop, claims)).toMatchObject({ state: 'held' })
    expect(new URLSearchParams(shop.request('registerPreAuth.do')[0]).get('autocompletionDate')).toBe(
      autocompletionDate,
    )
    shop.fixture.clock.advance(HOUR + 1000)
    expect(await shop.statusOf('S-1')).toMatchObject({ orderStatus: 2, paymentAmountInfo: { depositedAmount: 1234 } })
    expect(await shop.outcome('outcome', undefined, claims)).toMatchObject({ state: 'paid' })
  })

  test('a hold is reversed on its date', async () => {
    const shop = await openShop()
    const claims = { capture: 'two-phase', autoReverseDate: dateAfter(HOUR, shop.fixture.clock.now()) } as const
    expect(await paidWith(shop, claims)).toMatchObject({ state: 'held' })
    shop.fixture.clock.advance(HOUR + 1000)
    expect(await shop.statusOf('S-1')).toMatchObject({ orderStatus: 3 })
    expect(await shop.outcome('outcome', undefined, claims)).toMatchObject({ state: 'cancelled' })
  })

  test('a delivery address is kept', async () => {
    const shop = await openShop()
    await shop.prepared({ postAddress: '12 High Street, Vilnius' })
    expect(orderAtGateway(shop.fixture)).toMatchObject({ postAddress: '12 High Street, Vilnius' })
  })

  test('a telephone order has its delivery address and its dates', async () => {
    const shop = await openShop()
    const autocompletionDate = dateAfter(HOUR, shop.fixture.clock.now())
    const claims = { channel: 'moto', capture: 'two-phase', autocompletionDate, postAddress: 'Vilnius' } as const
    const seToken = await shop.sealed([...sealStamp, plain.pan, plain.cvc, plain.expiry, ''].join('/'))
    expect(await shop.outcome('moto', { seToken, cardholder: 'JANE DOE' }, claims)).toMatchObject({ state: 'held' })
    expect(orderAtGateway(shop.fixture)).toMatchObject({ postAddress: 'Vilnius', completesAt: expect.any(Number) })
  })

  test('a wallet’s order has its dates', async () => {
    const shop = await openShop(walletsOffered)
    const claims = { capture: 'two-phase', autoReverseDate: dateAfter(HOUR, shop.fixture.clock.now()) } as const
    const body = { wallet: 'applePay', paymentToken: await shop.tokens.applePay(), browser }
    expect(await shop.outcome('wallet/pay', body, claims)).toMatchObject({ state: 'held' })
    expect(orderAtGateway(shop.fixture)).toMatchObject({ reversesAt: expect.any(Number) })
  })
})

test('the deep links of an app lead back from the gateway', async () => {
  const shop = await openShop()
  const links = { returnUrl: 'shopapp://orders/17', failUrl: 'shopapp://orders/17/failed' }
  await shop.prepared(links)
  expect(orderAtGateway(shop.fixture)).toMatchObject(links)
  expect(await paidWith(shop, links)).toMatchObject({ state: 'paid' })
})

describe('an order of a child merchant', () => {
  test.each([
    ['by its login', { merchantLogin: byChild.userName }],
    ['by its number', { merchantInn: '7700000001' }],
  ])('named %s is in its books, paid and read by its parent', async (_, claims) => {
    const shop = await openShop()
    expect(await paidWith(shop, claims)).toMatchObject({ state: 'paid' })
    expect(orderAtGateway(shop.fixture)).toMatchObject({ merchant: byChild.userName, state: 'deposited' })
    expect(await shop.outcome('outcome', undefined, claims)).toMatchObject({ state: 'paid' })
    expect(await shop.statusOf('S-1')).toMatchObject({ errorCode: '6' })
  })

  test('is distinguished from the parent’s own of the same number', async () => {
    const shop = await openShop()
    const claims = { merchantLogin: byChild.userName }
    await shop.fixture.gateway.register({ ...credentials, ...order, amount: 1 })
    expect(await paidWith(shop, claims)).toMatchObject({ state: 'paid', amount: 1234 })
  })

  test('is read, captured and refunded by the merchant’s own server', async () => {
    const { app, fixture, ...shop } = await openShop({ TENDER_API_KEYS: apiKey })
    const claims = { merchantInn: '7700000001', capture: 'two-phase' } as const
    await shop.outcome('pay', await shop.cardBody(await shop.prepared(claims)), claims)
    const headers = { host: 'pay.shop.example', authorization: `Bearer ${apiKey}` }
    const send = async (path: string) =>
      (await app.inject({ method: 'POST', url: `/merchant/orders/S-1/${path}`, headers, payload: {} })).json()
    expect(await send('capture')).toMatchObject({ state: 'paid' })
    expect(await send('refund')).toMatchObject({ state: 'refunded' })
    expect(orderAtGateway(fixture)).toMatchObject({ merchant: byChild.userName, state: 'refunded' })
  })

  test('is registered by telephone, too', async () => {
    const shop = await openShop()
    const claims = { channel: 'moto', merchantLogin: byChild.userName } as const
    const seToken = await shop.sealed([...sealStamp, plain.pan, plain.cvc, plain.expiry, ''].join('/'))
    expect(await shop.outcome('moto', { seToken, cardholder: 'JANE DOE' }, claims)).toMatchObject({ state: 'paid' })
    expect(orderAtGateway(shop.fixture)).toMatchObject({ merchant: byChild.userName })
  })

  test('of a merchant that is no child is refused by the gateway', async () => {
    const shop = await openShop()
    expect(await shop.refusal('prepare', {}, { merchantLogin: 'other-api' })).toMatchObject({
      code: 'gateway_refused_credentials',
    })
  })
})

describe('a chosen stored card', () => {
  const claimsOf = async (shop: Shop, type: 'first' | 'second' = 'second') => {
    const [first, second] = [
      await stored(shop.fixture, 'jane'),
      await stored(shop.fixture, 'jane', { card: challenged }),
    ]
    return { clientId: 'jane', bindingId: type === 'first' ? first : second }
  }

  test('is listed first, so that the form has it chosen, and is in the order', async () => {
    const shop = await openShop()
    for (const type of ['first', 'second'] as const) {
      const claims = await claimsOf(shop, type)
      const { savedCards } = await shop.checkout(claims)
      expect(savedCards.map(({ bindingId }) => bindingId)).toHaveLength(2)
      expect(savedCards[0]).toMatchObject({ bindingId: claims.bindingId })
      await shop.prepared({ ...claims, orderNumber: `S-${type}` })
      expect(orderAtGateway(shop.fixture, `S-${type}`)).toMatchObject({ bindingId: claims.bindingId })
    }
  })

  test('may give way to another card, and is not removed by this page', async () => {
    const shop = await openShop()
    const claims = await claimsOf(shop)
    expect(await shop.refusal('cards/remove', { bindingId: claims.bindingId }, claims)).toMatchObject({
      code: 'field_invalid',
      field: 'bindingId',
    })
    expect(await paidWith(shop, claims)).toMatchObject({ state: 'paid' })
  })

  test('of another client is refused by the gateway, by name', async () => {
    const shop = await openShop()
    const { bindingId } = await claimsOf(shop)
    const refused = await shop.refusal('prepare', {}, { clientId: 'john', bindingId })
    expect(refused).toMatchObject({ code: 'order_refused' })
    expect(refused.message).toContain('bindingId')
  })
})

describe('callbacks to an address of the ticket', () => {
  const address = 'https://shop.example/payments/callback?of=S-1'

  const openCalled = async (env = {}, options: Parameters<typeof openShop>[1] = {}) => {
    const called: string[] = []
    const wire = inProcess()
    const fetch = onRequest(async (request) => {
      if (!request.url.startsWith('https://shop.example/')) return wire.fetch(request)
      called.push(request.url)
      return new Response('OK')
    })
    return { called, shop: await openShop(env, options, { ...wire, fetch }) }
  }

  test('are delivered there, and by nobody else than the gateway', async () => {
    const { called, shop } = await openCalled(watching)
    const claims = { dynamicCallbackUrl: address }
    await paidWith(shop, claims)
    await waitFor(() => expect(called.filter((url) => url.startsWith(address))).toHaveLength(1))
    const { searchParams } = new URL(called.find((url) => url.startsWith(address))!)
    expect(Object.fromEntries(searchParams)).toMatchObject({ of: 'S-1', orderNumber: 'S-1', operation: 'deposited' })
    expect(shop.sent.map(({ what }) => what).join()).not.toContain('shop.example/payments')
    expect(orderAtGateway(shop.fixture)).toMatchObject({ dynamicCallbackUrl: address })
  })

  test.each([
    ['are the proxy’s own where the ticket names none', {}, []],
    ['leave the proxy to follow the order by itself', { dynamicCallbackUrl: address }, ['S-1', 'S-2', 'S-3']],
  ])('%s', async (_, claims, followed) => {
    const orders: string[] = []
    const queues: Queues = {
      ...memoryQueues,
      open: (options) => ({
        ...memoryQueues.open(options),
        add: async (job) => void orders.push((job as unknown as FollowUp).orderNumber),
      }),
    }
    const { shop } = await openCalled({ ...watching, ...walletsOffered }, { queues })
    await paidWith(shop, claims)
    const wallet = { wallet: 'googlePay', paymentToken: await shop.tokens.googlePay(), browser }
    expect(await shop.outcome('wallet/pay', wallet, { ...claims, orderNumber: 'S-2' })).toMatchObject({ state: 'paid' })
    const byPhone = { ...claims, orderNumber: 'S-3', channel: 'moto' } as const
    const seToken = await shop.sealed([...sealStamp, plain.pan, plain.cvc, plain.expiry, ''].join('/'))
    expect(await shop.outcome('moto', { seToken, cardholder: 'JANE DOE' }, byPhone)).toMatchObject({ state: 'paid' })
    expect(orders).toEqual(followed)
    for (const number of ['S-1', 'S-2', 'S-3'])
      expect(orderAtGateway(shop.fixture, number).dynamicCallbackUrl).toMatch(
        followed.length ? address : `${proxyUrl}/callback/`,
      )
  })
})

describe('a ticket of the same number with another of these terms', () => {
  const soon = '2099-01-01T00:00:00'
  const hold = { capture: 'two-phase' } as const
  const rows: readonly { readonly claims: Partial<OrderClaims>; readonly before?: Partial<OrderClaims> }[] = [
    { claims: { feeInput: 1 } },
    { claims: { postAddress: 'Vilnius' } },
    { claims: { merchantLogin: 'child-api' } },
    { claims: { merchantInn: '7700000001' } },
    { claims: { clientId: 'jane', bindingId: 'a-binding' }, before: { clientId: 'jane' } },
    { claims: { dynamicCallbackUrl: 'https://shop.example/callback' } },
    { claims: { ...hold, autocompletionDate: soon }, before: hold },
    { claims: { ...hold, autoReverseDate: soon }, before: hold },
    { claims: { orderBundle: basketOf('Tea') } },
    { claims: { orderBundle: basketOf('Tea') }, before: { orderBundle: basketOf('Coffee') } },
    { claims: { taxSystem: 1 }, before: { taxSystem: 0 } },
    { claims: { additionalOfdParams: { cashier: 'Ann' } }, before: { additionalOfdParams: { cashier: 'Bea' } } },
  ]
  test.each(rows)('$claims closes the order and registers its next number', async ({ claims, before = {} }) => {
    const proxy = await openTestProxy()
    await proxy.prepare(await proxy.ticketFor(before))
    const ticket = await proxy.ticketFor(claims)
    const { orderId } = await proxy.prepare(ticket)
    const numbers = [...proxy.gateway.orders.values()].map(({ number, status }) => [number, status])
    expect(numbers).toEqual([
      ['A-17', 6],
      ['A-17-2', 0],
    ])
    expect(proxy.gateway.orders.get('A-17-2')!.registration).toMatchObject(withoutCapture(claims))
    expect(await proxy.prepare(await proxy.ticketFor(claims))).toMatchObject({ state: 'open', orderId })
    expect(await proxy.outcome('pay', cardFor(orderId!), ticket)).toMatchObject({ amount: 4990 })
  })
})

/** A basket with one entry. */
function basketOf(name: string, more: object = {}): NonNullable<OrderClaims['orderBundle']> {
  const item = { positionId: 1, name, quantity: { value: 1, measure: 'pcs' }, itemPrice: 4990, ...more }
  return { cartItems: { items: [item] } }
}

test.each([
  ['a basket that was written at another time', { orderCreationDate: '2030-01-01T00:00:01' }, (terms: string) => terms],
  ['another basket, at an order of an earlier version, which does not say what it had', basketOf('Coffee'), older],
])('%s is the same order', async (_, change, written) => {
  const proxy = await openTestProxy()
  const orderBundle = basketOf('Tea')
  const { orderId } = await proxy.prepare(await proxy.ticketFor({ orderBundle }))
  const { registration } = proxy.gateway.orders.get('A-17')!
  registration.jsonParams = { tenderTerms: written(String(registration.jsonParams!['tenderTerms'])) }
  const again = await proxy.ticketFor({ orderBundle: { ...orderBundle, ...change } })
  expect(await proxy.prepare(again)).toMatchObject({ state: 'open', orderId })
})

/** The terms of an order as they were signed before they had the digest of the receipt. */
function older(terms: string): string {
  const signer = buildSigner(configOf().signingSecret)
  return signer.sign('terms', signer.open('terms', terms)!.slice(0, 5))
}

const withoutCapture = ({ capture: _, ...claims }: Partial<OrderClaims>) => claims

describe('is refused by name, when it is signed and when it is read,', () => {
  const hold = { capture: 'two-phase' } as const
  const date = '2099-01-01T00:00:00'
  const rows: readonly (readonly [field: string, claims: Readonly<Record<string, unknown>>])[] = [
    ['feeInput', { feeInput: -1 }],
    ['feeInput', { feeInput: 1.5 }],
    ['feeInput', { feeInput: 100_000_000 }],
    ['feeInput', { feeInput: '10' }],
    ['feeInput', { feeInput: 1, amount: 999_999_999_999 }],
    ['feeInput', { feeInput: 1, channel: 'moto' }],
    ['feeInput', { feeInput: 1, amount: 0, features: ['VERIFY'] }],
    ['autocompletionDate', { ...hold, autocompletionDate: '2099-01-01' }],
    ['autocompletionDate', { ...hold, autocompletionDate: '2099-02-31T00:00:00' }],
    ['autocompletionDate', { autocompletionDate: date }],
    ['autoReverseDate', { ...hold, autoReverseDate: '2099-01-01 00:00:00' }],
    ['autoReverseDate', { ...hold, autoReverseDate: '2099-13-01T00:00:00' }],
    ['autoReverseDate', { autoReverseDate: date, capture: 'one-phase' }],
    ['autoReverseDate', { ...hold, autoReverseDate: date, autocompletionDate: date }],
    ['postAddress', { postAddress: '' }],
    ['postAddress', { postAddress: 'x'.repeat(256) }],
    ['merchantLogin', { merchantLogin: '' }],
    ['merchantLogin', { merchantLogin: 'x'.repeat(256) }],
    ['merchantInn', { merchantInn: '1'.repeat(17) }],
    ['merchantInn', { merchantInn: '1', channel: 'moto' }],
    ['bindingId', { bindingId: 'x'.repeat(256), clientId: 'jane' }],
    ['save', { save: 'required' }],
    ['save', { save: 'required', clientId: '' }],
    ['bindingId', { bindingId: 'one' }],
    ['bindingId', { bindingId: 'one', clientId: '' }],
    ['bindingId', { bindingId: 'one', clientId: 'jane', methods: ['card'] }],
    ['bindingId', { bindingId: 'one', clientId: 'jane', channel: 'moto' }],
    ['bindingId', { bindingId: 'one', clientId: 'jane', features: ['FORCE_CREATE_BINDING'] }],
    ['bindingId', { bindingId: 'one', clientId: 'jane', merchantLogin: 'child-api' }],
    ['dynamicCallbackUrl', { dynamicCallbackUrl: '/callback' }],
    ['dynamicCallbackUrl', { dynamicCallbackUrl: 'http://shop.example/callback' }],
    ['dynamicCallbackUrl', { dynamicCallbackUrl: 'http://169.254.169.254/latest' }],
    ['dynamicCallbackUrl', { dynamicCallbackUrl: 'https://user:secret@shop.example/' }],
    ['dynamicCallbackUrl', { dynamicCallbackUrl: 'ftp://shop.example/' }],
    ['dynamicCallbackUrl', { dynamicCallbackUrl: `https://shop.example/${'x'.repeat(500)}` }],
    ['sessionTimeoutSecs', { sessionTimeoutSecs: 60, channel: 'moto' }],
    ['recurringFrequency', { recurringFrequency: '28' }],
    ['recurringExpiry', { recurringExpiry: '20991231', saveAs: 'common' }],
    ['phone', { phone: '375291234567', orderPayerData: { mobilePhone: '375290000000' } }],
    ['orderBundle', { orderBundle: basketOf('Tea'), channel: 'moto' }],
    ['orderBundle.cartItems.items.0.taxes', { orderBundle: basketOf('Tea', { taxes: 6 }) }],
    ['orderBundle.cartItems.items.0.tax.rate', { orderBundle: basketOf('Tea', { tax: { taxType: 6, rate: 20 } }) }],
    ['orderBundle.cartItems.items.0.tax.taxType', { orderBundle: basketOf('Tea', { tax: { taxType: '6' } }) }],
    [
      'orderBundle.cartItems.items.0.itemDetails.itemDetailsParams.0.text',
      { orderBundle: basketOf('Tea', { itemDetails: { itemDetailsParams: [{ name: 'size', text: 'L' }] } }) },
    ],
    ['billingPayerData.billingTown', { billingPayerData: { billingTown: 'Vilnius' } }],
    ['shippingPayerData.city', { shippingPayerData: { city: 'Vilnius' } }],
    ['preOrderPayerData.date', { preOrderPayerData: { date: '20991231' } }],
    ['orderPayerData.phone', { orderPayerData: { phone: '375291234567' } }],
  ]

  test.each(rows)('%s of %o', async (field, claims) => {
    const wrong = { ...order, ...claims } as OrderClaims
    await expect(signOrder(wrong, secret)).rejects.toThrow(new RegExp(`^The order's ${field} (?:must|needs|is)`))
    const proxy = await openTestProxy()
    const now = Math.floor(proxy.clock.now() / 1000)
    const answer = await proxy.ask('prepare', {}, handSigned({ ...wrong, iat: now, exp: now + 600 }))
    expect(answer.json()).toMatchObject({ error: { code: 'ticket_invalid', field } })
    expect(proxy.gateway.calls).toEqual([])
  })
})

/** A ticket by another JWT library, which knows no rule of ours. */
function handSigned(claims: object): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ typ: 'JWT', alg: 'HS256' })}.${part(claims)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

describe('a wallet is not offered and does not pay', () => {
  test.each<Partial<OrderClaims>>([{ feeInput: 1 }, { merchantLogin: 'child-api' }, { merchantInn: '7700000001' }])(
    'an order with %o, which its operation does not take',
    async (claims) => {
      const shop = await openShop(walletsOffered)
      expect((await shop.checkout(claims)).wallets).toEqual({})
      const body = { wallet: 'googlePay', paymentToken: await shop.tokens.googlePay(), browser }
      const refused = await shop.refusal('wallet/pay', body, claims)
      expect(refused).toMatchObject({ code: 'field_invalid', field: 'wallet' })
      expect(refused.message).toContain(Object.keys(claims)[0])
    },
  )

  test('a hold with a date by Apple Pay data that is opened here', async () => {
    const { env } = await ownWallets({ clock: fakeClock() })
    const shop = await openShop({ ...walletsOffered, ...env, TENDER_REDIS_URL: '' })
    const claims = { capture: 'two-phase', autoReverseDate: '2099-01-01T00:00:00' } as const
    expect(Object.keys((await shop.checkout(claims)).wallets)).toEqual(['googlePay'])
    expect(Object.keys((await shop.checkout({ capture: 'two-phase' })).wallets)).toEqual(['applePay', 'googlePay'])
  })
})
