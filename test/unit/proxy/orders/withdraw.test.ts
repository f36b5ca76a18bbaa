import { expect, test } from 'vitest'
import type { Outcome } from '#contract/checkout.ts'
import { NotDelivered } from '#gateway-client/delivery.ts'
import { systemClock } from '#ports/system.ts'
import { memoryLocks } from '#proxy/locks/lock-store.ts'
import { declineWith, type Wire } from '../../../support/fake-gateway.ts'
import { openShop, penniless, walletsOffered } from '../support/sandbox-shop.ts'
import { browser, cardFor, openWorld } from '../support/test-proxy.ts'

const FENCE = 75_000

/** A proxy that has been running for longer than any request lives, and an order that a card is sealed for. */
async function oldWorld() {
  const world = await openWorld()
  world.clock.advance(FENCE)
  const { orderId } = await world.prepare()
  return { ...world, card: cardFor(orderId!), orderId: orderId! }
}

test('a request that never arrived is withdrawn: the form is offered at once, and the request pays nothing any more', async () => {
  const { card, ...world } = await oldWorld()
  const { requestId } = card
  expect(await world.outcome('withdraw', { requestId })).toMatchObject({ state: 'open' })
  expect(await world.outcome('pay', card)).toMatchObject({ state: 'pending' })
  expect(world.gateway.paymentsOf()).toHaveLength(0)
  expect(await world.outcome('pay', cardFor(card.orderId))).toMatchObject({ state: 'paid' })
})

test('a request that has arrived is told as it ended, however often it is withdrawn', async () => {
  const { card, ...world } = await oldWorld()
  world.gateway.state.script = declineWith(116)
  await world.outcome('pay', card)
  const { requestId } = card
  for (let times = 0; times < 2; times++)
    expect(await world.outcome('withdraw', { requestId })).toMatchObject({ state: 'declined', code: 116 })
})

test('a request that is at work cannot be withdrawn: the order is pending until it has ended', async () => {
  const { card, ...world } = await oldWorld()
  const { requestId } = card
  const { begun, letGo } = holding(world.gateway.state)
  const paying = world.app.inject(await world.requestFor('pay', card))
  await begun
  expect(await world.outcome('withdraw', { requestId })).toMatchObject({ state: 'pending' })
  letGo()
  expect((await paying).json<Outcome>()).toMatchObject({ state: 'paid' })
  expect(await world.outcome('withdraw', { requestId })).toMatchObject({ state: 'paid' })
})

/** Keeps payments on their way until they are let go. */
function holding(state: { wire: Wire }) {
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
  const { card, ...world } = await oldWorld()
  world.gateway.state.wire = (request, work) =>
    request.url.includes('paymentorder') ? Promise.reject(new NotDelivered('refused')) : work()
  expect((await world.ask('pay', card)).json()).toMatchObject({ error: { code: 'gateway_unreachable' } })
  world.gateway.state.wire = (_, work) => work()
  const { requestId } = card
  expect(await world.outcome('withdraw', { requestId })).toMatchObject({ state: 'open' })
  world.clock.advance(FENCE - 10_000)
  expect(await world.outcome('pay', card)).toMatchObject({ state: 'pending' })
  expect(world.gateway.paymentsOf()).toHaveLength(0)
})

test('a status that was read before a payment ended is no word of it', async () => {
  const { card, ...world } = await oldWorld()
  const { requestId } = card
  let [isSlow, isRead] = [true, (): void => {}]
  const read = new Promise<void>((go) => (isRead = go))
  const paying = holding(world.gateway.state)
  const { wire } = world.gateway.state
  let tell = (): void => {}
  const told = new Promise<void>((go) => (tell = go))
  world.gateway.state.wire = async (request, work) => {
    if (!request.url.includes('getOrderStatus') || !isSlow) return wire(request, work)
    const answer = await work()
    isRead()
    await told
    return answer
  }
  isSlow = false
  const paid = world.app.inject(await world.requestFor('pay', card))
  await paying.begun
  isSlow = true
  const withdrawn = world.app.inject(await world.requestFor('withdraw', { requestId }))
  await read
  isSlow = false
  paying.letGo()
  expect((await paid).json<Outcome>()).toMatchObject({ state: 'paid' })
  tell()
  expect((await withdrawn).json<Outcome>()).toMatchObject({ state: 'pending' })
})

test('who is told that the proxy is busy pays by the same request later', async () => {
  let reads = 0
  const { card, ...world } = await oldWorld()
  world.gateway.state.wire = async (request, work) => {
    if (request.url.includes('getOrderStatus') && reads++ === 0) world.clock.advance(FENCE / 2)
    return work()
  }
  expect((await world.ask('pay', card)).json()).toMatchObject({ error: { code: 'busy' } })
  expect(await world.outcome('pay', card)).toMatchObject({ state: 'paid' })
})

test('what a process may have begun that is gone is pending for as long as a request lives', async () => {
  const { card, ...world } = await oldWorld()
  const { requestId } = card
  await world.restart(memoryLocks(world.clock))
  expect(await world.outcome('withdraw', { requestId })).toMatchObject({ state: 'pending' })
  world.clock.advance(FENCE)
  expect(await world.outcome('withdraw', { requestId })).toMatchObject({ state: 'open' })
})

test('a request of one order withdraws nothing of another', async () => {
  const { card, ...world } = await oldWorld()
  const { requestId } = card
  await world.ask('withdraw', { requestId }, await world.ticketFor({ orderNumber: 'A-18' }))
  expect(await world.outcome('pay', card)).toMatchObject({ state: 'paid' })
})

test.each(['', 'x', '00000000-0000-4000-8000-00000000000', null])('the name %s is refused', async (requestId) => {
  const { card, ...world } = await oldWorld()
  const refused = { error: { code: 'field_invalid', field: 'requestId' } }
  expect((await world.ask('withdraw', { requestId })).json()).toMatchObject(refused)
  expect((await world.ask('pay', { ...card, requestId })).json()).toMatchObject(refused)
})

test('a wallet’s further try that was withdrawn is not paid, and the next one is', async () => {
  const { remembersFor: _, ...locks } = memoryLocks(systemClock)
  const shop = await openShop(walletsOffered, { locks })
  const wallet = async (card?: typeof penniless) => ({
    requestId: crypto.randomUUID(),
    wallet: 'walletB',
    paymentToken: await shop.tokens.walletB(card),
    browser,
  })
  await shop.outcome('wallet/pay', await wallet(penniless))
  const late = await wallet()
  const { requestId } = late
  expect(await shop.outcome('withdraw', { requestId })).toMatchObject({ state: 'open' })
  expect(await shop.outcome('wallet/pay', late)).toMatchObject({ state: 'declined', again: true })
  expect(shop.asked('walletB/payment.do')).toHaveLength(1)
  expect(await shop.outcome('wallet/pay', await wallet())).toMatchObject({ state: 'paid' })
})
