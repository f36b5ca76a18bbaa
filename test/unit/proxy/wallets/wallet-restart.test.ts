import { expect, test } from 'vitest'
import { memoryLocks, type LockStore } from '#proxy/locks/lock-store.ts'
import { systemClock } from '#ports/system.ts'
import { openShop, penniless, walletsOffered } from '../support/sandbox-shop.ts'
import { browser, cardFor, openTestProxy } from '../support/test-proxy.ts'

const LONG_AGO = 100_000
const A_MOMENT_AGO = 1_000

/** A proxy whose uptime the test sets, and which it can restart. */
async function openMortal() {
  let [inner, age] = [memoryLocks(systemClock), LONG_AGO]
  const locks: LockStore = {
    take: (...given) => inner.take(...given),
    release: (...given) => inner.release(...given),
    isTaken: (key) => inner.isTaken(key),
    remembersFor: () => age,
  }
  const shop = await openShop(walletsOffered, { locks })
  /** The ticket of a page that was open before the process started. */
  const old = { iat: Math.floor(shop.fixture.clock.now() / 1000) - 60 }
  const restart = (): void => {
    inner = memoryLocks(systemClock)
    age = A_MOMENT_AGO
  }
  const payment = async (card?: typeof penniless) => ({
    requestId: crypto.randomUUID(),
    wallet: 'googlePay',
    paymentToken: await shop.tokens.googlePay(card),
    browser,
  })
  /** Holds the wallet's payment on its way to the gateway. */
  const selection = () => {
    let letGo = (): void => {}
    const held = new Promise<void>((go) => (letGo = go))
    const begun = new Promise<void>((begin) => {
      shop.state.wire = async (request, fetch) => {
        if (request.url.includes('google/payment.do')) {
          begin()
          await held
        }
        return fetch(request)
      }
    })
    return { begun, letGo: () => letGo() }
  }
  return { shop, old, restart, payment, selection }
}

test('a payment by a wallet that a process before has withdrawn, or may have sent, is not sent by the next', async () => {
  const { shop, old, restart, payment } = await openMortal()
  const late = await payment()
  expect(await shop.outcome('withdraw', { requestId: late.requestId }, old)).toMatchObject({ state: 'open' })
  restart()
  expect(await shop.refusal('wallet/pay', late, old)).toMatchObject({ status: 425, code: 'too_early' })
  expect(shop.request('google/payment.do')).toHaveLength(0)
})

test('an order whose ticket is younger than the process is paid at once', async () => {
  const { shop, restart, payment } = await openMortal()
  restart()
  expect(await shop.outcome('wallet/pay', await payment())).toMatchObject({ state: 'paid' })
})

test('a further try that a process before may have sent is pending for who loads the page, and then paid', async () => {
  const { shop, old, restart, payment, selection } = await openMortal()
  expect(await shop.outcome('wallet/pay', await payment(penniless), old)).toMatchObject({ state: 'declined' })
  const { begun, letGo } = selection()
  const second = shop.outcome('wallet/pay', await payment(), old)
  await begun
  restart()
  expect((await shop.checkout(old)).outcome).toMatchObject({ state: 'pending' })
  letGo()
  await second
  expect(await shop.outcome('outcome', undefined, old)).toMatchObject({ state: 'paid' })
})

test('an order that such a payment registers after the next process looked is not paid by card beside it', async () => {
  const proxy = await openTestProxy()
  const { orderId } = await proxy.prepare()
  const order = proxy.gateway.orders.get('A-17')!
  proxy.gateway.orders.delete('A-17')
  await proxy.restart()
  expect(await proxy.outcome('outcome')).toMatchObject({ state: 'open' })
  proxy.gateway.orders.set('A-17', order)
  expect(await proxy.prepare()).toMatchObject({ state: 'pending' })
  expect(await proxy.outcome('pay', cardFor(orderId!))).toMatchObject({ state: 'pending' })
  expect(proxy.gateway.paymentsOf()).toHaveLength(0)
})
