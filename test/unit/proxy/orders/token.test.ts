import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { systemClock } from '#ports/system.ts'
import { readConfig, type ConfigReading, type ProxyConfig } from '#proxy/config/config.ts'
import { memoryLocks } from '#proxy/locks/lock-store.ts'
import { knownOrderIds } from '#proxy/store/order-ids.ts'
import { merchant, signingKeys } from '../../../conformance/gateway/fixture.ts'
import { fakeClock, instantClock } from '../../../support/clock.ts'
import { openBank, ownWallets, watching } from '../merchant/bank.ts'
import { losing, openShop, penniless, plain, walletsOffered } from '../support/sandbox-shop.ts'
import { browser, cardFor, environment, openTestProxy } from '../support/test-proxy.ts'

const token = {
  TENDER_GATEWAY_USERNAME: '',
  TENDER_GATEWAY_PASSWORD: '',
  TENDER_GATEWAY_TOKEN: merchant.token!,
}
const withWallets = { ...token, ...walletsOffered, TENDER_GATEWAY_MERCHANT: merchant.login }

describe('with a token', () => {
  test('a card pays, and every request carries the token and no login', async () => {
    const shop = await openShop(token)
    expect((await shop.checkout()).outcome).toMatchObject({ state: 'open' })
    const body = await shop.cardBody(await shop.prepared())
    expect(await shop.outcome('pay', body)).toMatchObject({ state: 'paid' })
    expect(await shop.outcome('outcome')).toMatchObject({ state: 'paid' })
    expect(await shop.statusOf('S-1')).toMatchObject({ orderStatus: 2 })
    const bodies = shop.sent.map(({ body: text }) => new URLSearchParams(text)).filter(({ size }) => size > 0)
    expect(bodies.length).toBeGreaterThan(4)
    for (const fields of bodies)
      expect([fields.get('token'), fields.get('userName'), fields.get('password')]).toEqual([
        merchant.token,
        null,
        null,
      ])
  })

  test('the token is in no line of the log and in no answer', async () => {
    const shop = await openShop({ ...token, TENDER_LOG_LEVEL: 'debug' })
    shop.state.wire = async () => new Response(`{"errorCode":"5","errorMessage":"Access denied"}`)
    const answers = [await shop.ask('checkout'), await shop.ask('prepare', {})]
    expect(shop.log.length).toBeGreaterThan(0)
    expect([...shop.log, ...answers.map(({ body }) => body)].join()).not.toContain(merchant.token)
  })

  test('a declined order is tried again under its next number', async () => {
    const shop = await openShop(token)
    const body = await shop.cardBody(await shop.prepared(), penniless)
    expect(await shop.outcome('pay', body)).toMatchObject({ state: 'declined', again: true })
    const next = await shop.cardBody(await shop.prepared())
    expect(await shop.outcome('pay', next)).toMatchObject({ state: 'paid' })
    expect(await shop.statusOf('S-1-2')).toMatchObject({ orderStatus: 2 })
  })

  test('a wallet pays', async () => {
    const shop = await openShop(withWallets)
    const body = { wallet: 'googlePay', paymentToken: await shop.tokens.googlePay(), browser }
    expect(await shop.outcome('wallet/pay', body)).toMatchObject({ state: 'paid' })
    expect(await shop.outcome('outcome')).toMatchObject({ state: 'paid' })
  })

  test('a wallet whose answer is lost is never reported as open', async () => {
    const shop = await openShop(withWallets)
    shop.state.wire = losing('/payment.do')
    const body = { wallet: 'googlePay', paymentToken: await shop.tokens.googlePay(), browser }
    expect(await shop.outcome('wallet/pay', body)).toMatchObject({ state: 'pending' })
    shop.state.wire = undefined
    shop.fixture.clock.advance(100_000)
    expect(await shop.refusal('outcome')).toMatchObject({ code: 'gateway_unreachable' })
    expect(await shop.refusal('prepare', {})).toMatchObject({ code: 'gateway_unreachable' })
    expect(shop.fixture.debits()).toBe(1)
  })

  test('the merchant charges, reads, captures and refunds an order', async () => {
    const { merchant: api } = await openBank(async () => ({ ...token, TENDER_PLAIN_CARDS: 'allowed' }))
    const card = { pan: plain.pan, expiry: plain.expiry, cvc: plain.cvc }
    const terms = { orderNumber: 'M-1', amount: 1234, currency: '933', cardholder: 'JANE DOE' }
    expect(await api.moto({ ...terms, ...card, preAuth: true })).toMatchObject({ state: 'held' })
    expect(await api.capture({ orderNumber: 'M-1' })).toMatchObject({ state: 'paid' })
    expect(await api.order({ orderNumber: 'M-1' })).toMatchObject({ state: 'paid' })
    expect(await api.refund({ orderNumber: 'M-1' })).toMatchObject({ state: 'refunded' })
  })
})

test('a wallet that the merchant charges needs the merchant’s login', async () => {
  const bank = await openBank(async () => token)
  const request = { orderNumber: 'M-2', amount: 1234, currency: '933', wallet: 'applePay', paymentToken: 'e30=' }
  expect(await bank.refusal('charges/wallet', request)).toMatchObject({ code: 'field_invalid', field: 'wallet' })
  expect(bank.sent).not.toContain('applepay/payment.do')
})

/** A proxy in front of a gateway that reads an order by its orderId only, as the family does with a token. */
async function openStrict(orderIds = knownOrderIds()) {
  const clock = fakeClock()
  const locks = () => ({ ...memoryLocks(clock), orderIds })
  const proxy = await openTestProxy({ env: { ...token, TENDER_TERMS_PARAM: 'none' } })
  proxy.gateway.state.wire = async (request, work) => {
    const isStatus = request.url.endsWith('getOrderStatusExtended.do')
    const byNumber = isStatus && new URLSearchParams(await request.clone().text()).has('orderNumber')
    return byNumber ? Response.json({ errorCode: '5', errorMessage: 'Access denied' }) : work()
  }
  await proxy.restart(locks())
  return { proxy, restart: () => proxy.restart(locks()), forget: () => proxy.restart() }
}

describe('after a restart', () => {
  test('an order is read by the orderId that a shared store kept', async () => {
    const { proxy, restart } = await openStrict()
    const { orderId } = await proxy.prepare()
    expect(await proxy.outcome('pay', cardFor(orderId!))).toMatchObject({ state: 'paid' })
    await restart()
    expect(await proxy.outcome('outcome')).toMatchObject({ state: 'paid' })
  })

  test('an order whose orderId nobody kept is refused, and never paid again', async () => {
    const { proxy, forget } = await openStrict()
    const { orderId } = await proxy.prepare()
    await proxy.outcome('pay', cardFor(orderId!))
    await forget()
    const answer = await proxy.ask('prepare', {})
    expect(answer.json()).toMatchObject({ error: { code: 'gateway_unreachable' } })
    expect(proxy.gateway.paymentsOf()).toHaveLength(1)
    expect([...proxy.gateway.orders.keys()]).toEqual(['A-17'])
  })

  test('the gateway is ready, though it reads no order by its number', async () => {
    const { proxy } = await openStrict()
    expect((await proxy.send({ url: '/readyz' })).statusCode).toBe(200)
    proxy.gateway.state.wire = async () => Response.json({ errorCode: '5', errorMessage: 'Access denied' })
    proxy.clock.advance(60_000)
    const refused = await proxy.send({ url: '/readyz' })
    expect(refused.json()).toMatchObject({ error: { code: 'gateway_refused_credentials' } })
  })
})

test('a callback has the orderId of an order whose answer was lost', async () => {
  const orderIds = knownOrderIds()
  const shop = await openShop({ ...withWallets, ...watching }, { locks: { ...memoryLocks(systemClock), orderIds } })
  shop.state.wire = losing('/payment.do')
  const body = { wallet: 'googlePay', paymentToken: await shop.tokens.googlePay(), browser }
  await shop.outcome('wallet/pay', body)
  shop.state.wire = undefined
  expect(await orderIds.read('S-1')).toBe('')
  const { attributes } = await shop.statusOf('S-1')
  const address = (JSON.parse(shop.request('google/payment.do')[0]!) as { dynamicCallbackUrl: string })
    .dynamicCallbackUrl
  const query = new URLSearchParams({ mdOrder: attributes![0]!.value!, orderNumber: 'S-1', operation: 'deposited' })
  await shop.app.inject({ url: `${new URL(address).pathname}?${query}`, headers: { host: 'pay.shop.example' } })
  expect(await orderIds.read('S-1')).toBe(attributes![0]!.value!)
  shop.fixture.clock.advance(100_000)
  expect(await shop.outcome('outcome')).toMatchObject({ state: 'paid' })
})

test('a callback about another order, or with another orderId, changes nothing', async () => {
  const orderIds = knownOrderIds()
  const shop = await openShop({ ...withWallets, ...watching }, { locks: { ...memoryLocks(systemClock), orderIds } })
  const other = await shop.prepared({ orderNumber: 'S-9' })
  shop.state.wire = losing('/payment.do')
  await shop.outcome('wallet/pay', { wallet: 'googlePay', paymentToken: await shop.tokens.googlePay(), browser })
  shop.state.wire = undefined
  const address = (JSON.parse(shop.request('google/payment.do')[0]!) as { dynamicCallbackUrl: string })
    .dynamicCallbackUrl
  for (const orderNumber of ['S-1', 'S-9']) {
    const query = new URLSearchParams({ mdOrder: other, orderNumber, operation: 'deposited' })
    await shop.app.inject({ url: `${new URL(address).pathname}?${query}`, headers: { host: 'pay.shop.example' } })
  }
  expect(await orderIds.read('S-1')).toBe('')
})

type Started = Extract<ConfigReading, { config: ProxyConfig }>

describe('the start says', () => {
  const startOf = (env: Readonly<Record<string, string>>) => readConfig({ ...environment, ...token, ...env }) as Started
  const errorsOf = (env: Readonly<Record<string, string>>) =>
    readConfig({ ...environment, ...token, ...env }).errors ?? []
  test.each([
    ['TENDER_GATEWAY_TOKEN', { TENDER_GATEWAY_USERNAME: 'shop-api', TENDER_GATEWAY_PASSWORD: 'canary-password' }],
    ['TENDER_GATEWAY_TOKEN', { TENDER_GATEWAY_USERNAME: 'shop-api' }],
    ['TENDER_GATEWAY_TOKEN', { TENDER_GATEWAY_TOKEN: 'x'.repeat(257) }],
    ['TENDER_GATEWAY_MERCHANT', walletsOffered],
    ['TENDER_GATEWAY_SIGNING_KEY', { TENDER_GATEWAY_SIGNING_KEY: signingKeys.privateKey }],
  ])('%s with %o', (name, env) => {
    expect(errorsOf({ TENDER_GATEWAY_URL: 'http://localhost:1', ...env })).toEqual([
      expect.stringMatching(`^${name} .+`),
    ])
  })

  test('that login and password, or a token, are required', () => {
    expect(errorsOf({ TENDER_GATEWAY_TOKEN: '' })).toEqual([
      expect.stringMatching(/^TENDER_GATEWAY_USERNAME .+ or TENDER_GATEWAY_TOKEN in place of both\.$/),
      expect.stringMatching(/^TENDER_GATEWAY_PASSWORD .+ or TENDER_GATEWAY_TOKEN in place of both\.$/),
    ])
  })

  test('that a wallet’s data is not opened here with a token', async () => {
    const { env } = await ownWallets({ clock: instantClock() })
    expect(errorsOf(env)).toEqual([
      expect.stringMatching('^TENDER_APPLE_PAY_KEY .+ paymentDirect.do'),
      expect.stringMatching('^TENDER_GOOGLE_PAY_KEYS .+ paymentDirect.do'),
    ])
  })

  test('that a 3-D Secure server of the merchant’s own needs login and password', async () => {
    const start = openShop({ ...token, TENDER_PLAIN_CARDS: 'allowed' }, { authenticate: async () => undefined })
    await expect(start).rejects.toThrow(/TENDER_GATEWAY_TOKEN.+4\.4/)
    const { warnings } = startOf({ TENDER_PLAIN_CARDS: 'allowed' })
    expect(warnings.join()).toMatch(/TENDER_GATEWAY_TOKEN .+4\.4/)
  })

  test('that Redis should keep the orderIds, and nothing of the token itself', () => {
    const { warnings, config } = startOf({})
    expect(warnings).toEqual([expect.stringMatching('^TENDER_GATEWAY_TOKEN .+TENDER_REDIS_URL')])
    expect(warnings.join() + JSON.stringify(config.gateway) + inspect(config.gateway)).not.toContain(merchant.token)
  })
})
