import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Checkout } from '#contract/checkout.ts'
import { memoryLocks, type LockStore } from '#proxy/locks/lock-store.ts'
import { problemIn, type Authenticate } from '#proxy/external-three-ds/authenticate.ts'
import { openedCard } from '#proxy/external-three-ds/opened-card.ts'
import { buildCardSeal, sealFor } from '#proxy/external-three-ds/card-seal.ts'
import { byTrusted, cardNamed, stateOf } from '../../../conformance/gateway/fixture.ts'
import { plainText } from '../../../conformance/gateway/seal-card.ts'
import { browser, cardFor } from '../support/test-proxy.ts'
import { enrolled, fixture, openGateway, openTestProxy, pemKey, result } from '../support/own-server-proxy.ts'

openGateway()

describe('a payment that the merchant has authenticated', () => {
  test('is paid in one call, by the result that the hook gave for the card and the browser', async () => {
    const report: unknown[] = []
    const proxy = await openTestProxy(async ({ signal, ...payment }) => {
      expect(signal.aborted).toBe(false)
      report.push(payment)
      return { ...result, more: 'of the merchant' }
    })
    expect(await proxy.outcome('pay', proxy.sealed())).toMatchObject({ state: 'paid' })
    expect(report).toEqual([
      {
        orderNumber: proxy.orderNumber,
        amount: 4990,
        currency: '978',
        card: { pan: enrolled.pan, expiry: enrolled.expiry, cardholder: 'JANE DOE' },
        browser: expect.objectContaining({ userAgent: browser.userAgent, browserAcceptHeader: 'application/json' }),
        email: 'jane@example.com',
        methodNotificationUrl: expect.stringMatching(/^https:\/\/pay\.shop\.example\/3ds\/method\?k=[\w.-]{80,200}$/),
        challengeNotificationUrl: expect.stringMatching(
          /^https:\/\/pay\.shop\.example\/3ds\/return\?k=[\w.-]{80,200}$/,
        ),
      },
    ])
    const { orderStatus, cardAuthInfo, merchantOrderParams = [] } = await stateOf(fixture, proxy.orderId, byTrusted)
    expect(orderStatus).toBe(2)
    expect(cardAuthInfo!.secureAuthInfo).toMatchObject({
      eci: 5,
      threeDsType: '4',
      threeDSInfo: { cavv: result.cavv, xid: result.xid },
    })
    expect(merchantOrderParams.map(({ name }) => name)).toEqual(['tenderTerms'])
    expect(proxy.payments).toHaveLength(1)
  })

  test('shows its number neither to the log nor in the clear to the gateway', async () => {
    const proxy = await openTestProxy(async ({ card }) => Promise.reject(new Error(`no answer for ${card.pan}`)))
    await proxy.outcome('pay', proxy.sealed())
    const settled = await openTestProxy(async () => result)
    await settled.outcome('pay', settled.sealed())
    expect([...proxy.log, ...settled.log, String(settled.payments)].join('\n')).not.toContain(enrolled.pan)
    expect(settled.payments[0]!.get('seToken')).toBeTruthy()
  })

  test('may be left to the gateway’s own server', async () => {
    const proxy = await openTestProxy(async () => undefined)
    expect(await proxy.outcome('pay', proxy.sealed())).toMatchObject({
      state: 'authenticate',
      step: { kind: 'method' },
    })
  })
})

describe('nothing is sent to the gateway', () => {
  test('when the issuer refused; the order stays open for another card', async () => {
    const proxy = await openTestProxy(async ({ card }) => (card.pan === enrolled.pan ? { declined: true } : result))
    expect(await proxy.outcome('pay', proxy.sealed())).toMatchObject({
      state: 'declined',
      reason: 'authentication_failed',
      again: true,
    })
    expect(proxy.payments).toHaveLength(0)
    expect(await stateOf(fixture, proxy.orderId, byTrusted)).toMatchObject({ orderStatus: 0 })
    const other = proxy.sealed(plainText(cardNamed('4444555511113333'), proxy.orderId))
    expect(await proxy.outcome('pay', other)).toMatchObject({ state: 'paid' })
  })

  test.each<[string, Authenticate]>([
    ['throws', async () => Promise.reject(new Error('down'))],
    ['gives a result that the gateway would refuse', async () => ({ eci: '5' })],
    ['gives a result without its proof', async () => ({ eci: '05' })],
  ])('when the hook %s', async (_, authenticate) => {
    const proxy = await openTestProxy(authenticate)
    const answer = await proxy.ask('pay', proxy.sealed())
    expect(answer.json()).toMatchObject({ error: { code: 'gateway_unreachable' } })
    expect(proxy.payments).toHaveLength(0)
  })

  test('when the hook does not answer in time, and it learns that nobody waits for it', async () => {
    let received: AbortSignal | undefined
    const silentHook: Authenticate = ({ signal }) => ((received = signal), new Promise(() => {}))
    const proxy = await openTestProxy(silentHook, { isLate: () => true })
    const answer = await proxy.ask('pay', proxy.sealed())
    expect(answer.json()).toMatchObject({ error: { code: 'gateway_unreachable' } })
    expect(received!.aborted).toBe(true)
    expect(proxy.payments).toHaveLength(0)
  })

  test.each<[string, (proxy: Awaited<ReturnType<typeof openTestProxy>>) => string]>([
    ['for another order', ({ sealingKey }) => sealFor(sealingKey, plainText(enrolled, 'another-order'))],
    ['with another key', ({ orderId }) => sealFor(otherKey, plainText(enrolled, orderId))],
    ['without a card in it', ({ sealingKey }) => sealFor(sealingKey, 'nothing')],
  ])('when the card was sealed %s', async (_, tokenOf) => {
    const proxy = await openTestProxy(async () => result)
    const answer = await proxy.ask('pay', { ...cardFor(proxy.orderId), seToken: tokenOf(proxy) })
    expect(answer.json()).toMatchObject({ error: { code: 'field_invalid', field: 'seToken' } })
    expect(proxy.payments).toHaveLength(0)
  })

  test('and the hook is not asked when the order is paid already', async () => {
    let requested = 0
    const proxy = await openTestProxy(async () => ((requested += 1), result))
    for (let round = 0; round < 2; round += 1)
      expect(await proxy.outcome('pay', proxy.sealed())).toMatchObject({ state: 'paid' })
    expect(requested).toBe(1)
    expect(proxy.payments).toHaveLength(1)
  })
})

describe('while the merchant’s server is asked', () => {
  test('the order is pending to all who look at it, and then paid', async () => {
    const { proxy, paying, asks, requestId } = await beingAsked()
    for (const elsewhere of [
      proxy.outcome('outcome'),
      proxy.outcome('cancel', {}),
      proxy.outcome('withdraw', { requestId }),
    ])
      expect(await elsewhere).toMatchObject({ state: 'pending' })
    const { outcome } = (await proxy.ask('checkout')).json<Checkout>()
    expect(outcome).toMatchObject({ state: 'pending' })
    asks[0]!(result)
    expect((await paying).json()).toMatchObject({ state: 'paid' })
    for (const elsewhere of [proxy.outcome('outcome'), proxy.outcome('withdraw', { requestId })])
      expect(await elsewhere).toMatchObject({ state: 'paid' })
    expect(proxy.payments).toHaveLength(1)
  })

  test('a second press gets pending, and asks nobody', async () => {
    const { proxy, paying, asks } = await beingAsked()
    expect(await proxy.outcome('pay', proxy.sealed())).toMatchObject({ state: 'pending' })
    expect(asks).toHaveLength(1)
    asks[0]!(result)
    expect((await paying).json()).toMatchObject({ state: 'paid' })
    expect(proxy.payments).toHaveLength(1)
  })

  test('an issuer that refuses leaves the order open, and the next press asks anew', async () => {
    const { proxy, paying, asks, requestId } = await beingAsked()
    asks[0]!({ declined: true })
    expect((await paying).json()).toMatchObject({ state: 'declined', again: true })
    for (const elsewhere of [proxy.outcome('outcome'), proxy.outcome('withdraw', { requestId })])
      expect(await elsewhere).toMatchObject({ state: 'open' })
    const again = proxy.ask('pay', proxy.sealed())
    await expect.poll(() => asks.length).toBe(2)
    asks[1]!(result)
    expect((await again).json()).toMatchObject({ state: 'paid' })
  })

  test('an order that somebody else closes is not paid', async () => {
    const { proxy, paying, asks } = await beingAsked()
    await fixture.gateway.decline({ ...byTrusted, orderId: proxy.orderId })
    asks[0]!(result)
    expect((await paying).json()).toMatchObject({ state: 'cancelled' })
    expect(proxy.payments).toHaveLength(0)
  })
})

/** A payment during the call of the merchant's 3-D Secure server; the test gives its answer. */
async function beingAsked() {
  const asks: ((verdict: Awaited<ReturnType<Authenticate>>) => void)[] = []
  const proxy = await openTestProxy(() => new Promise((answer) => void asks.push(answer)))
  const card = proxy.sealed()
  const paying = proxy.ask('pay', card)
  await expect.poll(() => asks.length).toBe(1)
  return { proxy, paying, asks, requestId: card.requestId }
}

describe('nobody is asked', () => {
  test('about a request that was withdrawn before it came, nor about a copy of one', async () => {
    let requested = 0
    const { remembersFor: _, ...locks } = memoryLocks(fixture.clock)
    const proxy = await openTestProxy(async () => ((requested += 1), { declined: true }), { locks })
    const [late, copied] = [proxy.sealed(), proxy.sealed()]
    expect(await proxy.outcome('withdraw', { requestId: late.requestId })).toMatchObject({ state: 'open' })
    expect(await proxy.outcome('pay', late)).toMatchObject({ state: 'pending' })
    expect(requested).toBe(0)
    expect(await proxy.outcome('pay', copied)).toMatchObject({ state: 'declined' })
    expect(await proxy.outcome('pay', copied)).toMatchObject({ state: 'pending' })
    expect(requested).toBe(1)
  })

  test('where the locks cannot be read', async () => {
    let requested = 0
    const locks = memoryLocks(fixture.clock)
    const isDown = { now: false }
    const take: LockStore['take'] = async (...lock) =>
      isDown.now ? Promise.reject(new Error('down')) : locks.take(...lock)
    const proxy = await openTestProxy(async () => ((requested += 1), result), { locks: { ...locks, take } })
    isDown.now = true
    const answer = await proxy.ask('pay', proxy.sealed())
    expect(answer.json()).toMatchObject({ error: { code: 'busy' } })
    expect(requested).toBe(0)
  })
})

const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .publicKey.export({ type: 'spki', format: 'pem' })
  .toString()

describe('the start', () => {
  test('is refused where card numbers may not pass the process', async () => {
    await expect(openTestProxy(async () => result, { env: { TENDER_PLAIN_CARDS: 'refused' } })).rejects.toThrow(
      'TENDER_PLAIN_CARDS=allowed',
    )
  })

  test('is refused where the lock leaves no time to ask', async () => {
    const env = { TENDER_LOCK_TTL_MS: '55000', TENDER_GATEWAY_TIMEOUT_MS: '25000' }
    await expect(openTestProxy(async () => result, { env })).rejects.toThrow('TENDER_LOCK_TTL_MS')
    await expect(
      openTestProxy(async () => result, { env: { ...env, TENDER_LOCK_TTL_MS: '55001' } }),
    ).resolves.toBeDefined()
  })

  test('is logged as an error', async () => {
    const { log } = await openTestProxy(async () => result)
    expect(log[0]).toContain('plain_cards_allowed')
  })

  test('takes the key that several processes share', async () => {
    const cardKey = pemKey()
    const [one, two] = await Promise.all([buildCardSeal(cardKey), buildCardSeal(cardKey)])
    expect(two.open(sealFor(one.publicKey, 'a card'))).toBe('a card')
    const { sealingKey } = await openTestProxy(async () => result, { cardKey })
    expect(sealingKey).toBe(one.publicKey)
  })
})

test('what was not sealed does not open', async () => {
  const seal = await buildCardSeal()
  for (const token of ['', 'AAAA', 'A'.repeat(344), 'B'.repeat(344)]) expect(seal.open(token)).toBeUndefined()
})

test.each([
  [
    '2030-05-01T12:00:00+00:00/uuid/5555555555555599/123/203412/order',
    { pan: '5555555555555599', expiry: '203412', orderId: 'order', bindingId: '' },
  ],
  [
    '2030-05-01T12:00:00+00:00/uuid//123//order/binding',
    { pan: '', expiry: '', orderId: 'order', bindingId: 'binding' },
  ],
  ['2030-05-01T12:00:00+00:00/uuid//123//order', undefined],
  ['2030-05-01T12:00:00+00:00/uuid/5555555555555599/123//order', undefined],
  ['text', undefined],
])('%s is read as the family writes it', (text, card) => {
  expect(openedCard(text)).toEqual(card)
})

test.each([
  [result, undefined],
  [{ eci: '07' }, undefined],
  [{ eci: '5' }, 'eci'],
  [{ ...result, cavv: 'no Base64' }, 'cavv'],
  [{ eci: '06' }, 'cavv'],
  [{ ...result, xid: '' }, 'xid'],
  [{ ...result, threeDSProtocolVersion: '3' }, 'threeDSProtocolVersion'],
  [{ ...result, threeDsType: '1' }, 'threeDsType'],
] as const)('%j is checked as the gateway does', (message, field) => {
  const problem = problemIn(message)
  if (field === undefined) expect(problem).toBeUndefined()
  else expect(problem).toContain(field)
})
