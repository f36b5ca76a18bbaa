import { describe, expect, test } from 'vitest'
import { memoryCounters } from '#proxy/card-testing/counters.ts'
import { only, openSetup, paymentOf, standards, type Setup, type SetupOptions } from './setup.ts'
import { far, tryMany } from './robots.ts'
import { fakeClock } from '../../../support/clock.ts'
import { approve, declineWith, type Script } from '../../../support/fake-gateway.ts'

const NO_FUNDS = 116

/** The payment waits for a challenge, without a result yet. */
const challenged: Script = (order) => {
  order.status = 5
  return { errorCode: 0, is3DSVer2: true, threeDSServerTransId: 'T-1' }
}

/** The payment checks a card: it is approved and reversed at once. */
const verified: Script = (order) => {
  Object.assign(order, { status: 3, actionCode: 0 })
  return { errorCode: 0, info: 'Processed' }
}

const statusAt = async (setup: Setup, order: string, ip: string): Promise<number> =>
  (await (await setup.visitor(order, ip)).tryCard(order))!.statusCode

describe('a robot with many networks of one provider', () => {
  test.each([
    ['/56', 20, (at: number) => `2001:db8:1:2${at.toString(16).padStart(2, '0')}::1`],
    ['/48', 40, (at: number) => `2001:db8:1:${(at * 256).toString(16)}::1`],
  ])('of an IPv6 %s has %i declines', async (_, most, addressOf) => {
    const setup = await openSetup({ env: only('TENDER_LIMIT_DECLINES') })
    await tryMany(setup, most + 5, addressOf)
    expect(setup.tried).toHaveLength(most)
    expect(await statusAt(setup, 'neighbour', '2001:db8:2::1')).toBe(200)
  })

  test.each([
    ['2001:db8:1:2xx::', (at: number) => `2001:db8:1:2${at.toString(16).padStart(2, '0')}::1`],
    ['198.51.100.x', (at: number) => `198.51.100.${at}`],
  ])('locks out nobody elsewhere: %s', async (_, addressOf) => {
    const setup = await openSetup({ env: { ...standards, TENDER_LIMIT_FORM_TIME_MS: 'none' } })
    setup.state.answer = approve
    for (let at = 0; at < 10; at += 1) await statusAt(setup, `paid-${at}`, far(at))
    setup.state.answer = declineWith(NO_FUNDS)
    await tryMany(setup, 60, addressOf)
    setup.state.answer = approve
    expect(await statusAt(setup, 'honest', '203.0.113.9')).toBe(200)
  })
})

describe('while most tries are declined', () => {
  async function bad() {
    const setup = await openSetup({ env: { ...only('TENDER_LIMIT_DECLINED_PERCENT'), TENDER_LIMIT_DECLINES: '10' } })
    await tryMany(setup, 30, far)
    setup.state.answer = approve
    for (let at = 30; at < 50; at += 1) await statusAt(setup, `paid-${at}`, far(at))
    return setup
  }

  test('a network that has paid before may pay, and a new one needs a challenge', async () => {
    const setup = await bad()
    expect(await statusAt(setup, 'new', far(99))).toBe(429)
    expect(await statusAt(setup, 'known', far(40).replace(/7$/, '99'))).toBe(200)
  })

  test('an address with a decline needs a challenge, although its network has paid', async () => {
    const setup = await bad()
    setup.state.answer = declineWith(NO_FUNDS)
    expect(await statusAt(setup, 'first', far(40))).toBe(200)
    expect(await statusAt(setup, 'second', far(40))).toBe(429)
  })
})

test('checks of cards do not make up for declined payments', async () => {
  const setup = await openSetup({ env: only('TENDER_LIMIT_DECLINED_PERCENT') })
  let reached = 0
  for (let at = 0; at < 55; at += 1) {
    setup.state.answer = verified
    const check = await setup.visitor(`check-${at}`, far(100 + at), {}, { amount: 0, features: ['VERIFY'] })
    expect((await check.tryCard(`check-${at}`))!.json()).toMatchObject({ state: 'verified' })
    setup.state.answer = declineWith(NO_FUNDS)
    if ((await statusAt(setup, `pay-${at}`, far(at))) === 200) reached += 1
  }
  expect(reached).toBe(50)
})

describe('a challenge of the bank', () => {
  const IP = '203.0.113.5'

  const open = (options?: SetupOptions['options']) =>
    openSetup({ env: only('TENDER_LIMIT_DECLINES'), ...(options && { options }) })
  const ended = async (setup: Setup, order: string, status: object, ip = IP): Promise<void> => {
    Object.assign(setup.gateway.orders.get(order)!, status)
    await (await setup.visitor(order, ip)).ask('outcome')
  }

  test('counts as a decline from its beginning, for ten minutes', async () => {
    const setup = await open()
    setup.state.answer = challenged
    await tryMany(setup, 10)
    expect(await statusAt(setup, 'early', IP)).toBe(429)
    expect(await statusAt(setup, 'elsewhere', far(1))).toBe(200)
    setup.clock.advance(600_000)
    expect(await statusAt(setup, 'late', IP)).toBe(200)
  })

  test('counts in every process, and after a restart', async () => {
    const setup = await open({ counters: memoryCounters(fakeClock()) })
    setup.state.answer = challenged
    await tryMany(setup, 10)
    await setup.restart()
    expect(await statusAt(setup, 'early', IP)).toBe(429)
  })

  test('counts no more when it ends with a payment, and once when it ends with a decline', async () => {
    const setup = await open()
    setup.state.answer = challenged
    await tryMany(setup, 10)
    for (let at = 0; at < 9; at += 1) await ended(setup, `many-${at}`, { status: 2, actionCode: 0 })
    await ended(setup, 'many-9', { status: 6, actionCode: NO_FUNDS })
    for (let at = 0; at < 9; at += 1) expect(await statusAt(setup, `more-${at}`, IP)).toBe(200)
    expect(await statusAt(setup, 'last', IP)).toBe(429)
  })

  test.each(['paid', 'declined'] as const)(
    'does not keep its own payment from going on as the tenth of an address: %s',
    async (state) => {
      const setup = await open()
      await tryMany(setup, 9)
      const end = state === 'paid' ? approve : declineWith(NO_FUNDS)
      setup.state.answer = (order, payment) =>
        payment.threeDSServerTransId === undefined
          ? { errorCode: 0, is3DSVer2: true, threeDSServerTransId: 'T-1' }
          : end(order, payment)
      const visitor = await setup.visitor('tenth', IP)
      const { orderId } = await visitor.outcome('prepare', {})
      const { step } = (await visitor.outcome('pay', paymentOf(orderId!, 10))) as { step?: { continuation: string } }
      expect(await statusAt(setup, 'meanwhile', IP)).toBe(429)
      const outcome = await visitor.outcome('authenticate', {
        ...paymentOf(orderId!, 10),
        continuation: step!.continuation,
      })
      expect(outcome).toMatchObject({ state })
      expect(await statusAt(setup, 'afterwards', IP)).toBe(state === 'paid' ? 200 : 429)
    },
  )

  test('that is left for another try counts as a decline of the merchant', async () => {
    const setup = await openSetup({ env: only('TENDER_LIMIT_DECLINED_PERCENT') })
    setup.state.answer = challenged
    for (let at = 0; at < 51; at += 1) {
      const visitor = await setup.visitor(`left-${at}`, far(at))
      await visitor.tryCard(at)
      expect(await visitor.outcome('cancel', {})).toMatchObject({ state: 'cancelled' })
      await visitor.tryCard(at)
    }
    expect(await statusAt(setup, 'more', far(99))).toBe(429)
  })
})
