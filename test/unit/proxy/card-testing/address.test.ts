import { describe, expect, test } from 'vitest'
import type { Suspect } from '#proxy/card-testing/challenge.ts'
import { NO_FUNDS, only, openRig, type RigOptions } from '../../../campaigns/abuse/rig.ts'
import { IP, tryMany } from '../../../campaigns/abuse/robots.ts'
import { approve, declineWith } from '../../../support/fake-gateway.ts'

const tooMany = { error: { code: 'too_many_tries', message: expect.stringContaining('nothing was sent') as string } }

describe('an address with ten declines in ten minutes', () => {
  const open = (parts?: RigOptions['parts']) => openRig({ env: only('TENDER_LIMIT_DECLINES'), ...(parts && { parts }) })

  test('is refused, and told when to come again', async () => {
    const rig = await open()
    await tryMany(rig, 10)
    const answer = (await (await rig.visitor('more', IP)).tryCard(99))!
    expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toMatchObject([429, '600', tooMany])
    expect(rig.tried).toHaveLength(10)
  })

  test.each([
    ['10.0.0.1', true],
    [IP, false],
  ])('is told of in the log; %s may be a reverse proxy: %s', async (ip, isTold) => {
    const rig = await open()
    await tryMany(rig, 10, () => ip)
    await (await rig.visitor('more', ip)).tryCard(99)
    const line = rig.log.find((one) => one.includes('too many declines from one address'))!
    expect([line.includes('TENDER_TRUST_PROXY'), line.includes(ip)]).toEqual([isTold, false])
  })

  test('may try again ten minutes later', async () => {
    const rig = await open()
    await tryMany(rig, 10)
    rig.clock.advance(600_000)
    expect((await (await rig.visitor('later', IP)).tryCard(99))!.statusCode).toBe(200)
  })

  test('does not hinder another, and an IPv6 /64 is one', async () => {
    const rig = await open()
    await tryMany(rig, 10, (at) => `2001:db8:1:2:${at}::1`)
    expect((await (await rig.visitor('same', '2001:db8:1:2::ffff')).tryCard(98))!.statusCode).toBe(429)
    expect((await (await rig.visitor('other', '2001:db8:1:3::1')).tryCard(99))!.statusCode).toBe(200)
  })

  test('is one that was declined: payments count for nothing', async () => {
    const rig = await open()
    rig.state.answer = approve
    await tryMany(rig, 30)
    rig.state.answer = declineWith(NO_FUNDS)
    await tryMany(rig, 0)
    expect((await (await rig.visitor('first', IP)).tryCard(99))!.json()).toMatchObject({ reason: 'insufficient_funds' })
  })

  test('may try when the merchant’s challenge is passed, and hears only that the bank declined, in even time', async () => {
    const asked: Suspect[] = []
    const rig = await open({ challenge: async (suspect) => asked.push(suspect) > 0 })
    await tryMany(rig, 10)
    const told = []
    for (const [at, code] of [116, 82, 111, 208].entries()) {
      rig.state.answer = (...all) => (rig.clock.advance(at * 400), declineWith(code)(...all))
      const begun = rig.clock.now()
      const { orderNumber: _, orderId: __, ...rest } = (await (await rig.visitor(`o-${at}`, IP)).tryCard(at))!.json()
      told.push({ ...rest, ms: rig.clock.now() - begun })
    }
    const alike = { state: 'declined', amount: 4990, currency: '978', reason: 'bank_declined', again: true, ms: 3000 }
    expect(told).toEqual([alike, alike, alike, alike])
    expect(asked[0]).toEqual({ why: 'address', orderNumber: 'o-0', ip: IP })
    const read = await (await rig.visitor('o-0', IP)).outcome('outcome')
    expect([read, 'code' in read]).toEqual([expect.objectContaining({ reason: 'bank_declined' }), false])
  })

  test.each([
    ['says no', async () => false],
    ['fails', async () => Promise.reject(new Error('canary'))],
    ['says nothing', () => new Promise<boolean>(() => {})],
    ['says something else', async () => 'yes' as unknown as boolean],
  ])('is refused when the challenge %s', async (_, challenge) => {
    const rig = await open({ challenge })
    await tryMany(rig, 10)
    expect((await (await rig.visitor('more', IP)).tryCard(99))!.statusCode).toBe(429)
    expect(rig.tried).toHaveLength(10)
    expect(rig.log.join('')).not.toContain('canary')
  })

  test('a decline that the bank gives after the answer counts as well', async () => {
    const rig = await open()
    rig.state.answer = (order) => ((order.status = 7), { errorCode: 0, info: 'Wait' })
    for (let at = 0; at < 10; at += 1) {
      const visitor = await rig.visitor(`late-${at}`, IP)
      expect((await visitor.tryCard(at))!.json()).toMatchObject({ state: 'pending' })
      Object.assign(rig.gateway.orders.get(`late-${at}`)!, { status: 6, actionCode: NO_FUNDS })
      for (let read = 0; read < 3; read += 1) await visitor.ask('outcome')
    }
    expect((await (await rig.visitor('more', IP)).tryCard(99))!.statusCode).toBe(429)
  })
})
