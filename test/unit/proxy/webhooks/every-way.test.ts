import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { systemClock, systemRandom } from '#ports/system.ts'
import { packPaymentToken } from '#wallet-tokens/payment-token.ts'
import type { TypedCard } from '../../../conformance/gateway/seal-card.ts'
import { merchant, type Stage } from '../../../conformance/gateway/stage.ts'
import { stored } from '../../../conformance/gateway/stored-cards.ts'
import { ownWallets, purse, type OwnWallets } from '../merchant/bank.ts'
import { walletsOffered } from '../support/sandbox-shop.ts'
import { browser } from '../support/test-proxy.ts'
import { openHouse, payUrl, penniless, plain, shopUrl, type Came, type House, type HouseOptions } from './test-proxy.ts'

vi.setConfig({ testTimeout: 120_000 })

/** Limits of hanging, not of slowness. */
const patient = { timeout: 60_000, interval: 20 }

let own: OwnWallets
beforeAll(async () => void (own = await ownWallets({ clock: systemClock as Stage['clock'] })))

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function open(options: HouseOptions = {}): Promise<House> {
  const house = await openHouse({ ...options, env: { ...walletsOffered, ...options.env } })
  ends.push(house.close)
  return house
}

const sum = { amount: 1234, currency: '933' }
let orders = 0
const newNumber = (): string => `W-${++orders}`

/** A way to pay through the merchant API: its path, and what is sent of a card. */
interface Way {
  readonly path: string
  readonly isOwn?: true
  body(house: House, card: TypedCard): Promise<object>
}

const purseOf = ({ pan }: TypedCard) => purse(pan)
const google = { wallet: 'walletB', clientId: 'jane', ip: '192.0.2.7' }
const byBinding = async ({ stage }: House, type: 'C' | 'R', card: TypedCard) => {
  const clientId = `client-${systemRandom.uuid()}`
  const bindingId = await stored(stage, clientId, { type })
  // A penniless card is checked when it is stored; what is charged is above the account's balance instead.
  return { clientId, bindingId, ...(card === penniless && { amount: 999_999_999_999 }) }
}

const ways: Readonly<Record<string, Way>> = {
  'walletA/payment.do': {
    path: 'charges/wallet',
    body: async ({ stage }, card) => ({
      wallet: 'walletA',
      paymentToken: await stage.wallets.applePayToken({ ...sum, card: purseOf(card) }),
    }),
  },
  'walletA/paymentDirect.do': {
    path: 'charges/wallet',
    isOwn: true,
    body: async (_, card) => ({ wallet: 'walletA', paymentToken: await own.apple(sum.amount, purseOf(card)) }),
  },
  'walletB/payment.do': {
    path: 'charges/wallet',
    body: async ({ stage }, card) => ({
      ...google,
      paymentToken: stage.wallets.googlePayToken({
        card: purseOf(card),
        merchant: merchant.login,
        authMethod: 'CRYPTOGRAM_3DS',
      }),
    }),
  },
  'walletB/paymentDirect.do': {
    path: 'charges/wallet',
    isOwn: true,
    body: async (_, card) => ({ ...google, paymentToken: await own.google('CRYPTOGRAM_3DS', purseOf(card)) }),
  },
  'recurrentPayment.do': { path: 'charges/recurrent', body: (house, card) => byBinding(house, 'R', card) },
  'paymentOrderBinding.do': { path: 'charges', body: (house, card) => byBinding(house, 'C', card) },
  'motoPayment.do': {
    path: 'charges/moto',
    body: async (house, card) => ({ cardholder: 'JANE DOE', seToken: await house.sealed(card) }),
  },
  'motoPayment.do, whose callbacks the merchant has for himself': {
    path: 'charges/moto',
    body: async (house, card) => ({
      cardholder: 'JANE DOE',
      seToken: await house.sealed(card),
      dynamicCallbackUrl: 'http://elsewhere.localhost/',
    }),
  },
}

const openFor = (way: Way, options: HouseOptions = {}): Promise<House> =>
  open({ ...options, env: { ...(way.isOwn && own.env), ...options.env } })

const events = (came: readonly Came[]) =>
  came.map(({ type, data: { current } }) => [type, current.depositedAmount ?? 0, current.refundedAmount ?? 0])

describe.each(Object.entries(ways))('%s', (_, way) => {
  test('paid, given back in part and as a whole: each reaches the webhook, once', async () => {
    const house = await openFor(way)
    const orderNumber = newNumber()
    const paid = await house.merchant(way.path, { ...sum, orderNumber, ...(await way.body(house, plain)) })
    expect(paid).toMatchObject({ state: 'paid' })
    const expected = [['order.paid', 1234, 0]]
    await vi.waitFor(() => expect(events(house.of(orderNumber))).toEqual(expected), patient)
    for (const [body, refunded] of [
      [{ amount: 1000 }, 1000],
      [{}, 1234],
    ] as const) {
      await house.merchant(`orders/${orderNumber}/refund`, body)
      expected.push(['order.refunded', 1234, refunded])
      await vi.waitFor(() => expect(events(house.of(orderNumber))).toEqual(expected), patient)
    }
    expect(new Set(house.of(orderNumber).map(({ id }) => id)).size).toBe(3)
  })

  test('what the bank declines reaches the webhook', async () => {
    const house = await openFor(way)
    const orderNumber = newNumber()
    const order = await house.merchant(way.path, { ...sum, orderNumber, ...(await way.body(house, penniless)) })
    expect(order).toMatchObject({ state: 'declined' })
    await vi.waitFor(() => expect(house.of(orderNumber).map(({ type }) => type)).toEqual(['order.declined']), patient)
  })
})

/** The gateway works on a payment only when nobody waits for its answer any more. */
const slowly: House['state']['wire'] = async (request, go) => {
  if (Object.keys(ways).some((what) => request.url.endsWith(what))) await systemClock.sleep(3500)
  return go(request)
}

describe('a gateway that is slower than the proxy waits', () => {
  const env = { TENDER_GATEWAY_TIMEOUT_MS: '1000', TENDER_LOCK_TTL_MS: '20000' }
  const isPaid = [['order.paid', 1234, 0]]

  test.each(['opened by the gateway', 'opened by the proxy'])(
    'what is paid, wallets %s, reaches the webhook',
    async (by) => {
      const isOwn = by.endsWith('proxy')
      const house = await open({ env: { ...env, ...(isOwn && own.env) } })
      const chosen = Object.values(ways).filter((way) => (way.isOwn ?? false) === isOwn)
      const bodies = await Promise.all(
        chosen.map(async (way) => ({ ...sum, orderNumber: newNumber(), ...(await way.body(house, plain)) })),
      )
      house.state.wire = slowly
      const answers = await Promise.all(chosen.map(({ path }, at) => house.merchant(path, bodies[at]!)))
      for (const answer of answers) expect(answer).not.toMatchObject({ state: 'paid' })
      for (const { orderNumber } of bodies)
        await vi.waitFor(() => expect(events(house.of(orderNumber))).toEqual(isPaid), patient)
    },
  )

  test.each(Object.keys(ways).filter((what) => what.startsWith('wallet')))(
    'what is paid in the browser by %s reaches the webhook, though the page is closed',
    async (what) => {
      const house = await openFor(ways[what]!, { env })
      const { paymentToken } = (await ways[what]!.body(house, plain)) as { paymentToken: object }
      const body = { wallet: what.split('/')[0], paymentToken: packPaymentToken(paymentToken), browser }
      const order = { ...sum, orderNumber: newNumber(), returnUrl: `${shopUrl}/` }
      house.state.wire = slowly
      expect(await house.shopper('wallet/pay', body, order)).toMatchObject({ state: 'pending' })
      await vi.waitFor(() => expect(events(house.of(order.orderNumber))).toEqual(isPaid), patient)
    },
  )
})

describe('where the gateway calls a static address too', () => {
  const key = { kind: 'hmac', secret: 'known to both' } as const
  const callback = { address: `${payUrl}/callback`, key, repeatAfter: 100 }
  const env = { TENDER_CALLBACK_SECRET: key.secret }

  test.each(['walletA/payment.do', 'recurrentPayment.do'])('nothing of %s is told twice', async (what) => {
    const way = ways[what]!
    const house = await openFor(way, { callback, env })
    const orderNumber = newNumber()
    const body = await way.body(house, plain)
    const before = house.callbacks.length
    await house.merchant(way.path, { ...sum, orderNumber, ...body })
    await house.merchant(`orders/${orderNumber}/refund`, { amount: 1000 })
    await vi.waitFor(() => expect(house.callbacks.length - before).toBe(2), patient)
    const expected = [
      ['order.paid', 1234, 0],
      ['order.refunded', 1234, 1000],
    ]
    await vi.waitFor(() => expect(events(house.of(orderNumber))).toEqual(expected), patient)
    expect(house.callbacks.slice(before).map(({ path, status }) => [path.split('?')[0], status])).toEqual([
      ['/callback', 200],
      ['/callback', 200],
    ])
  })

  test.each(['walletA/payment.do', 'recurrentPayment.do'])(
    'a refund of %s that the bank makes reaches the webhook',
    async (what) => {
      const way = ways[what]!
      const house = await openFor(way, { callback, env })
      const orderNumber = newNumber()
      const body = await way.body(house, plain)
      const { current } = await house.merchant(way.path, { ...sum, orderNumber, ...body })
      await vi.waitFor(() => expect(house.of(orderNumber)).toHaveLength(1), patient)
      const login = { userName: merchant.login, password: merchant.password }
      await house.stage.gateway.refund({ ...login, orderId: current.orderId, amount: 1234, language: 'en' })
      const expected = [
        ['order.paid', 1234, 0],
        ['order.refunded', 1234, 1234],
      ]
      await vi.waitFor(() => expect(events(house.of(orderNumber))).toEqual(expected), patient)
    },
  )
})
