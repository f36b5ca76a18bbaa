import { expect, test } from 'vitest'
import type { Outcome } from '#contract/checkout.ts'
import type { LockStore } from '#proxy/locks/lock-store.ts'
import { declineWith, type Script } from '../../../support/fake-gateway.ts'
import { cardFor, openTestProxy } from '../support/test-proxy.ts'

/** A lock store that loses each lock at once, like one whose replica took over, and that records releases. */
function forgetful() {
  const released: string[] = []
  const locks: LockStore = {
    take: async () => true,
    release: async (key) => void released.push(key),
    isTaken: async () => false,
  }
  return { locks, released }
}

const refuseAsItIs: Script = () => ({
  errorCode: '7',
  errorMessage: 'The order cannot be changed in its present state',
})

test('a request that is refused because of a payment whose lock was lost gets pending, and then paid', async () => {
  const { locks } = forgetful()
  const proxy = await openTestProxy({ locks })
  const { orderId } = await proxy.prepare()
  let letGo = (): void => {}
  const arrived = new Promise<void>((arrive) => {
    proxy.gateway.state.wire = async (request, work) => {
      if (request.url.includes('paymentorder')) await new Promise<void>((go) => ((letGo = go), arrive()))
      return work()
    }
  })
  const first = proxy.app.inject(await proxy.requestFor('pay', cardFor(orderId!)))
  await arrived
  const { script } = proxy.gateway.state
  Object.assign(proxy.gateway.state, { wire: (_: Request, work: () => unknown) => work(), script: refuseAsItIs })
  expect(await proxy.outcome('pay', cardFor(orderId!))).toMatchObject({ state: 'pending', orderId })
  proxy.gateway.state.script = script
  letGo()
  expect((await first).json<Outcome>()).toMatchObject({ state: 'paid' })
  expect(await proxy.outcome('outcome')).toMatchObject({ state: 'paid' })
})

test('what was refused as it is, and is closed by then, is returned as it is', async () => {
  const { locks } = forgetful()
  const proxy = await openTestProxy({ locks })
  const { orderId } = await proxy.prepare()
  proxy.gateway.state.script = (order, payment) => (declineWith(116)(order, payment), refuseAsItIs(order, payment))
  expect(await proxy.outcome('pay', cardFor(orderId!))).toMatchObject({ state: 'declined', code: 116 })
})

test.each([
  ['as it is keeps its lock', refuseAsItIs, []],
  ['for what it says releases its lock', (() => ({ errorCode: '5' })) satisfies Script, ['A-17']],
])('a payment of an open order that is refused %s', async (_, script, expected) => {
  const { locks, released } = forgetful()
  const proxy = await openTestProxy({ locks })
  const { orderId } = await proxy.prepare()
  proxy.gateway.state.script = script
  await proxy.outcome('pay', cardFor(orderId!))
  expect(released).toEqual(expected)
})
