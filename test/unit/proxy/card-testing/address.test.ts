import { describe, expect, test } from 'vitest'
import type { Suspect } from '#proxy/card-testing/challenge.ts'
import { NO_FUNDS, only, openSetup, type SetupOptions } from './setup.ts'
import { IP, tryMany } from './robots.ts'
import { approve, declineWith } from '../../../support/fake-gateway.ts'

const tooMany = { error: { code: 'too_many_tries', message: expect.stringContaining('nothing was sent') as string } }

describe('an address with ten declines in ten minutes', () => {
  const open = (options?: SetupOptions['options']) =>
    openSetup({ env: only('TENDER_LIMIT_DECLINES'), ...(options && { options }) })

  test('is refused, and receives Retry-After', async () => {
    const setup = await open()
    await tryMany(setup, 10)
    const answer = (await (await setup.visitor('more', IP)).tryCard(99))!
    expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toMatchObject([429, '600', tooMany])
    expect(setup.tried).toHaveLength(10)
  })

  test.each([
    ['10.0.0.1', true],
    [IP, false],
  ])('is named in the log; %s may be a reverse proxy: %s', async (ip, isNotified) => {
    const setup = await open()
    await tryMany(setup, 10, () => ip)
    await (await setup.visitor('more', ip)).tryCard(99)
    const line = setup.log.find((one) => one.includes('too many declines from one address'))!
    expect([line.includes('TENDER_TRUST_PROXY'), line.includes(ip)]).toEqual([isNotified, false])
  })

  test('may try again ten minutes later', async () => {
    const setup = await open()
    await tryMany(setup, 10)
    setup.clock.advance(600_000)
    expect((await (await setup.visitor('later', IP)).tryCard(99))!.statusCode).toBe(200)
  })

  test('does not hinder another, and an IPv6 /64 is one', async () => {
    const setup = await open()
    await tryMany(setup, 10, (at) => `2001:db8:1:2:${at}::1`)
    expect((await (await setup.visitor('same', '2001:db8:1:2::ffff')).tryCard(98))!.statusCode).toBe(429)
    expect((await (await setup.visitor('other', '2001:db8:1:3::1')).tryCard(99))!.statusCode).toBe(200)
  })

  test('is one that was declined: payments count for nothing', async () => {
    const setup = await open()
    setup.state.answer = approve
    await tryMany(setup, 30)
    setup.state.answer = declineWith(NO_FUNDS)
    await tryMany(setup, 0)
    expect((await (await setup.visitor('first', IP)).tryCard(99))!.json()).toMatchObject({
      reason: 'insufficient_funds',
    })
  })

  test('may try when the merchant’s challenge is passed, and gets only that the bank declined, in even time', async () => {
    const request: Suspect[] = []
    const setup = await open({ challenge: async (suspect) => request.push(suspect) > 0 })
    await tryMany(setup, 10)
    const outcomes = []
    for (const [at, code] of [116, 82, 111, 208].entries()) {
      setup.state.answer = (...all) => (setup.clock.advance(at * 400), declineWith(code)(...all))
      const begun = setup.clock.now()
      const { orderNumber: _, orderId: __, ...rest } = (await (await setup.visitor(`o-${at}`, IP)).tryCard(at))!.json()
      outcomes.push({ ...rest, ms: setup.clock.now() - begun })
    }
    const same = { state: 'declined', amount: 4990, currency: '978', reason: 'bank_declined', again: true, ms: 3000 }
    expect(outcomes).toEqual([same, same, same, same])
    expect(request[0]).toEqual({ why: 'address', orderNumber: 'o-0', ip: IP })
    const read = await (await setup.visitor('o-0', IP)).outcome('outcome')
    expect([read, 'code' in read]).toEqual([expect.objectContaining({ reason: 'bank_declined' }), false])
  })

  test.each([
    ['says no', async () => false],
    ['fails', async () => Promise.reject(new Error('canary'))],
    ['says nothing', () => new Promise<boolean>(() => {})],
    ['says something else', async () => 'yes' as unknown as boolean],
  ])('is refused when the challenge %s', async (_, challenge) => {
    const setup = await open({ challenge })
    await tryMany(setup, 10)
    expect((await (await setup.visitor('more', IP)).tryCard(99))!.statusCode).toBe(429)
    expect(setup.tried).toHaveLength(10)
    expect(setup.log.join('')).not.toContain('canary')
  })

  test('a decline that the bank gives after the answer counts as well', async () => {
    const setup = await open()
    setup.state.answer = (order) => ((order.status = 7), { errorCode: 0, info: 'Wait' })
    for (let at = 0; at < 10; at += 1) {
      const visitor = await setup.visitor(`late-${at}`, IP)
      expect((await visitor.tryCard(at))!.json()).toMatchObject({ state: 'pending' })
      Object.assign(setup.gateway.orders.get(`late-${at}`)!, { status: 6, actionCode: NO_FUNDS })
      for (let read = 0; read < 3; read += 1) await visitor.ask('outcome')
    }
    expect((await (await setup.visitor('more', IP)).tryCard(99))!.statusCode).toBe(429)
  })
})
