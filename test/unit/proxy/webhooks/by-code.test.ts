import { afterAll, expect, test } from 'vitest'
import type { Outcome } from '#contract/checkout.ts'
import { press } from '../../../conformance/gateway/bank-app.ts'
import { waitFor } from '../../../support/poll.ts'
import { payloadIn } from '../support/code-shop.ts'
import { openWebhookProxy, shopUrl, type WebhookProxy } from './test-proxy.ts'

const endings: (() => Promise<unknown>)[] = []
afterAll(async () => {
  await Promise.all(endings.map((end) => end()))
})

async function open(): Promise<WebhookProxy> {
  const proxy = await openWebhookProxy({ env: { TENDER_SBP: 'on' } })
  endings.push(proxy.close)
  return proxy
}

const order = { amount: 1234, currency: '643', returnUrl: `${shopUrl}/` } as const

/** A shopper who gets a code, and closes the page. */
const left = async (proxy: WebhookProxy, claims: { readonly orderNumber: string; dynamicCallbackUrl?: string }) =>
  payloadIn((await proxy.shopper('code', { method: 'sbp' }, { ...order, ...claims })) as Outcome)

test.concurrent.each([
  ['by the gateway’s callback', { orderNumber: 'Q-1' }],
  [
    'as an order that is followed, where the callbacks go elsewhere',
    { orderNumber: 'Q-2', dynamicCallbackUrl: 'http://elsewhere.localhost/' },
  ],
])(
  'what the app pays after the page was closed reaches the webhook %s, with the way it was paid',
  async (_, claims) => {
    const proxy = await open()
    await press(proxy.fixture, await left(proxy, claims), 'confirm')
    const paid = () => proxy.of(claims.orderNumber).filter(({ type }) => type === 'order.paid')
    await waitFor(() => expect(paid()).toHaveLength(1))
    expect(paid()[0]!.data.current).toMatchObject({ paymentWay: 'SBP_C2B', depositedAmount: 1234 })
    expect(paid()[0]!.data.current.maskedPan).toBeUndefined()
  },
  60_000,
)

test.concurrent('what the payer declines in the app reaches the webhook, and no card is told to be stored', async () => {
  const proxy = await open()
  await press(proxy.fixture, await left(proxy, { orderNumber: 'Q-3' }), 'decline')
  await waitFor(() =>
    expect(proxy.of('Q-3').map(({ type }) => type)).toEqual([expect.stringMatching(/declined|cancelled/)]),
  )
  const clientId = 'jane'
  const claims = { ...order, orderNumber: 'Q-4', clientId, save: 'required' as const }
  await press(proxy.fixture, payloadIn((await proxy.shopper('code', { method: 'sbp' }, claims)) as Outcome), 'confirm')
  await waitFor(() => expect(proxy.of('Q-4').map(({ type }) => type)).toEqual(['order.paid']))
  expect(proxy.cards()).toEqual([])
})
