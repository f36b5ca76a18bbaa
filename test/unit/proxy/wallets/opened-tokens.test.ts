import { describe, expect, test } from 'vitest'
import { systemClock } from '#ports/system.ts'
import { memoryLocks } from '#proxy/locks/lock-store.ts'
import { ownWallets } from '../merchant/bank.ts'
import { challenged, openShop, walletsOffered } from '../support/sandbox-shop.ts'
import { browser } from '../support/test-proxy.ts'

const open = (env = {}, options: Parameters<typeof openShop>[1] = {}) =>
  openShop({ ...walletsOffered, ...env }, options)

describe('tokens that are opened here', () => {
  const openOwn = async () => {
    const now = { now: () => Date.UTC(2030, 4, 1, 12), sleep: async () => {} }
    const own = await ownWallets({ clock: { ...now, advance: () => {} } })
    return { own, shop: await open(own.env) }
  }
  const packed = (token: object): string => Buffer.from(JSON.stringify(token)).toString('base64')

  test('pay by the direct operations', async () => {
    const { own, shop } = await openOwn()
    for (const [wallet, token] of [
      ['applePay', await own.apple()],
      ['googlePay', own.google()],
    ] as const) {
      const body = { wallet, paymentToken: packed(token), browser }
      expect(await shop.outcome('wallet/pay', body, { orderNumber: wallet })).toMatchObject({ state: 'paid' })
      const operation = wallet === 'applePay' ? 'applepay' : 'google'
      expect(shop.request(`${operation}/paymentDirect.do`)).toHaveLength(1)
    }
  })

  test('are checked before the prepared order is given up', async () => {
    const { own, shop } = await openOwn()
    await shop.prepared()
    const body = { wallet: 'applePay', paymentToken: packed(await own.apple(1)), browser }
    expect(await shop.refusal('wallet/pay', body)).toMatchObject({ status: 400, field: 'paymentToken' })
    expect(await shop.statusOf('S-1')).toMatchObject({ orderStatus: 0 })
    expect(shop.request('decline.do')).toEqual([])
  })

  test('are not used for a second order', async () => {
    const { own, shop } = await openOwn()
    const body = { wallet: 'googlePay', paymentToken: packed(own.google()), browser }
    expect(await shop.outcome('wallet/pay', body)).toMatchObject({ state: 'paid' })
    const again = await shop.refusal('wallet/pay', body, { orderNumber: 'S-2' })
    expect(again).toMatchObject({ field: 'paymentToken', message: 'paymentToken was used before' })
  })

  test('are not used by a process that may have forgotten that they were', async () => {
    let now = Date.UTC(2030, 4, 1, 12)
    const own = await ownWallets({ clock: { now: () => now, sleep: async () => {}, advance: () => {} } })
    const old = packed(await own.apple())
    const shop = await open(own.env, { locks: { ...memoryLocks(systemClock), remembersFor: () => 30_000 } })
    now += 60_000
    shop.fixture.clock.advance(60_000)
    const body = (paymentToken: string) => ({ wallet: 'applePay', paymentToken, browser })
    expect(await shop.refusal('wallet/pay', body(old))).toMatchObject({
      field: 'paymentToken',
      message: 'paymentToken was made before this process began: open the wallet again',
    })
    expect(shop.request('applepay/paymentDirect.do')).toEqual([])
    const fresh = body(packed(await own.apple()))
    expect(await shop.outcome('wallet/pay', fresh, { orderNumber: 'S-2' })).toMatchObject({ state: 'paid' })
  })

  test('go through 3-D Secure with the token they came with', async () => {
    const { own, shop } = await openOwn()
    const body = {
      wallet: 'googlePay',
      paymentToken: packed(own.google('PAN_ONLY', { ...challenged, brand: 'mastercard' })),
      browser,
    }
    const first = await shop.outcome('wallet/pay', body)
    expect(first).toMatchObject({ state: 'authenticate', step: { kind: 'method' } })
    const { continuation } = (first as unknown as { step: { continuation: string } }).step
    const second = await shop.outcome('wallet/authenticate', { ...body, continuation })
    expect(second).toMatchObject({ state: 'authenticate', step: { kind: 'challenge' } })
  })

  test('check and store a card without a payment', async () => {
    const { own, shop } = await openOwn()
    const claims = { amount: 0, features: ['VERIFY'], clientId: 'jane' }
    const body = { wallet: 'googlePay', paymentToken: packed(own.google()), browser }
    expect(await shop.outcome('wallet/pay', body, claims)).toMatchObject({ state: 'verified' })
  })
})
