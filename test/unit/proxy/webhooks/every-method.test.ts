import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { systemClock, systemRandom } from '#ports/system.ts'
import { packPaymentToken } from '#wallet-tokens/payment-token.ts'
import type { TypedCard } from '../../../conformance/gateway/seal-card.ts'
import { merchant, type Fixture } from '../../../conformance/gateway/fixture.ts'
import { stored } from '../../../conformance/gateway/stored-cards.ts'
import { ownWallets, walletCard, type OwnWallets } from '../merchant/bank.ts'
import { walletsOffered } from '../support/sandbox-shop.ts'
import { browser } from '../support/test-proxy.ts'
import {
  openWebhookProxy,
  payUrl,
  penniless,
  plain,
  shopUrl,
  type Came,
  type WebhookProxy,
  type WebhookProxyOptions,
} from './test-proxy.ts'
import { share } from '../../../support/extent.ts'
import { waitFor } from '../../../support/poll.ts'

vi.setConfig({ testTimeout: 120_000 })

let own: OwnWallets
beforeAll(async () => void (own = await ownWallets({ clock: systemClock as Fixture['clock'] })))

const endings: (() => Promise<unknown>)[] = []
afterAll(async () => {
  await Promise.all(endings.map((end) => end()))
})

async function open(options: WebhookProxyOptions = {}): Promise<WebhookProxy> {
  const proxy = await openWebhookProxy({ ...options, env: { ...walletsOffered, ...options.env } })
  endings.push(proxy.close)
  return proxy
}

const sum = { amount: 1234, currency: '933' }
let orders = 0
const newNumber = (): string => `W-${++orders}`

/** A payment through the merchant API: its path, and the body for a card. */
interface Path {
  readonly path: string
  readonly isOwn?: true
  body(proxy: WebhookProxy, card: TypedCard): Promise<object>
}

const walletCardOf = ({ pan }: TypedCard) => walletCard(pan)
const google = { wallet: 'googlePay', clientId: 'jane', ip: '192.0.2.7' }
const byBinding = async ({ fixture }: WebhookProxy, type: 'C' | 'R', card: TypedCard) => {
  const clientId = `client-${systemRandom.uuid()}`
  const bindingId = await stored(fixture, clientId, { type })
  // Storing a card without money would be declined, so another card is charged more than its balance.
  return { clientId, bindingId, ...(card === penniless && { amount: 999_999_999_999 }) }
}

const paths: Readonly<Record<string, Path>> = {
  'applepay/payment.do': {
    path: 'charges/wallet',
    body: async ({ fixture }, card) => ({
      wallet: 'applePay',
      paymentToken: await fixture.wallets.applePayToken({ ...sum, card: walletCardOf(card) }),
    }),
  },
  'applepay/paymentDirect.do': {
    path: 'charges/wallet',
    isOwn: true,
    body: async (_, card) => ({ wallet: 'applePay', paymentToken: await own.apple(sum.amount, walletCardOf(card)) }),
  },
  'google/payment.do': {
    path: 'charges/wallet',
    body: async ({ fixture }, card) => ({
      ...google,
      paymentToken: fixture.wallets.googlePayToken({
        card: walletCardOf(card),
        merchant: merchant.login,
        authMethod: 'CRYPTOGRAM_3DS',
      }),
    }),
  },
  'google/paymentDirect.do': {
    path: 'charges/wallet',
    isOwn: true,
    body: async (_, card) => ({ ...google, paymentToken: await own.google('CRYPTOGRAM_3DS', walletCardOf(card)) }),
  },
  'recurrentPayment.do': { path: 'charges/recurrent', body: (proxy, card) => byBinding(proxy, 'R', card) },
  'paymentOrderBinding.do': { path: 'charges', body: (proxy, card) => byBinding(proxy, 'C', card) },
  'motoPayment.do': {
    path: 'charges/moto',
    body: async (proxy, card) => ({ cardholder: 'JANE DOE', seToken: await proxy.sealed(card) }),
  },
  'motoPayment.do, whose callbacks the merchant has for himself': {
    path: 'charges/moto',
    body: async (proxy, card) => ({
      cardholder: 'JANE DOE',
      seToken: await proxy.sealed(card),
      dynamicCallbackUrl: 'http://elsewhere.localhost/',
    }),
  },
}

const openFor = (method: Path, options: WebhookProxyOptions = {}): Promise<WebhookProxy> =>
  open({ ...options, env: { ...(method.isOwn && own.env), ...options.env } })

const events = (came: readonly Came[]) =>
  came.map(({ type, data: { current } }) => [type, current.depositedAmount ?? 0, current.refundedAmount ?? 0])

describe.concurrent.each(Object.entries(paths))('%s', (_, method) => {
  test('paid, given back in part and as a whole: each reaches the webhook, once', async () => {
    const proxy = await openFor(method)
    const orderNumber = newNumber()
    const named = { ...sum, orderNumber, reference: `cart of ${orderNumber}` }
    const paid = await proxy.merchant(method.path, { ...named, ...(await method.body(proxy, plain)) })
    expect(paid).toMatchObject({ state: 'paid' })
    const expected = [['order.paid', 1234, 0]]
    await waitFor(() => expect(events(proxy.of(orderNumber))).toEqual(expected))
    for (const [body, refunded] of [
      [{ amount: 1000 }, 1000],
      [{}, 1234],
    ] as const) {
      await proxy.merchant(`orders/${orderNumber}/refund`, body)
      expected.push(['order.refunded', 1234, refunded])
      await waitFor(() => expect(events(proxy.of(orderNumber))).toEqual(expected))
    }
    expect(new Set(proxy.of(orderNumber).map(({ id }) => id)).size).toBe(3)
    const references = proxy.of(orderNumber).map(({ data }) => data.current.reference)
    expect(new Set(references)).toEqual(new Set([named.reference]))
  })

  test('what the bank declines reaches the webhook', async () => {
    const proxy = await openFor(method)
    const orderNumber = newNumber()
    const order = await proxy.merchant(method.path, { ...sum, orderNumber, ...(await method.body(proxy, penniless)) })
    expect(order).toMatchObject({ state: 'declined' })
    await waitFor(() => expect(proxy.of(orderNumber).map(({ type }) => type)).toEqual(['order.declined']))
  })
})

/** `npm test` pays with each wallet, and lets the gateway open one and the proxy the other. */
const inBrowser = Object.keys(paths).filter((what) => paths[what]!.path === 'charges/wallet')

/** The gateway processes no payment before the returned function is called, when the proxy has stopped waiting. */
function holdPayments({ state }: WebhookProxy): () => void {
  let letGo = (): void => {}
  const released = new Promise<void>((go) => (letGo = go))
  state.wire = async (request, go) => {
    if (Object.keys(paths).some((what) => request.url.endsWith(what))) await released
    return go(request)
  }
  return letGo
}

describe.concurrent('a gateway that is slower than the proxy waits', () => {
  const env = { TENDER_GATEWAY_TIMEOUT_MS: '1000', TENDER_LOCK_TTL_MS: '20000' }
  const isPaid = [['order.paid', 1234, 0]]

  test.each(['opened by the gateway', 'opened by the proxy'])(
    'what is paid, wallets %s, reaches the webhook',
    async (by) => {
      const isOwn = by.endsWith('proxy')
      const proxy = await open({ env: { ...env, ...(isOwn && own.env) } })
      const chosen = Object.values(paths).filter((method) => (method.isOwn ?? false) === isOwn)
      const bodies = await Promise.all(
        chosen.map(async (method) => ({ ...sum, orderNumber: newNumber(), ...(await method.body(proxy, plain)) })),
      )
      const letGo = holdPayments(proxy)
      const answers = await Promise.all(chosen.map(({ path }, at) => proxy.merchant(path, bodies[at]!)))
      for (const answer of answers) expect(answer).not.toMatchObject({ state: 'paid' })
      letGo()
      for (const { orderNumber } of bodies) await waitFor(() => expect(events(proxy.of(orderNumber))).toEqual(isPaid))
    },
  )

  test.each(share(inBrowser, 3))(
    'what is paid in the browser by %s reaches the webhook, though the page is closed',
    async (what) => {
      const proxy = await openFor(paths[what]!, { env })
      const { paymentToken } = (await paths[what]!.body(proxy, plain)) as { paymentToken: object }
      const body = {
        wallet: what.startsWith('applepay') ? 'applePay' : 'googlePay',
        paymentToken: packPaymentToken(paymentToken),
        browser,
      }
      const order = { ...sum, orderNumber: newNumber(), returnUrl: `${shopUrl}/` }
      const letGo = holdPayments(proxy)
      expect(await proxy.shopper('wallet/pay', body, order)).toMatchObject({ state: 'pending' })
      letGo()
      await waitFor(() => expect(events(proxy.of(order.orderNumber))).toEqual(isPaid))
    },
  )
})

describe.concurrent('where the gateway calls a static address too', () => {
  const key = { kind: 'hmac', secret: 'known to both' } as const
  const callback = { address: `${payUrl}/callback`, key, repeatAfter: 100 }
  const env = { TENDER_CALLBACK_SECRET: key.secret }

  test.each(['applepay/payment.do', 'recurrentPayment.do'])('nothing of %s is reported twice', async (what) => {
    const method = paths[what]!
    const proxy = await openFor(method, { callback, env })
    const orderNumber = newNumber()
    const body = await method.body(proxy, plain)
    const callbacks = () => proxy.callbacks.filter(({ path }) => path.includes(`orderNumber=${orderNumber}&`))
    await proxy.merchant(method.path, { ...sum, orderNumber, ...body })
    await proxy.merchant(`orders/${orderNumber}/refund`, { amount: 1000 })
    await waitFor(() => expect(callbacks()).toHaveLength(2))
    const expected = [
      ['order.paid', 1234, 0],
      ['order.refunded', 1234, 1000],
    ]
    await waitFor(() => expect(events(proxy.of(orderNumber))).toEqual(expected))
    expect(callbacks().map(({ path, status }) => [path.split('?')[0], status])).toEqual([
      ['/callback', 200],
      ['/callback', 200],
    ])
  })

  test.each(['applepay/payment.do', 'recurrentPayment.do'])(
    'a refund of %s that the bank makes reaches the webhook',
    async (what) => {
      const method = paths[what]!
      const proxy = await openFor(method, { callback, env })
      const orderNumber = newNumber()
      const body = await method.body(proxy, plain)
      const { current } = await proxy.merchant(method.path, { ...sum, orderNumber, ...body })
      await waitFor(() => expect(proxy.of(orderNumber)).toHaveLength(1))
      const login = { userName: merchant.login, password: merchant.password }
      await proxy.fixture.gateway.refund({ ...login, orderId: current.orderId, amount: 1234, language: 'en' })
      const expected = [
        ['order.paid', 1234, 0],
        ['order.refunded', 1234, 1234],
      ]
      await waitFor(() => expect(events(proxy.of(orderNumber))).toEqual(expected))
    },
  )
})
