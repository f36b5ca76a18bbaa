import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Receipt } from '#contract/checkout.ts'
import type { Fetch } from '#contract/wire/client.ts'
import { gatewayClient } from '#gateway-client/gateway-client.ts'
import { banks } from '#gateway-client/profiles/banks.ts'
import { gatewayProfiles } from '#gateway-client/profiles/profiles.ts'
import { undiciFetch } from '#gateway-client/undici-fetch.ts'
import { systemClock } from '#ports/system.ts'
import { memoryLocks } from '#proxy/locks/lock-store.ts'
import { merchantClient } from '#proxy/merchant/merchant-client.ts'
import { knownOrderIds } from '#proxy/store/order-ids.ts'
import { signOrder, type OrderClaims } from '#proxy/tickets/sign-order.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'
import { startSandbox } from '../../../server/sandbox.ts'
import { testCard } from '../../../server/testing.ts'
import { configOf, frameRequest, openProxy, proxyUrl, secret } from './support/test-proxy.ts'

/** What a shop of a bank signs and sets beside what every shop does. */
interface Shop {
  readonly currency: string
  readonly claims?: Partial<OrderClaims>
  readonly env?: Readonly<Record<`TENDER_${string}`, string>>
}

const rouble: Shop = { currency: '643' }

const basket: Partial<OrderClaims> = {
  orderBundle: {
    customerDetails: { email: 'jane@shop.example', phone: '40740123456' },
    cartItems: {
      items: [
        { positionId: 1, name: 'Mug', quantity: { value: 1, measure: 'pcs' }, itemAmount: 10_000, itemCode: 'm' },
      ],
    },
  },
}

const shops: Readonly<Record<keyof typeof banks, Shop>> = {
  satim: { currency: '012', env: { TENDER_GATEWAY_PARAMS: 'force_terminal_id:E010101010' } },
  jcc: { currency: '978' },
  'bt-ipay': { currency: '946', claims: basket },
  arca: { currency: '051' },
  clictopay: { currency: '788' },
  bomapay: { currency: '554' },
  khan: { currency: '496' },
  vbrr: rouble,
  mts: rouble,
  yookassa: rouble,
  'sber-ecomm': rouble,
  alfa: rouble,
}

const plain = testCard({ threeDs: 'none', outcome: 'paid' })
const refused = testCard({ threeDs: 'none', code: 116 })

const apiKey = 'a-key-of-the-merchant-of-more-than-32-bytes'

let numbers = 0

/** A shop in front of a bank's imitation, whose shoppers pay on the bank's page. */
async function openShop(profile: keyof typeof banks) {
  const { currency, claims: own = {}, env = {} } = shops[profile]
  const bank = await startSandbox({ profile })
  const { userName, password } = bank.credentials.gateway
  const config = configOf({
    TENDER_GATEWAY_URL: bank.addresses.gateway,
    TENDER_GATEWAY_USERNAME: userName,
    TENDER_GATEWAY_PASSWORD: password,
    TENDER_GATEWAY_PROFILE: profile,
    TENDER_API_KEYS: apiKey,
    ...env,
  })
  const asked: string[] = []
  const losing = new Map<string, number>()
  const send = undiciFetch({ timeoutMs: 10_000 })
  /** Counts the requests of each operation, and loses answers. */
  const counted: Fetch = async (url, settings) => {
    const operation = new URL(url).pathname.split('/').at(-1)!
    asked.push(operation)
    const answer = await send(url, settings)
    const left = losing.get(operation) ?? 0
    losing.set(operation, left - 1)
    if (left > 0) throw Object.assign(new Error('the answer is lost'), { code: 'ECONNRESET' })
    return answer
  }
  const locks = { ...memoryLocks(systemClock), orderIds: knownOrderIds() }
  const start = () => openProxy(config, { clock: systemClock, fetch: counted, locks })
  let proxy = await start()
  const headers = { host: 'pay.shop.example', 'sec-fetch-site': 'same-origin' }
  const toProxy: Fetch = async (url, { method, headers: more, body }) => {
    const answer = await proxy.inject({
      method: method as 'GET',
      url: url.slice(proxyUrl.length),
      headers: { ...headers, ...more },
      ...(body !== undefined && { payload: body }),
    })
    return { ok: answer.statusCode < 300, status: answer.statusCode, text: async () => answer.body }
  }
  /** An order that a shopper leaves for the bank's page. */
  const order = async (claims: Partial<OrderClaims> = {}) => {
    const orderNumber = `B${(numbers += 1)}`
    const returnUrl = 'https://shop.example/back'
    const wanted = { orderNumber, currency, amount: 10_000, returnUrl, ...own, ...claims }
    const ticket = await signOrder(wanted, secret)
    const leave = async () => {
      const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
      const answer = await proxy.inject({ method: 'POST', url: '/pay', headers: form, payload: `order=${ticket}` })
      return { status: answer.statusCode, page: String(answer.headers.location) }
    }
    const outcome = async () => (await proxy.inject(frameRequest(ticket, 'outcome'))).json<Record<string, unknown>>()
    return { orderNumber, leave, outcome }
  }
  return {
    bank,
    config,
    order,
    merchant: merchantClient({ base: proxyUrl, apiKey, fetch: toProxy }),
    count: (operation: string) => asked.filter((one) => one === operation).length,
    lose: (operation: string, times: number) => void losing.set(operation, times),
    ready: async () => (await proxy.inject({ url: '/readyz', headers })).statusCode,
    async restart() {
      await proxy.close()
      proxy = await start()
    },
    async close() {
      await proxy.close()
      await send.close()
      await bank.close()
    },
  }
}

/** What a shopper does on the bank's page: types a card, and presses the button. */
async function payThere(page: string, { pan, expiry, cvc }: TestCard): Promise<void> {
  const body = new URLSearchParams({ pan, expiry: `${expiry.slice(4)}/${expiry.slice(2, 4)}`, cvc, holder: 'JANE DOE' })
  await fetch(page, { method: 'POST', body, redirect: 'manual' })
}

const names = Object.keys(banks) as (keyof typeof banks)[]

describe.each(names)('at %s', (bank) => {
  let shop: Awaited<ReturnType<typeof openShop>>
  beforeAll(async () => void (shop = await openShop(bank)))
  afterAll(() => shop.close())

  test('an order is paid on the bank’s page, the shopper comes back twice, and it is refunded once', async () => {
    const from = new Date(systemClock.now() - 60_000).toISOString()
    const { orderNumber, leave, outcome } = await shop.order()
    const { status, page } = await leave()
    expect(status).toBe(303)
    await payThere(page, plain)
    const isCertified = 'languages' in gatewayProfiles[bank]
    for (const answer of await Promise.all([outcome(), outcome()])) {
      expect(answer).toMatchObject({ state: 'paid', orderId: expect.any(String) })
      const { paymentId, bankAnswer } = answer['receipt'] as Receipt
      expect([paymentId, !!bankAnswer]).toEqual(isCertified ? [answer['orderId'], true] : [undefined, false])
    }
    const { merchant } = shop
    const refund = { orderNumber, amount: 4000, refundId: `r-${orderNumber}` }
    for (const answer of await Promise.all([1, 2].map(() => merchant.refund(refund))))
      expect(answer).toMatchObject({ state: 'refunded', current: { refundedAmount: 4000 } })
    const { tries } = await merchant.orders({ from })
    expect(tries).toContainEqual(expect.objectContaining({ orderNumber, state: 'refunded' }))
    const isOld = 'oldStatus' in gatewayProfiles[bank]
    expect([shop.count('getOrderStatus.do') > 0, shop.count('getOrderStatusExtended.do') > 0]).toEqual([isOld, !isOld])
  })

  test('a shopper who closes the tab has paid', async () => {
    const { orderNumber, leave } = await shop.order()
    await payThere((await leave()).page, plain)
    await expect.poll(async () => (await shop.merchant.order({ orderNumber })).state, { timeout: 10_000 }).toBe('paid')
  })

  test('after a decline the next try has a number of its own, and is paid', async () => {
    const { orderNumber, leave, outcome } = await shop.order()
    const first = await leave()
    await payThere(first.page, refused)
    expect(await outcome()).toMatchObject({ state: 'declined' })
    const second = await leave()
    expect(second.page).not.toBe(first.page)
    await payThere(second.page, plain)
    expect(await outcome()).toMatchObject({ state: 'paid' })
    const { tries } = await shop.merchant.order({ orderNumber })
    expect(tries.map((one) => [one.orderNumber, one.state])).toEqual([
      [orderNumber, 'declined'],
      [`${orderNumber}-2`, 'paid'],
    ])
  })

  test('a payment just before the time-out counts, and one after it does not', async () => {
    const [soon, late] = [await shop.order({ sessionTimeoutSecs: 600 }), await shop.order({ sessionTimeoutSecs: 600 })]
    const [soonPage, latePage] = [(await soon.leave()).page, (await late.leave()).page]
    // A slow machine needs the seconds.
    shop.bank.clock.forward(594_000)
    await payThere(soonPage, plain)
    expect(await soon.outcome()).toMatchObject({ state: 'paid' })
    shop.bank.clock.forward(7000)
    await payThere(latePage, plain)
    expect(await late.outcome()).not.toMatchObject({ state: 'paid' })
  })

  test('the proxy is ready, with a key that seals cards only where cards are typed in the page', async () => {
    expect(await shop.ready()).toBe(200)
    expect(shop.count('keys.do') > 0).toBe(gatewayProfiles[bank].cardsInPage)
  })

  test('wrong credentials are told from a gateway that cannot be reached', async () => {
    const wrong = gatewayClient({
      base: shop.config.gateway.base,
      profile: gatewayProfiles[bank],
      credentials: { userName: 'sandbox-api', password: 'wrong' },
      fetch,
      timeoutMs: 10_000,
      clock: systemClock,
    })
    const result = await wrong.getOrderStatusExtended({ orderId: 'none' })
    expect(result).toMatchObject({ error: { kind: 'credentials' } })
  })
})

describe('at a bank that cancels payments that are not acknowledged', () => {
  let shop: Awaited<ReturnType<typeof openShop>>
  beforeAll(async () => void (shop = await openShop('satim')))
  afterAll(() => shop.close())
  const ACKNOWLEDGE = 'acknowledgeTransaction.do'

  test('one is acknowledged without the shopper, until an answer was seen, and then never again', async () => {
    const before = shop.count(ACKNOWLEDGE)
    // The client repeats a lost question twice by itself.
    shop.lose(ACKNOWLEDGE, 4)
    const { orderNumber, leave, outcome } = await shop.order()
    await payThere((await leave()).page, plain)
    await expect.poll(() => shop.count(ACKNOWLEDGE) - before, { timeout: 20_000, interval: 200 }).toBe(5)
    expect(await outcome()).toMatchObject({ state: 'paid' })
    await shop.restart()
    expect(await shop.merchant.order({ orderNumber })).toMatchObject({ state: 'paid' })
    expect(shop.count(ACKNOWLEDGE) - before).toBe(5)
    shop.bank.clock.forward(3_600_000)
    expect(await outcome()).toMatchObject({ state: 'paid' })
  })

  test('no order is paid before', async () => {
    const { orderNumber, leave, outcome } = await shop.order()
    shop.lose(ACKNOWLEDGE, 3)
    await payThere((await leave()).page, plain)
    expect(await outcome()).toMatchObject({ error: { code: 'gateway_unreachable' } })
    expect(await shop.merchant.order({ orderNumber })).toMatchObject({ state: 'paid' })
  })

  test('a declined one is not acknowledged', async () => {
    const before = shop.count(ACKNOWLEDGE)
    const { leave, outcome } = await shop.order()
    await payThere((await leave()).page, refused)
    expect(await outcome()).toMatchObject({ state: 'declined', code: 116 })
    expect(shop.count(ACKNOWLEDGE)).toBe(before)
  })

  test('the bank gives the money back where nobody does', async () => {
    const { bank, config } = shop
    const { userName, password } = bank.credentials.gateway
    const settings = { base: config.gateway.base, profile: config.gateway.profile, fetch, timeoutMs: 10_000 }
    const gateway = gatewayClient({ ...settings, credentials: { userName, password }, clock: systemClock })
    const registered = await gateway.register({
      orderNumber: 'unknown',
      amount: 10_000,
      currency: '012',
      returnUrl: 'https://shop.example/back',
      jsonParams: { force_terminal_id: 'E010101010', udf1: 'unknown' },
    })
    const { orderId = '', formUrl = '' } = 'answer' in registered ? registered.answer : {}
    const status = async () => {
      const result = await gateway.getOrderStatusExtended({ orderId })
      return 'answer' in result ? result.answer.orderStatus : result
    }
    await payThere(formUrl, plain)
    expect(await status()).toBe(2)
    bank.clock.forward(240_000)
    expect(await status()).toBe(2)
    bank.clock.forward(61_000)
    expect(await status()).toBe(3)
  })
})
