import { expect, test } from 'vitest'
import type { Outcome } from '#contract/checkout.ts'
import { memoryLocks } from '#proxy/locks/lock-store.ts'
import { openCounter } from '../merchant/counter.ts'
import { openShop, walletsOffered } from '../support/sandbox-shop.ts'
import { browser } from '../support/test-proxy.ts'

/** Locks that can be lost on demand, as in a Redis that restarts empty. */
function forgetful() {
  const clock = { now: () => state.now, sleep: async () => {} }
  const state = { now: 0, remembersFor: () => Infinity }
  return {
    state,
    locks: {
      ...memoryLocks(clock),
      remembersFor: () => state.remembersFor(),
    },
  }
}

test('the second call of a wallet is not sent while the first may be under way unremembered', async () => {
  const { state, locks } = forgetful()
  const shop = await openShop(walletsOffered, { locks })
  const body = { wallet: 'googlePay', paymentToken: shop.onFile(), browser }
  const { step } = (await shop.outcome('wallet/pay', body)) as Outcome & { step: { continuation: string } }
  shop.fixture.clock.advance(1000)
  const { now } = shop.fixture.clock
  const lost = now()
  state.remembersFor = () => now() - lost
  const again = { ...body, continuation: step.continuation }
  expect(await shop.outcome('wallet/authenticate', again)).toMatchObject({ state: 'pending' })
  expect(shop.request('google/payment.do')).toHaveLength(1)
  shop.fixture.clock.advance(75_000)
  expect(await shop.outcome('wallet/authenticate', again)).toMatchObject({ step: { kind: 'challenge' } })
})

const [OPEN, HELD] = [0, 1]

/** A store that fails once the gateway receives a certain request. */
async function openWithout(operation: string) {
  const down = { isDown: false }
  const counter = await openCounter({
    take: async () => true,
    release: async () => {},
    isTaken: () => (down.isDown ? Promise.reject(new Error('no store')) : Promise.resolve(false)),
  })
  counter.gateway.state.wire = (request, work) => {
    down.isDown ||= request.url.endsWith(operation)
    return work()
  }
  return counter
}

test('a decline after which the locks cannot be read does not sound as if it had not been sent', async () => {
  const { add, refusal, proxy } = await openWithout('decline.do')
  add('A-17', OPEN)
  expect(await refusal('orders/A-17/cancel', {})).toMatchObject({ status: 504, code: 'answer_lost' })
  expect(proxy.gateway.calls.filter(({ what }) => what === 'decline.do')).toHaveLength(1)
})

test('what no payment under way can change is read without the locks', async () => {
  const { add, order } = await openWithout('deposit.do')
  add('A-17', HELD)
  expect(await order('orders/A-17/capture', {})).toMatchObject({ state: 'paid' })
  expect(await order('orders/A-17')).toMatchObject({ state: 'paid' })
})
