import { describe, expect, test } from 'vitest'
import { only, openRig, standards, type Rig } from '../../../campaigns/abuse/rig.ts'
import { far, tryMany } from '../../../campaigns/abuse/robots.ts'
import { approve, declineWith, type Script } from '../../../support/fake-gateway.ts'

const NO_FUNDS = 116

/** The bank's page begins; nobody knows yet what comes of it. */
const challenged: Script = (order) => {
  order.status = 5
  return { errorCode: 0, is3DSVer2: true, threeDSServerTransId: 'T-1' }
}

/** A checked card is approved and given back in one. */
const verified: Script = (order) => {
  Object.assign(order, { status: 3, actionCode: 0 })
  return { errorCode: 0, info: 'Processed' }
}

const statusAt = async (rig: Rig, order: string, ip: string): Promise<number> =>
  (await (await rig.visitor(order, ip)).tryCard(order))!.statusCode

describe('a robot with many networks of one provider', () => {
  test.each([
    ['/56', 20, (at: number) => `2001:db8:1:2${at.toString(16).padStart(2, '0')}::1`],
    ['/48', 40, (at: number) => `2001:db8:1:${(at * 256).toString(16)}::1`],
  ])('of an IPv6 %s has %i declines', async (_, most, addressOf) => {
    const rig = await openRig({ env: only('TENDER_LIMIT_DECLINES') })
    await tryMany(rig, 60, addressOf)
    expect(rig.tried).toHaveLength(most)
    expect(await statusAt(rig, 'neighbour', '2001:db8:2::1')).toBe(200)
  })

  test.each([
    ['2001:db8:1:2xx::', (at: number) => `2001:db8:1:2${at.toString(16).padStart(2, '0')}::1`],
    ['198.51.100.x', (at: number) => `198.51.100.${at}`],
  ])('locks out nobody elsewhere: %s', async (_, addressOf) => {
    const rig = await openRig({ env: { ...standards, TENDER_LIMIT_HASTE_MS: 'none' } })
    rig.state.answer = approve
    for (let at = 0; at < 10; at += 1) await statusAt(rig, `paid-${at}`, far(at))
    rig.state.answer = declineWith(NO_FUNDS)
    await tryMany(rig, 60, addressOf)
    rig.state.answer = approve
    expect(await statusAt(rig, 'honest', '203.0.113.9')).toBe(200)
  })
})

describe('while most tries are declined', () => {
  async function bad() {
    const rig = await openRig({ env: { ...only('TENDER_LIMIT_DECLINED_PERCENT'), TENDER_LIMIT_DECLINES: '10' } })
    await tryMany(rig, 30, far)
    rig.state.answer = approve
    for (let at = 30; at < 50; at += 1) await statusAt(rig, `paid-${at}`, far(at))
    return rig
  }

  test('a network that has paid before may pay, and a new one needs a challenge', async () => {
    const rig = await bad()
    expect(await statusAt(rig, 'new', far(99))).toBe(429)
    expect(await statusAt(rig, 'known', far(40).replace(/7$/, '99'))).toBe(200)
  })

  test('an address with a decline needs a challenge, although its network has paid', async () => {
    const rig = await bad()
    rig.state.answer = declineWith(NO_FUNDS)
    expect(await statusAt(rig, 'first', far(40))).toBe(200)
    expect(await statusAt(rig, 'second', far(40))).toBe(429)
  })
})

test('checks of cards do not make up for declined payments', async () => {
  const rig = await openRig({ env: only('TENDER_LIMIT_DECLINED_PERCENT') })
  let reached = 0
  for (let at = 0; at < 70; at += 1) {
    rig.state.answer = verified
    const check = await rig.visitor(`check-${at}`, far(100 + at), {}, { amount: 0, features: ['VERIFY'] })
    expect((await check.tryCard(`check-${at}`))!.json()).toMatchObject({ state: 'verified' })
    rig.state.answer = declineWith(NO_FUNDS)
    if ((await statusAt(rig, `pay-${at}`, far(at))) === 200) reached += 1
  }
  expect(reached).toBe(50)
})

describe('a challenge of the bank', () => {
  const IP = '203.0.113.5'

  test('that is not finished in ten minutes counts as a decline', async () => {
    const rig = await openRig({ env: only('TENDER_LIMIT_DECLINES') })
    rig.state.answer = challenged
    await tryMany(rig, 10)
    expect(await statusAt(rig, 'early', IP)).toBe(200)
    rig.clock.advance(600_000)
    expect(await statusAt(rig, 'late', IP)).toBe(429)
  })

  test('that is finished does not', async () => {
    const rig = await openRig({ env: only('TENDER_LIMIT_DECLINES') })
    rig.state.answer = challenged
    await tryMany(rig, 10)
    for (let at = 0; at < 10; at += 1) {
      Object.assign(rig.gateway.orders.get(`many-${at}`)!, { status: 2, actionCode: 0 })
      await (await rig.visitor(`many-${at}`, IP)).ask('outcome')
    }
    rig.clock.advance(600_000)
    expect(await statusAt(rig, 'late', IP)).toBe(200)
  })

  test('that is left for another try counts as a decline of the merchant', async () => {
    const rig = await openRig({ env: only('TENDER_LIMIT_DECLINED_PERCENT') })
    rig.state.answer = challenged
    for (let at = 0; at < 51; at += 1) {
      const visitor = await rig.visitor(`left-${at}`, far(at))
      await visitor.tryCard(at)
      expect(await visitor.outcome('cancel', {})).toMatchObject({ state: 'cancelled' })
      await visitor.tryCard(at)
    }
    expect(await statusAt(rig, 'more', far(99))).toBe(429)
  })
})
