import { describe, expect, test } from 'vitest'
import { openCounter } from '../merchant/counter.ts'
import { storedCard } from '../../../support/fake-gateway.ts'
import { openShop, walletsOffered, type Shop } from '../support/sandbox-shop.ts'

const unknown = { TENDER_GATEWAY_OVERLOAD: 'unknown' }

/** Pays the prepared order by a new card. */
const payByCard = async (shop: Shop) => shop.outcome('pay', await shop.cardBody(await shop.prepared()))

describe('HTTP 429 for a payment, from a gateway that processes none of these', () => {
  test('is a refusal as soon as the status agrees: the shopper pays again at once, once', async () => {
    const shop = await openShop()
    shop.fixture.switches.set({ paymentAnswer: 'refused-429' })
    expect(await payByCard(shop)).toMatchObject({ state: 'declined', reason: 'not_processed', again: true })
    expect(await shop.outcome('outcome')).toMatchObject({ state: 'open' })
    expect(shop.fixture.debits()).toBe(0)
    shop.fixture.switches.set({ paymentAnswer: 'sent' })
    expect(await payByCard(shop)).toMatchObject({ state: 'paid' })
    expect(shop.fixture.debits()).toBe(1)
    expect(await shop.statusOf('S-1')).toMatchObject({ orderStatus: 2 })
  })

  test('leaves a wallet its number for the next press', async () => {
    const shop = await openShop(walletsOffered)
    // A ticket that is newer than the proxy.
    shop.fixture.clock.advance(2000)
    const pay = async () =>
      shop.outcome('wallet/pay', {
        wallet: 'googlePay',
        paymentToken: await shop.tokens.googlePay(),
        browser: (await shop.cardBody('')).browser,
      })
    shop.fixture.switches.set({ paymentAnswer: 'refused-429' })
    expect(await pay()).toMatchObject({ state: 'declined', reason: 'not_processed', again: true })
    shop.fixture.switches.set({ paymentAnswer: 'sent' })
    expect(await pay()).toMatchObject({ state: 'paid' })
    expect(shop.fixture.debits()).toBe(1)
  })

  test('decides nothing where the status cannot be read', async () => {
    const shop = await openShop()
    const body = await shop.cardBody(await shop.prepared())
    shop.state.wire = async (request, fetch) => {
      if (request.url.endsWith('/paymentorder.do')) shop.fixture.switches.set({ statusAnswer: 'refused-502' })
      return fetch(request)
    }
    shop.fixture.switches.set({ paymentAnswer: 'refused-429' })
    expect(await shop.outcome('pay', body)).toMatchObject({ state: 'pending' })
    shop.fixture.switches.set({ statusAnswer: 'sent', paymentAnswer: 'sent' })
    expect(await payByCard(shop)).toMatchObject({ state: 'pending' })
    expect(shop.fixture.debits()).toBe(0)
  })

  test('is not believed where the order was charged all the same', async () => {
    const shop = await openShop()
    shop.fixture.switches.set({ paymentAnswer: 'error-429' })
    expect(await payByCard(shop)).toMatchObject({ state: 'paid' })
    expect(await payByCard(shop)).toMatchObject({ state: 'paid' })
    expect(shop.fixture.debits()).toBe(1)
  })
})

describe('HTTP 429 for a payment, where TENDER_GATEWAY_OVERLOAD is unknown', () => {
  test.each(['refused-429', 'error-429'] as const)('is as ambiguous as a lost answer: %s', async (paymentAnswer) => {
    const shop = await openShop(unknown)
    shop.fixture.switches.set({ paymentAnswer })
    const state = paymentAnswer === 'error-429' ? 'paid' : 'pending'
    expect(await payByCard(shop)).toMatchObject({ state })
    shop.fixture.switches.set({ paymentAnswer: 'sent' })
    expect(await payByCard(shop)).toMatchObject({ state })
    expect(shop.fixture.debits()).toBe(state === 'paid' ? 1 : 0)
  })
})

test('a merchant’s charge that gets HTTP 429 is busy, and is paid when it is asked for again', async () => {
  const { order, refusal, gateway } = await openCounter()
  gateway.bindings.set('jane', [storedCard('b-1')])
  const charge = { orderNumber: 'S-1', amount: 900, currency: '978', clientId: 'jane', bindingId: 'b-1' }
  gateway.state.wire = async (request, work) =>
    request.url.endsWith('/paymentOrderBinding.do') ? new Response('', { status: 429 }) : work()
  expect(await refusal('charges', charge)).toMatchObject({ status: 503, code: 'busy' })
  gateway.state.wire = (_, work) => work()
  expect(await order('charges', charge)).toMatchObject({ state: 'paid' })
  expect(gateway.of('paymentOrderBinding.do')).toHaveLength(1)
})
