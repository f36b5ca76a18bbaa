import { describe, expect, test } from 'vitest'
import type { Suspect } from '#proxy/card-testing/challenge.ts'
import { only, openRig, paymentOf, type Rig, type RigOptions } from '../../../campaigns/abuse/rig.ts'
import { far, tryMany } from '../../../campaigns/abuse/robots.ts'
import { approve } from '../../../support/fake-gateway.ts'

describe('a merchant most of whose latest 50 tries are declined', () => {
  const open = (parts?: RigOptions['parts']) =>
    openRig({ env: only('TENDER_LIMIT_DECLINED_PERCENT'), ...(parts && { parts }) })

  async function half(rig: Rig, declines: number): Promise<void> {
    await tryMany(rig, declines, far)
    rig.state.answer = approve
    for (let at = declines; at < 50; at += 1) await (await rig.visitor(`paid-${at}`, far(at))).tryCard(at)
  }

  test('has a challenge for every new card, and refuses without one', async () => {
    const rig = await open()
    await half(rig, 26)
    expect((await (await rig.visitor('more', far(99))).tryCard(99))!.json()).toMatchObject({
      error: { code: 'too_many_tries' },
    })
  })

  test('asks the challenge about people from anywhere', async () => {
    const asked: Suspect[] = []
    const rig = await open({ challenge: async (suspect) => asked.push(suspect) > 0 })
    await half(rig, 26)
    expect((await (await rig.visitor('more', far(99))).tryCard(99))!.json()).toMatchObject({ state: 'paid' })
    expect(asked).toEqual([{ why: 'merchant', orderNumber: 'more', ip: far(99) }])
  })

  test('is not one whose half are paid, or who has had fewer tries', async () => {
    const rig = await open()
    await half(rig, 25)
    expect((await (await rig.visitor('more', far(99))).tryCard(99))!.statusCode).toBe(200)
    const quiet = await open()
    await tryMany(quiet, 49, far)
    expect((await (await quiet.visitor('more', far(99))).tryCard(99))!.statusCode).toBe(200)
  })

  test('recovers when others are paid', async () => {
    let asked = 0
    const rig = await open({ challenge: async () => ++asked > 0 })
    await half(rig, 26)
    for (const name of ['one', 'two', 'three']) await (await rig.visitor(name, far(99))).tryCard(name)
    expect([asked, rig.tried.at(-1)]).toEqual([1, 'three'])
  })

  test('is not made one by a decline that is asked for again and again', async () => {
    const rig = await open()
    const visitor = await rig.visitor('one', far(1))
    const { orderId } = await visitor.outcome('prepare', {})
    for (let time = 0; time < 60; time += 1) await visitor.ask('pay', paymentOf(orderId!, 1))
    expect(rig.tried).toHaveLength(1)
    expect((await (await rig.visitor('more', far(99))).tryCard(99))!.statusCode).toBe(200)
  })

  test('is one for a second call, too, that brings another card than the first', async () => {
    const rig = await open()
    const answer = rig.state.answer
    rig.state.answer = () => ({ errorCode: 0, is3DSVer2: true, threeDSServerTransId: 'T-1' })
    const visitor = await rig.visitor('begun', far(98))
    const { orderId } = await visitor.outcome('prepare', {})
    const said = await visitor.outcome('pay', paymentOf(orderId!, 1))
    const { continuation } = (said as { step: { continuation: string } }).step
    rig.state.answer = answer
    await half(rig, 50)
    const goOn = (card: number) => visitor.ask('authenticate', { ...paymentOf(orderId!, card), continuation })
    expect((await goOn(2)).statusCode).toBe(429)
    expect((await goOn(1)).statusCode).toBe(200)
  })

  test('is one for a card that is brought again', async () => {
    const rig = await open()
    const visitor = await rig.visitor('begun', far(98))
    const { orderId } = await visitor.outcome('prepare', {})
    await visitor.ask('pay', paymentOf(orderId!, 1))
    await half(rig, 50)
    expect((await visitor.ask('pay', paymentOf(orderId!, 1))).statusCode).toBe(429)
  })

  test('is none for a stored card', async () => {
    const rig = await open()
    await half(rig, 50)
    const visitor = await rig.visitor('more', far(99))
    const { orderId } = await visitor.outcome('prepare', {})
    const answer = await visitor.ask('pay', { ...paymentOf(orderId!, 1), bindingId: 'b-1' })
    // Refused for another reason: there is no client whose card it could be.
    expect(answer.json<{ error: object }>().error).toMatchObject({ code: 'not_found', field: 'bindingId' })
  })
})
