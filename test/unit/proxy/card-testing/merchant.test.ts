import { describe, expect, test } from 'vitest'
import type { Suspect } from '#proxy/card-testing/challenge.ts'
import { only, openSetup, paymentOf, type Setup, type SetupOptions } from './setup.ts'
import { far, tryMany } from './robots.ts'
import { approve } from '../../../support/fake-gateway.ts'

describe('a merchant most of whose latest 50 tries are declined', () => {
  const open = (options?: SetupOptions['options']) =>
    openSetup({ env: only('TENDER_LIMIT_DECLINED_PERCENT'), ...(options && { options }) })

  async function half(setup: Setup, declines: number): Promise<void> {
    await tryMany(setup, declines, far)
    setup.state.answer = approve
    for (let at = declines; at < 50; at += 1) await (await setup.visitor(`paid-${at}`, far(at))).tryCard(at)
  }

  test('has a challenge for every new card, and refuses without one', async () => {
    const setup = await open()
    await half(setup, 26)
    expect((await (await setup.visitor('more', far(99))).tryCard(99))!.json()).toMatchObject({
      error: { code: 'too_many_tries' },
    })
  })

  test('asks the challenge about people from anywhere', async () => {
    const request: Suspect[] = []
    const setup = await open({ challenge: async (suspect) => request.push(suspect) > 0 })
    await half(setup, 26)
    expect((await (await setup.visitor('more', far(99))).tryCard(99))!.json()).toMatchObject({ state: 'paid' })
    expect(request).toEqual([{ why: 'merchant', orderNumber: 'more', ip: far(99) }])
  })

  test('is not one whose half are paid, or who has had fewer tries', async () => {
    const setup = await open()
    await half(setup, 25)
    expect((await (await setup.visitor('more', far(99))).tryCard(99))!.statusCode).toBe(200)
    const quiet = await open()
    await tryMany(quiet, 49, far)
    expect((await (await quiet.visitor('more', far(99))).tryCard(99))!.statusCode).toBe(200)
  })

  test('recovers when others are paid', async () => {
    let request = 0
    const setup = await open({ challenge: async () => ++request > 0 })
    await half(setup, 26)
    for (const name of ['one', 'two', 'three']) await (await setup.visitor(name, far(99))).tryCard(name)
    expect([request, setup.tried.at(-1)]).toEqual([1, 'three'])
  })

  test('is not made one by a decline that is asked for again and again', async () => {
    const setup = await open()
    const visitor = await setup.visitor('one', far(1))
    const { orderId } = await visitor.outcome('prepare', {})
    for (let time = 0; time < 60; time += 1) await visitor.ask('pay', paymentOf(orderId!, 1))
    expect(setup.tried).toHaveLength(1)
    expect((await (await setup.visitor('more', far(99))).tryCard(99))!.statusCode).toBe(200)
  })

  test('is one for a second call, too, that brings another card than the first', async () => {
    const setup = await open()
    const answer = setup.state.answer
    setup.state.answer = () => ({ errorCode: 0, is3DSVer2: true, threeDSServerTransId: 'T-1' })
    const visitor = await setup.visitor('begun', far(98))
    const { orderId } = await visitor.outcome('prepare', {})
    const message = await visitor.outcome('pay', paymentOf(orderId!, 1))
    const { continuation } = (message as { step: { continuation: string } }).step
    setup.state.answer = answer
    await half(setup, 50)
    const goOn = (card: number) => visitor.ask('authenticate', { ...paymentOf(orderId!, card), continuation })
    expect((await goOn(2)).statusCode).toBe(429)
    expect((await goOn(1)).statusCode).toBe(200)
  })

  test('is one for a card that is brought again', async () => {
    const setup = await open()
    const visitor = await setup.visitor('begun', far(98))
    const { orderId } = await visitor.outcome('prepare', {})
    await visitor.ask('pay', paymentOf(orderId!, 1))
    await half(setup, 50)
    expect((await visitor.ask('pay', paymentOf(orderId!, 1))).statusCode).toBe(429)
  })

  test('is none for a stored card', async () => {
    const setup = await open()
    await half(setup, 50)
    const visitor = await setup.visitor('more', far(99))
    const { orderId } = await visitor.outcome('prepare', {})
    const answer = await visitor.ask('pay', { ...paymentOf(orderId!, 1), bindingId: 'b-1' })
    // Refused for another reason: the order has no client who could own the card.
    expect(answer.json<{ error: object }>().error).toMatchObject({ code: 'not_found', field: 'bindingId' })
  })
})
