import { expect, test } from 'vitest'
import type { Outcome } from '#contract/checkout.ts'
import { NotDelivered } from '#gateway-client/delivery.ts'
import { systemClock } from '#ports/system.ts'
import { memoryLocks, type LockStore } from '#proxy/locks/lock-store.ts'
import { declineWith, type Wire } from '../../../support/fake-gateway.ts'
import { openShop, penniless, walletsOffered } from '../support/sandbox-shop.ts'
import { browser, cardFor, openTestProxy, type TestProxyOptions } from '../support/test-proxy.ts'

const LOCK_TTL = 75_000

/** A proxy that has run for longer than any request lasts, with an order and a card sealed for it. */
async function oldProxy(options?: TestProxyOptions) {
  const proxy = await openTestProxy(options)
  proxy.clock.advance(LOCK_TTL)
  const { orderId } = await proxy.prepare()
  return { ...proxy, card: cardFor(orderId!), orderId: orderId! }
}

test('a request that never arrived is withdrawn: the form is offered at once, and the request pays nothing any more', async () => {
  const { card, ...proxy } = await oldProxy()
  const { requestId } = card
  expect(await proxy.outcome('withdraw', { requestId })).toMatchObject({ state: 'open' })
  expect(await proxy.outcome('pay', card)).toMatchObject({ state: 'pending' })
  expect(proxy.gateway.paymentsOf()).toHaveLength(0)
  expect(await proxy.outcome('pay', cardFor(card.orderId))).toMatchObject({ state: 'paid' })
})

test('a request that was withdrawn just after a start pays nothing when it arrives late', async () => {
  const proxy = await openTestProxy()
  const { orderId } = await proxy.prepare()
  const card = cardFor(orderId!)
  const { requestId } = card
  // The process before may have begun it.
  for (let times = 0; times < 2; times++)
    expect(await proxy.outcome('withdraw', { requestId })).toMatchObject({ state: 'pending' })
  expect(await proxy.outcome('pay', card)).toMatchObject({ state: 'pending' })
  expect(proxy.gateway.paymentsOf()).toHaveLength(0)
  proxy.clock.advance(LOCK_TTL)
  expect(await proxy.outcome('withdraw', { requestId })).toMatchObject({ state: 'open' })
  expect(proxy.gateway.paymentsOf()).toHaveLength(0)
})

test('a page that was left withdraws its request once: a store that fails meanwhile is asked again', async () => {
  const store = { failures: 0 }
  const { card, ...proxy } = await oldProxy({ locks: failing(store) })
  const { requestId } = card
  store.failures = 5
  expect(await proxy.outcome('withdraw', { requestId })).toMatchObject({ state: 'open' })
  expect(await proxy.outcome('pay', card)).toMatchObject({ state: 'pending' })
  expect(proxy.gateway.paymentsOf()).toHaveLength(0)
  store.failures = Infinity
  expect((await proxy.ask('withdraw', { requestId })).json()).toMatchObject({ error: { code: 'busy' } })
})

/** Locks in memory, as in a store whose next answers are lost. */
function failing(store: { failures: number }): LockStore {
  const { remembersFor: _, ...locks } = memoryLocks(systemClock)
  const orFail = <T>(work: () => Promise<T>): Promise<T> =>
    store.failures-- > 0 ? Promise.reject(new Error('reset')) : work()
  return {
    ...locks,
    take: (...given) => orFail(() => locks.take(...given)),
    isTaken: (key) => orFail(() => locks.isTaken(key)),
  }
}

test('a request that has arrived returns its outcome, however often it is withdrawn', async () => {
  const { card, ...proxy } = await oldProxy()
  proxy.gateway.state.script = declineWith(116)
  await proxy.outcome('pay', card)
  const { requestId } = card
  for (let times = 0; times < 2; times++)
    expect(await proxy.outcome('withdraw', { requestId })).toMatchObject({ state: 'declined', code: 116 })
})

test('a request that is at work cannot be withdrawn: the order is pending until it has ended', async () => {
  const { card, ...proxy } = await oldProxy()
  const { requestId } = card
  const { begun, letGo } = selection(proxy.gateway.state)
  const paying = proxy.app.inject(await proxy.requestFor('pay', card))
  await begun
  expect(await proxy.outcome('withdraw', { requestId })).toMatchObject({ state: 'pending' })
  letGo()
  expect((await paying).json<Outcome>()).toMatchObject({ state: 'paid' })
  expect(await proxy.outcome('withdraw', { requestId })).toMatchObject({ state: 'paid' })
})

/** Holds payments on their way until they are released. */
function selection(state: { wire: Wire }) {
  let letGo = (): void => {}
  const held = new Promise<void>((go) => (letGo = go))
  const begun = new Promise<void>((begin) => {
    state.wire = async (request, work) => {
      if (request.url.includes('paymentorder')) {
        begin()
        await held
      }
      return work()
    }
  })
  return { begun, letGo: () => letGo() }
}

test('a copy of a request that the gateway never got pays nothing while its name is remembered', async () => {
  const { card, ...proxy } = await oldProxy()
  proxy.gateway.state.wire = (request, work) =>
    request.url.includes('paymentorder') ? Promise.reject(new NotDelivered('refused')) : work()
  expect((await proxy.ask('pay', card)).json()).toMatchObject({ error: { code: 'gateway_unreachable' } })
  proxy.gateway.state.wire = (_, work) => work()
  const { requestId } = card
  expect(await proxy.outcome('withdraw', { requestId })).toMatchObject({ state: 'open' })
  proxy.clock.advance(LOCK_TTL - 10_000)
  expect(await proxy.outcome('pay', card)).toMatchObject({ state: 'pending' })
  expect(proxy.gateway.paymentsOf()).toHaveLength(0)
})

test('a status that was read before a payment ended is no word of it', async () => {
  const { card, ...proxy } = await oldProxy()
  const { requestId } = card
  let [isSlow, isRead] = [true, (): void => {}]
  const read = new Promise<void>((go) => (isRead = go))
  const paying = selection(proxy.gateway.state)
  const { wire } = proxy.gateway.state
  let report = (): void => {}
  const result = new Promise<void>((go) => (report = go))
  proxy.gateway.state.wire = async (request, work) => {
    if (!request.url.includes('getOrderStatus') || !isSlow) return wire(request, work)
    const answer = await work()
    isRead()
    await result
    return answer
  }
  isSlow = false
  const paid = proxy.app.inject(await proxy.requestFor('pay', card))
  await paying.begun
  isSlow = true
  const withdrawn = proxy.app.inject(await proxy.requestFor('withdraw', { requestId }))
  await read
  isSlow = false
  paying.letGo()
  expect((await paid).json<Outcome>()).toMatchObject({ state: 'paid' })
  report()
  expect((await withdrawn).json<Outcome>()).toMatchObject({ state: 'pending' })
})

test('a request that got busy pays later, under the same name', async () => {
  let reads = 0
  const { card, ...proxy } = await oldProxy()
  proxy.gateway.state.wire = async (request, work) => {
    if (request.url.includes('getOrderStatus') && reads++ === 0) proxy.clock.advance(LOCK_TTL / 2)
    return work()
  }
  expect((await proxy.ask('pay', card)).json()).toMatchObject({ error: { code: 'busy' } })
  expect(await proxy.outcome('pay', card)).toMatchObject({ state: 'paid' })
})

test('what a process may have begun that is gone is pending for as long as a request lives', async () => {
  const { card, ...proxy } = await oldProxy()
  const { requestId } = card
  await proxy.restart(memoryLocks(proxy.clock))
  expect(await proxy.outcome('withdraw', { requestId })).toMatchObject({ state: 'pending' })
  proxy.clock.advance(LOCK_TTL)
  expect(await proxy.outcome('withdraw', { requestId })).toMatchObject({ state: 'open' })
})

test('a request of one order withdraws nothing of another', async () => {
  const { card, ...proxy } = await oldProxy()
  const { requestId } = card
  await proxy.ask('withdraw', { requestId }, await proxy.ticketFor({ orderNumber: 'A-18' }))
  expect(await proxy.outcome('pay', card)).toMatchObject({ state: 'paid' })
})

test.each(['', 'x', '00000000-0000-4000-8000-00000000000', null])('the name %s is refused', async (requestId) => {
  const { card, ...proxy } = await oldProxy()
  const refused = { error: { code: 'field_invalid', field: 'requestId' } }
  expect((await proxy.ask('withdraw', { requestId })).json()).toMatchObject(refused)
  expect((await proxy.ask('pay', { ...card, requestId })).json()).toMatchObject(refused)
})

test('a wallet’s further try that was withdrawn is not paid, and the next one is', async () => {
  const { remembersFor: _, ...locks } = memoryLocks(systemClock)
  const shop = await openShop(walletsOffered, { locks })
  const wallet = async (card?: typeof penniless) => ({
    requestId: crypto.randomUUID(),
    wallet: 'googlePay',
    paymentToken: await shop.tokens.googlePay(card),
    browser,
  })
  await shop.outcome('wallet/pay', await wallet(penniless))
  const late = await wallet()
  const { requestId } = late
  expect(await shop.outcome('withdraw', { requestId })).toMatchObject({ state: 'open' })
  expect(await shop.outcome('wallet/pay', late)).toMatchObject({ state: 'declined', again: true })
  expect(shop.request('google/payment.do')).toHaveLength(1)
  expect(await shop.outcome('wallet/pay', await wallet())).toMatchObject({ state: 'paid' })
})
