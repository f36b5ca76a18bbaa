import { describe, expect, test } from 'vitest'
import { memoryLocks, type LockStore } from '#proxy/locks/lock-store.ts'
import { earlierProcessMayHavePaid, untilSigned } from '#proxy/orders/lost-locks.ts'
import { plainText } from '../../../conformance/gateway/seal-card.ts'
import { fakeClock } from '../../../support/clock.ts'
import { openShop, plain, walletsOffered, type Shop } from '../support/sandbox-shop.ts'
import { browser, configOf, order } from '../support/test-proxy.ts'

/** Milliseconds; the default of TENDER_LOCK_TTL_MS. */
const LOCK_TTL = 75_000

/** A shop whose proxy has run for as long as the test sets. */
async function openAged(env: Readonly<Record<string, string>> = walletsOffered) {
  const state = { age: 1000 }
  let locks: LockStore | undefined
  const kept = (): LockStore => (locks ??= memoryLocks(shop.fixture.clock))
  const shop = await openShop(env, {
    locks: {
      take: (...given) => kept().take(...given),
      release: (...given) => kept().release(...given),
      isTaken: (key) => kept().isTaken(key),
      remembersFor: () => state.age,
    },
  })
  return { shop, state, now: () => Math.floor(shop.fixture.clock.now() / 1000) }
}

const payment = async (shop: Shop) => ({ wallet: 'googlePay', paymentToken: await shop.tokens.googlePay(), browser })

const call = async (shop: Shop) => ({
  seToken: await shop.sealed(plainText({ ...plain, cvc: '' }, '')),
  cardholder: 'JANE DOE',
})

/** A ticket without its date of signing. */
const undated = { iat: undefined } as unknown as { iat: number }

describe('an order without a try, whose ticket has no iat, just after the start', () => {
  test('is open, waits with a wallet, and is paid when the lock is over', async () => {
    const { shop, state } = await openAged()
    expect((await shop.checkout(undated)).outcome).toMatchObject({ state: 'open' })
    const refused = await shop.ask('wallet/pay', await payment(shop), undated)
    expect(refused.statusCode).toBe(425)
    expect(refused.json()).toMatchObject({ error: { code: 'too_early', message: expect.stringContaining('was sent') } })
    expect(refused.headers['retry-after']).toBe('74')
    expect(shop.request('google/payment.do')).toEqual([])
    // A page that waits for a payment of the earlier process would take `open` for its result.
    expect(await shop.outcome('outcome', undefined, undated)).toMatchObject({ state: 'pending' })
    state.age = LOCK_TTL
    expect(await shop.outcome('outcome', undefined, undated)).toMatchObject({ state: 'open' })
    expect(await shop.outcome('wallet/pay', await payment(shop), undated)).toMatchObject({ state: 'paid' })
  })

  test('is paid by card at once', async () => {
    const { shop } = await openAged()
    const body = await shop.cardBody(await shop.prepared(undated))
    expect(await shop.outcome('pay', body, undated)).toMatchObject({ state: 'paid' })
  })

  test('waits with a telephone order too', async () => {
    const { shop, state } = await openAged({})
    const moto = { ...undated, channel: 'moto' } as const
    expect((await shop.checkout(moto)).outcome).toMatchObject({ state: 'open' })
    expect(await shop.refusal('moto', await call(shop), moto)).toMatchObject({ status: 425, code: 'too_early' })
    expect(shop.request('motoPayment.do')).toEqual([])
    state.age = LOCK_TTL
    expect(await shop.outcome('moto', await call(shop), moto)).toMatchObject({ state: 'paid' })
  })

  test('is open again for a page that has not received the refusal, once no earlier copy can be under way', async () => {
    const { shop, state } = await openAged()
    const request = { requestId: crypto.randomUUID(), ...(await payment(shop)) }
    await shop.ask('wallet/pay', request, undated)
    const { requestId } = request
    expect(await shop.outcome('withdraw', { requestId }, undated)).toMatchObject({ state: 'pending' })
    state.age = LOCK_TTL
    expect(await shop.outcome('withdraw', { requestId }, undated)).toMatchObject({ state: 'open' })
  })
})

describe('a ticket whose iat lies ahead of our clock', () => {
  test.each([1000, LOCK_TTL])('is not paid by wallet before, though the process has run for %i ms', async (age) => {
    const { shop, state, now } = await openAged()
    state.age = age
    const ahead = { iat: now() + 30 }
    expect((await shop.checkout(ahead)).outcome).toMatchObject({ state: 'open' })
    const refused = await shop.ask('wallet/pay', await payment(shop), ahead)
    expect(refused.json()).toMatchObject({ error: { code: 'too_early' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(29)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(31)
    expect(shop.request('google/payment.do')).toEqual([])
  })

  test('a withdrawal counts once the iat is over: a memory that was lost before would be taken for older', async () => {
    const { shop, state, now } = await openAged()
    state.age = LOCK_TTL
    const ahead = { iat: now() + 30 }
    const requestId = crypto.randomUUID()
    expect(await shop.outcome('withdraw', { requestId }, ahead)).toMatchObject({ state: 'pending' })
    shop.fixture.clock.advance(31_000)
    expect(await shop.outcome('withdraw', { requestId }, ahead)).toMatchObject({ state: 'open' })
  })

  test('is paid by card', async () => {
    const { shop, now } = await openAged()
    const ahead = { iat: now() + 30 }
    const body = await shop.cardBody(await shop.prepared(ahead))
    expect(await shop.outcome('pay', body, ahead)).toMatchObject({ state: 'paid' })
  })
})

describe('the second that an iat names', () => {
  const config = configOf({ ...walletsOffered, TENDER_GATEWAY_URL: 'http://gateway.localhost' })
  const ticket = (iat: number) => ({ ...order, iat, exp: iat + 600 })

  /** A process that started so many milliseconds after a whole second. */
  function begun(after: number) {
    const clock = fakeClock()
    clock.advance(after)
    return { clock, options: { clock, config, locks: memoryLocks(clock) }, second: Math.floor(clock.now() / 1000) }
  }

  test('is over before a payment is sent, so that no process before has sent one for a ticket of its last second', async () => {
    const { clock, options, second } = begun(300)
    let sentAt = 0
    await clock.drive(untilSigned(options, ticket(second)).then(() => (sentAt = clock.now())))
    expect(sentAt).toBe((second + 1) * 1000)
    expect(earlierProcessMayHavePaid(options, ticket(second))).toBe(false)
  })

  test('takes no ticket for new that was signed in the second before', () => {
    const { options, second } = begun(0)
    expect(earlierProcessMayHavePaid(options, ticket(second - 1))).toBe(true)
    expect(earlierProcessMayHavePaid(options, ticket(second))).toBe(false)
  })

  test('is not waited for once it is over, nor where no lock is ever forgotten', async () => {
    const { clock, options, second } = begun(300)
    const { remembersFor: _, ...lasting } = options.locks
    const before = clock.now()
    await untilSigned(options, ticket(second - 1))
    await untilSigned({ ...options, locks: lasting }, ticket(second))
    expect(clock.now()).toBe(before)
  })
})
