import { describe, expect, test } from 'vitest'
import type { ProxyError } from '#contract/proxy-errors.ts'
import { requireFewCards } from '#proxy/card-testing/cards.ts'
import { memoryCounters } from '#proxy/card-testing/counters.ts'
import { buildTries } from '#proxy/card-testing/tries.ts'
import { only, openSetup, paymentOf, type Setup, type SetupOptions } from './setup.ts'
import { IP } from './robots.ts'
import { fakeClock } from '../../../support/clock.ts'
import { approve } from '../../../support/fake-gateway.ts'

describe('the minimum form time', () => {
  const open = () => openSetup({ env: only('TENDER_LIMIT_FORM_TIME_MS') })
  const took = async (setup: Setup, work: () => Promise<unknown>): Promise<number> => {
    const begun = setup.clock.now()
    await work()
    return setup.clock.now() - begun
  }

  test('is slowed down, not refused', async () => {
    const setup = await open()
    const visitor = await setup.visitor('quick', IP)
    await visitor.ask('checkout')
    expect(await took(setup, () => visitor.tryCard(1))).toBe(1500)
    expect(setup.tried).toEqual(['1'])
  })

  test('is over 1.5 s after the form has opened', async () => {
    const setup = await open()
    const visitor = await setup.visitor('calm', IP)
    await visitor.ask('checkout')
    setup.clock.advance(1500)
    expect(await took(setup, () => visitor.tryCard(1))).toBe(0)
    expect(await took(setup, () => visitor.tryCard(2))).toBe(0)
  })

  test('is that of a robot too that never opens the form', async () => {
    const setup = await open()
    const visitor = await setup.visitor('robot', IP)
    setup.clock.advance(60_000)
    expect(await took(setup, () => visitor.tryCard(1))).toBe(1500)
  })
})

describe('the tries of one order', () => {
  const open = (options?: SetupOptions['options']) =>
    openSetup({ env: { ...only('TENDER_LIMIT_CARDS'), TENDER_LIMIT_TRIES: '5' }, ...(options && { options }) })
  const withMethod: Setup['state']['answer'] = (_, payment) =>
    payment.threeDSServerTransId === undefined
      ? { errorCode: 0, is3DSVer2: true, threeDSServerTransId: 'T-1' }
      : { errorCode: 0, error: 'Check the data' }

  test('end with the third card that comes to nothing, and say so', async () => {
    const setup = await open()
    const visitor = await setup.visitor('A-1', IP)
    await visitor.tryCard(1)
    expect((await visitor.tryCard(2))!.json()).toMatchObject({ reason: 'insufficient_funds', again: true })
    expect((await visitor.tryCard(3))!.json()).toMatchObject({ reason: 'attempts_used_up', again: false })
    expect((await visitor.tryCard(4))!.json()).toMatchObject({ reason: 'attempts_used_up', again: false })
    expect(setup.tried).toEqual(['1', '2', '3'])
  })

  test('are five with one card', async () => {
    const setup = await open()
    const visitor = await setup.visitor('A-1', IP)
    for (let time = 0; time < 9; time += 1) await visitor.tryCard('same')
    expect(setup.tried).toHaveLength(5)
  })

  test('hold both calls of a payment as one', async () => {
    const setup = await open()
    setup.state.answer = withMethod
    const visitor = await setup.visitor('A-1', IP)
    const { orderId } = await visitor.outcome('prepare', {})
    for (const card of [1, 2, 3, 4, 5]) {
      const message = await visitor.outcome('pay', paymentOf(orderId!, card))
      const { continuation } = (message as { step: { continuation: string } }).step
      await visitor.ask('authenticate', { ...paymentOf(orderId!, card), continuation })
    }
    expect(setup.tried).toEqual(['1', '1', '2', '2', '3', '3', '4', '4', '5', '5'])
  })

  test('count a card that another’s second call brings', async () => {
    const setup = await open()
    setup.state.answer = withMethod
    const visitor = await setup.visitor('A-1', IP)
    const { orderId } = await visitor.outcome('prepare', {})
    const message = await visitor.outcome('pay', paymentOf(orderId!, 0))
    const { continuation } = (message as { step: { continuation: string } }).step
    for (let card = 1; card < 20; card += 1)
      await visitor.ask('authenticate', { ...paymentOf(orderId!, card), continuation })
    expect(new Set(setup.tried).size).toBe(5)
  })

  test('are given back when nothing was sent', async () => {
    const setup = await open()
    const visitor = await setup.visitor('A-1', IP)
    const { orderId } = await visitor.outcome('prepare', {})
    const { wire } = setup.gateway.state
    setup.gateway.state.wire = async () => Response.json({}, { status: 503 })
    for (let card = 0; card < 9; card += 1) await visitor.ask('pay', paymentOf(orderId!, card))
    setup.gateway.state.wire = wire
    setup.state.answer = approve
    expect(await visitor.outcome('pay', paymentOf(orderId!, 9))).toMatchObject({ state: 'paid' })
  })

  test('are not used up by submits that only return the outcome of another, nor is that one forgotten', async () => {
    const setup = await open()
    const visitor = await setup.visitor('A-1', IP)
    const { orderId } = await visitor.outcome('prepare', {})
    const { wire } = setup.gateway.state
    const received: string[] = []
    setup.gateway.state.wire = async (request, work) => {
      if (request.url.endsWith('paymentorder.do')) {
        setup.gateway.state.wire = wire
        for (let card = 1; card < 9; card += 1)
          received.push((await visitor.outcome('pay', paymentOf(orderId!, card))).state)
      }
      return work()
    }
    await visitor.ask('pay', paymentOf(orderId!, 0))
    expect(received).toEqual(Array.from({ length: 8 }, () => 'pending'))
    for (let time = 0; time < 9; time += 1) await visitor.tryCard('same')
    expect(setup.tried).toHaveLength(5)
  })
})

test('a submit that was not sent takes back no other’s of the same card', async () => {
  const clock = fakeClock()
  const tries = buildTries(memoryCounters(clock), 3)
  for (const card of ['1', '2']) {
    expect(await tries.enter('A-1', card, `idle ${card}`)).toBe('new')
    expect(await tries.enter('A-1', card, `sent ${card}`)).toBe('new')
    await tries.release('A-1', card, `sent ${card}`, true)
    await tries.release('A-1', card, `idle ${card}`, false)
  }
  expect(await tries.enter('A-1', '3', 'the last')).toBe('new')
  expect(await tries.enter('A-1', '4', 'one too many')).toBe('over')
  expect(await tries.enter('A-1', '2', 'its second call')).toBe('known')
})

test('of cards that are read here, a fourth of one order is shown to nobody', async () => {
  const { config } = await openSetup()
  const options = { counters: memoryCounters(fakeClock()), config }
  const tried = async (order: string, card: number): Promise<string> =>
    requireFewCards(options, order, { pan: `411111111111111${card}`, expiry: '203412' }).then(
      () => 'shown',
      (error: unknown) => (error as ProxyError).code,
    )
  const message = []
  for (const card of [1, 2, 1, 3, 4, 5, 3]) message.push(await tried('A-1', card))
  expect(message).toEqual(['shown', 'shown', 'shown', 'shown', 'too_many_tries', 'too_many_tries', 'shown'])
  expect(await tried('A-2', 4)).toBe('shown')
})
