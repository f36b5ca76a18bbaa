import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { stringToSign } from '#server-contract/gateway/callbacks.ts'
import { systemClock, systemRandom } from '#ports/system.ts'
import type { OrderClaims } from '#proxy/tickets/sign-order.ts'
import type { WebFetch } from '../../../support/on-request.ts'
import { credentials, type Fixture } from '../../../conformance/gateway/fixture.ts'
import { ownWallets, type OwnWallets } from '../merchant/bank.ts'
import { cardFor } from '../support/test-proxy.ts'
import { openWebhookProxy, payUrl, plain, shopUrl, type WebhookProxy, type WebhookProxyOptions } from './test-proxy.ts'
import { waitFor } from '../../../support/poll.ts'

vi.setConfig({ testTimeout: 120_000 })

const endings: (() => Promise<unknown>)[] = []
afterAll(async () => {
  await Promise.all(endings.map((end) => end()))
})

let own: OwnWallets
beforeAll(async () => void (own = await ownWallets({ clock: systemClock as Fixture['clock'] })))

const key = { kind: 'hmac', secret: 'known to both' } as const
/** The gateway sends callbacks about cards to the proxy's static address. */
const withCallbacks: WebhookProxyOptions = {
  callback: { address: `${payUrl}/callback`, key, repeatAfter: 100 },
  env: { TENDER_CALLBACK_SECRET: key.secret },
}

async function open(options: WebhookProxyOptions = {}): Promise<WebhookProxy> {
  const proxy = await openWebhookProxy(options)
  endings.push(proxy.close)
  return proxy
}

let orders = 0
const claimsFor = (more: Partial<OrderClaims> = {}): OrderClaims => ({
  orderNumber: `C-${++orders}`,
  amount: 1234,
  currency: '933',
  returnUrl: `${shopUrl}/`,
  clientId: 'jane',
  save: 'required',
  ...more,
})

/** A shopper pays by a new card in the checkout. */
async function paid(proxy: WebhookProxy, more: Partial<OrderClaims> = {}): Promise<OrderClaims> {
  const claims = claimsFor(more)
  const { orderId } = (await proxy.shopper('prepare', {}, claims)) as { orderId: string }
  const seToken = await proxy.sealed(plain, orderId)
  expect(await proxy.shopper('pay', { ...cardFor(orderId), seToken }, claims)).toMatchObject({
    state: claims.amount ? 'paid' : 'verified',
  })
  return claims
}

const bindings = async ({ fixture }: WebhookProxy, clientId = 'jane') =>
  (await fixture.gateway.getBindings({ ...credentials, clientId })).bindings ?? []

async function onlyBinding(proxy: WebhookProxy, clientId?: string): Promise<string> {
  const found = await bindings(proxy, clientId)
  expect(found).toHaveLength(1)
  return found[0]!.bindingId!
}

const types = (proxy: WebhookProxy) => proxy.cards().map(({ type }) => type)

/** Waits for the events about cards, and for the gateway's callbacks, each of which is accepted. */
async function expectEvents(proxy: WebhookProxy, expected: readonly string[], callbacks = 0): Promise<void> {
  await waitFor(() => expect(types(proxy)).toEqual(expected))
  const about = () => proxy.callbacks.filter(({ path }) => path.includes('operation=binding'))
  await waitFor(() => expect(about().map(({ status }) => status)).toEqual(Array(callbacks).fill(200)))
  expect(types(proxy)).toEqual(expected)
}

/** A callback as the gateway signs it. */
async function callback(proxy: WebhookProxy, fields: Record<string, string>): Promise<number> {
  const all = { status: '1', clientId: 'jane', maskedPan: '444455**3333', ...fields }
  const checksum = createHmac('sha256', key.secret).update(stringToSign(all)).digest('hex').toUpperCase()
  return (await proxy.ask(`/callback?${new URLSearchParams({ ...all, checksum })}`, 'GET', {})).statusCode
}

/** Rewrites the gateway's lists of cards. */
const listing =
  (change: (text: string) => string) =>
  async (request: Request, go: WebFetch): Promise<Response> => {
    const answer = await go(request)
    return request.url.endsWith('getBindings.do')
      ? new Response(change(await answer.text()), { status: answer.status })
      : answer
  }

describe.concurrent.each([
  ['without callbacks about cards', {}, 0],
  ['with callbacks about cards', withCallbacks, 1],
] as const)('%s,', (_, options, callbacks) => {
  test.each([
    ['a payment', { saveAs: 'common' }, 'COMMON'],
    [
      'a payment, for recurrent ones',
      { saveAs: 'recurrent', recurringFrequency: '28', recurringExpiry: '20331231' },
      'RECURRENT',
    ],
    ['a verification', { amount: 0, features: ['VERIFY'] }, 'COMMON'],
  ] as const)('a card that a shopper stores by %s is reported once', async (_, more, bindingCategory) => {
    const proxy = await open(options)
    const { orderNumber } = await paid(proxy, more as Partial<OrderClaims>)
    await expectEvents(proxy, ['card.stored'], callbacks)
    const bindingId = await onlyBinding(proxy)
    const { data } = proxy.cards()[0]!
    expect(data).toMatchObject({
      clientId: 'jane',
      bindingId,
      maskedPan: '444455**3333',
      expiryDate: plain.expiry,
      bindingCategory,
    })
    expect([orderNumber, undefined]).toContain(data.orderNumber)
    if (!callbacks) expect(data.orderNumber).toBe(orderNumber)
  })

  test('a card that a shopper removes is reported once', async () => {
    const proxy = await open(options)
    const claims = await paid(proxy)
    await expectEvents(proxy, ['card.stored'], callbacks)
    const [card] = await bindings(proxy)
    await proxy.shopper('cards/remove', { bindingId: card!.bindingId }, claims)
    await expectEvents(proxy, ['card.stored', 'card.removed'], 2 * callbacks)
    expect(proxy.cards()[1]!.data).toMatchObject({
      clientId: 'jane',
      bindingId: card!.bindingId,
      maskedPan: '444455**3333',
    })
    if (!callbacks) expect(proxy.cards()[1]!.data.expiryDate).toBe(plain.expiry)
    expect(await bindings(proxy)).toEqual([])
  })

  test('a card that the merchant gives another expiry is reported once', async () => {
    const proxy = await open(options)
    await paid(proxy)
    await expectEvents(proxy, ['card.stored'], callbacks)
    const bindingId = await onlyBinding(proxy)
    const extend = () => proxy.merchant(`clients/jane/cards/${bindingId}/extend`, { newExpiry: '203712' })
    await extend()
    await extend()
    await expectEvents(proxy, ['card.stored', 'card.changed'], callbacks)
    expect(proxy.cards()[1]!.data).toMatchObject({ clientId: 'jane', bindingId, expiryDate: '203712' })
  })

  test('a card that the merchant removes is reported once, and once more when it is stored and removed again', async () => {
    const proxy = await open(options)
    await paid(proxy)
    await expectEvents(proxy, ['card.stored'], callbacks)
    const bindingId = await onlyBinding(proxy)
    const remove = () => proxy.merchant(`clients/jane/cards/${bindingId}/remove`, {})
    await remove()
    await expectEvents(proxy, ['card.stored', 'card.removed'], 2 * callbacks)
    await paid(proxy)
    await expectEvents(proxy, ['card.stored', 'card.removed', 'card.changed'], 3 * callbacks)
    await remove()
    await expectEvents(proxy, ['card.stored', 'card.removed', 'card.changed', 'card.removed'], 4 * callbacks)
    expect(new Set(proxy.cards().map(({ id }) => id)).size).toBe(4)
    expect(new Set(proxy.cards().map(({ data }) => data.bindingId))).toEqual(new Set([bindingId]))
  })
})

describe.concurrent('what the gateway says', () => {
  test('of a card that the bank switches off and on again is reported', async () => {
    const proxy = await open(withCallbacks)
    await paid(proxy)
    await expectEvents(proxy, ['card.stored'], 1)
    const bindingId = await onlyBinding(proxy)
    await proxy.fixture.gateway.unBindCard({ ...credentials, bindingId })
    await expectEvents(proxy, ['card.stored', 'card.removed'], 2)
    await proxy.fixture.gateway.bindCard({ ...credentials, bindingId })
    await expectEvents(proxy, ['card.stored', 'card.removed', 'card.changed'], 3)
    expect(proxy.cards()[2]!.data).toMatchObject({ clientId: 'jane', bindingId, expiryDate: plain.expiry })
  })

  test('of a card with another expiry is reported as a change, once', async () => {
    const proxy = await open(withCallbacks)
    await paid(proxy)
    await expectEvents(proxy, ['card.stored'], 1)
    const bindingId = await onlyBinding(proxy)
    const changed = { operation: 'bindingActivityChanged', bindingId, enabled: 'true' }
    expect(await callback(proxy, changed)).toBe(200)
    expect(types(proxy)).toEqual(['card.stored'])
    proxy.state.wire = listing((text) => text.replace(`"expiryDate":"${plain.expiry}"`, '"expiryDate":"203901"'))
    expect([await callback(proxy, changed), await callback(proxy, changed)]).toEqual([200, 200])
    expect(types(proxy)).toEqual(['card.stored', 'card.changed'])
    expect(proxy.cards()[1]!.data).toMatchObject({ bindingId, expiryDate: '203901' })
  })

  test('of a card that has changed since is not reported', async () => {
    const proxy = await open(withCallbacks)
    await paid(proxy)
    await expectEvents(proxy, ['card.stored'], 1)
    const bindingId = await onlyBinding(proxy)
    expect(await callback(proxy, { operation: 'bindingActivityChanged', bindingId, enabled: 'false' })).toBe(200)
    expect(await callback(proxy, { operation: 'bindingCreated', bindingId: 'gone' })).toBe(200)
    expect(await callback(proxy, { operation: 'bindingCreated', bindingId, status: '0' })).toBe(200)
    expect(types(proxy)).toEqual(['card.stored'])
  })

  test('is reported where the gateway lists no cards to the merchant', async () => {
    const proxy = await open(withCallbacks)
    proxy.state.wire = listing(() => '{"errorCode":"5","errorMessage":"Access denied"}')
    expect(await callback(proxy, { operation: 'bindingCreated', bindingId: 'b-1' })).toBe(200)
    expect(await callback(proxy, { operation: 'bindingActivityChanged', bindingId: 'b-1', enabled: 'false' })).toBe(200)
    expect(proxy.cards().map(({ type, data }) => [type, data])).toEqual([
      ['card.stored', { clientId: 'jane', bindingId: 'b-1', maskedPan: '444455**3333' }],
      ['card.removed', { clientId: 'jane', bindingId: 'b-1', maskedPan: '444455**3333' }],
    ])
  })

  test('is repeated until the cards can be read', async () => {
    const proxy = await open(withCallbacks)
    proxy.state.wire = listing(() => 'out of order')
    const gone = { operation: 'bindingActivityChanged', bindingId: 'b-1', enabled: 'false' }
    expect(await callback(proxy, gone)).toBe(503)
    proxy.state.wire = (request, go) => go(request)
    expect(await callback(proxy, gone)).toBe(200)
    expect(types(proxy)).toEqual(['card.removed'])
  })
})

describe.concurrent('an event about a card', () => {
  test('that the merchant does not accept is sent again with the same id', async () => {
    const proxy = await open(withCallbacks)
    proxy.refusals.set('card.stored', [500, 500])
    await paid(proxy)
    await waitFor(() => expect(types(proxy)).toEqual(['card.stored']))
    expect(proxy.refused.map(({ type }) => type)).toEqual(['card.stored', 'card.stored'])
    expect(new Set([...proxy.refused, ...proxy.cards()].map(({ id }) => id)).size).toBe(1)
  })

  test('has the same id from every process, whoever saw the change', async () => {
    const fields = { operation: 'bindingActivityChanged', bindingId: 'b-1', enabled: 'false' }
    const ids = []
    for (const _ of [1, 2]) {
      const proxy = await open(withCallbacks)
      await callback(proxy, fields)
      ids.push(proxy.cards()[0]!.id)
    }
    expect(ids[0]).toBe(ids[1])
  })
})

describe.concurrent('a payment that stores nothing', () => {
  test('sends no event about a card', async () => {
    const proxy = await open({ env: { TENDER_PLAIN_CARDS: 'allowed' } })
    await paid(proxy)
    await expectEvents(proxy, ['card.stored'])
    const bindingId = await onlyBinding(proxy)
    const terms = { amount: 900, currency: '933', clientId: 'jane', bindingId }
    for (const [path, more] of [
      ['charges', {}],
      ['charges/moto', { cardholder: 'JANE DOE' }],
    ] as const) {
      const { orderNumber } = claimsFor()
      expect(await proxy.merchant(path, { ...terms, ...more, orderNumber })).toMatchObject({ state: 'paid' })
      await waitFor(() => expect(proxy.of(orderNumber)).toHaveLength(1))
    }
    expect(types(proxy)).toEqual(['card.stored'])
  })

  test('by a stored card in a mail order sends none, in a process that has seen nothing of it', async () => {
    const proxy = await open()
    const { clientId } = await paid(proxy, { clientId: 'john', save: 'required' })
    await expectEvents(proxy, ['card.stored'])
    const bindingId = await onlyBinding(proxy, clientId)
    await proxy.restart()
    const { orderNumber } = claimsFor()
    const terms = { orderNumber, amount: 900, currency: '933', clientId, bindingId, cardholder: 'JANE DOE' }
    expect(await proxy.merchant('charges/moto', terms)).toMatchObject({ state: 'paid' })
    await waitFor(() => expect(proxy.of(orderNumber)).toHaveLength(1))
    expect(types(proxy)).toEqual(['card.stored'])
  })
})

describe.concurrent('a card that the merchant stores', () => {
  test('by a mail order is reported', async () => {
    const proxy = await open()
    const { orderNumber } = claimsFor()
    const seToken = await proxy.sealed(plain)
    const terms = { orderNumber, amount: 900, currency: '933', clientId: 'jane', cardholder: 'JANE DOE', seToken }
    await proxy.merchant('charges/moto', { ...terms, features: ['FORCE_CREATE_BINDING'] })
    await expectEvents(proxy, ['card.stored'])
    expect(proxy.cards()[0]!.data).toMatchObject({ clientId: 'jane', orderNumber })
  })

  test('by a wallet that is only verified is reported', async () => {
    const proxy = await open({ env: own.env })
    const { orderNumber } = claimsFor()
    const terms = { orderNumber, amount: 0, currency: '933', wallet: 'applePay', clientId: `c-${systemRandom.uuid()}` }
    const paymentToken = await own.apple(0)
    expect(await proxy.merchant('charges/wallet', { ...terms, paymentToken, features: ['VERIFY'] })).toMatchObject({
      state: 'verified',
    })
    await expectEvents(proxy, ['card.stored'])
    expect(proxy.cards()[0]!.data).toMatchObject({ clientId: terms.clientId, orderNumber, expiryDate: plain.expiry })
  })
})
