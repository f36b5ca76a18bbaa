import { expect, test } from 'vitest'
import type { Outcome } from '#contract/checkout.ts'
import { memoryClaims } from '#proxy/claims.ts'
import { openCounter } from '../proxy-merchant/counter.ts'
import { openShop, walletsOffered } from './sandbox-shop.ts'
import { browser } from './world.ts'

/** Claims that are forgotten when told so, as by a Redis that comes back empty. */
function forgetful() {
  const clock = { now: () => state.now, sleep: async () => {} }
  const state = { now: 0, remembersFor: () => Infinity }
  return {
    state,
    claims: {
      ...memoryClaims(clock),
      remembersFor: () => state.remembersFor(),
    },
  }
}

test('the second call of a wallet is not sent while the first may be under way unremembered', async () => {
  const { state, claims } = forgetful()
  const shop = await openShop(walletsOffered, { claims })
  const body = { wallet: 'walletB', paymentToken: shop.onFile(), browser }
  const { step } = (await shop.outcome('wallet/pay', body)) as Outcome & { step: { continuation: string } }
  shop.stage.clock.advance(1000)
  const { now } = shop.stage.clock
  const lost = now()
  state.remembersFor = () => now() - lost
  const again = { ...body, continuation: step.continuation }
  expect(await shop.outcome('wallet/authenticate', again)).toMatchObject({ state: 'pending' })
  expect(shop.asked('walletB/payment.do')).toHaveLength(1)
  shop.stage.clock.advance(75_000)
  expect(await shop.outcome('wallet/authenticate', again)).toMatchObject({ step: { kind: 'challenge' } })
})

const HELD = 1

test('a capture after which the claims cannot be read does not sound as if it had not been sent', async () => {
  const down = { isDown: false }
  const { add, refusal, till } = await openCounter({
    take: async () => true,
    release: async () => {},
    isTaken: () => (down.isDown ? Promise.reject(new Error('no store')) : Promise.resolve(false)),
  })
  add('A-17', HELD)
  till.state.wire = (request, work) => {
    down.isDown ||= request.url.endsWith('deposit.do')
    return work()
  }
  expect(await refusal('orders/A-17/capture', {})).toMatchObject({ status: 504, code: 'answer_lost' })
  expect(till.of('deposit.do')).toHaveLength(1)
})
