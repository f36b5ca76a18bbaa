import { expect } from 'vitest'
import { initiators, tiiOn, type Initiator, type Tii } from '#server-contract/gateway/initiators.ts'
import { byTrusted, credentials, paid, post, registered, stateOf, type Fixture } from '../../fixture.ts'
import { enrolled, newClient, notEnrolled, paidByBinding, stored, withTerms } from '../../stored-cards.ts'
import { payADirect, payBDirect, refused } from '../../wallet-payments.ts'
import { rulesOf } from '../rule.ts'

const table = Object.entries<Initiator>(initiators) as [Tii | '', Initiator][]

const categoriesOf = async ({ gateway }: Fixture, clientId: string) =>
  (await gateway.getBindings({ ...credentials, clientId })).bindings?.map(({ bindingCategory }) => bindingCategory)

/** Rules of the transaction initiator indicator. */
export const initiatorRules = rulesOf({
  async '2.3 card-entered requests accept every value, and store what the table says'(fixture) {
    for (const [tii, { stores }] of table) {
      const clientId = newClient()
      const id = await registered(fixture, { clientId })
      await paid(fixture, id, notEnrolled, withTerms(tii))
      expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 2, ...(tii && { tii }) })
      expect(await categoriesOf(fixture, clientId), tii).toEqual(stores && [stores])
    }
  },
  async '2.3 a value that is not in the table is refused'(fixture) {
    const id = await registered(fixture)
    expect(await paid(fixture, id, notEnrolled, { tii: 'CI' })).toMatchObject({ errorCode: '5' })
    for (const path of ['paymentorder', 'paymentOrderBinding']) {
      const answer = await post(fixture, `${fixture.base}/payment/rest/${path}.do`, {
        ...credentials,
        MDORDER: id,
        mdOrder: id,
        TEXT: 'A HOLDER',
        language: 'en',
        tii: path === 'paymentorder' ? 'X' : 'CI',
      })
      expect(await answer.json()).toMatchObject({
        errorCode: '5',
        errorMessage: expect.stringContaining('Field tii must be one of'),
      })
    }
  },
  async '2.3 U and R are one-phase only, by card and by stored card'(fixture) {
    const clientId = newClient()
    for (const [tii, { onePhaseOnly }] of table.filter(([tii]) => tii)) {
      const id = await registered(fixture, { clientId }, 'registerPreAuth')
      const answer = await paid(fixture, id, notEnrolled, withTerms(tii))
      expect(answer.errorCode, tii).toBe(onePhaseOnly ? '5' : '0')
      if (onePhaseOnly) expect(answer.errorMessage).toContain(`tii ${tii} is for one-phase payments only`)
      expect((await stateOf(fixture, id)).orderStatus).toBe(onePhaseOnly ? 0 : 1)
    }
    const bindingId = await stored(fixture, clientId)
    const id = await registered(fixture, { clientId }, 'registerPreAuth')
    expect(await paidByBinding(fixture, id, bindingId, { tii: 'U' })).toMatchObject({ errorCode: '5' })
    expect(await paidByBinding(fixture, id, bindingId, { tii: 'F' })).toMatchObject({ errorCode: '0' })
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 1 })
  },
  async '2.3 U asks for no CVC and no 3-D Secure, by card and by stored card'(fixture) {
    const clientId = newClient()
    const { pan: $PAN, expiry: $EXPIRY } = enrolled
    const inTheClear = { ...credentials, TEXT: 'A HOLDER', language: 'en', $PAN, $EXPIRY } as const
    const request = fixture.acs.request.length
    const byCard = await registered(fixture, { clientId })
    await fixture.gateway.paymentorder({ ...inTheClear, MDORDER: byCard, tii: 'U' })
    expect(await stateOf(fixture, byCard)).toMatchObject({
      orderStatus: 2,
      cardAuthInfo: { secureAuthInfo: { threeDsType: '0' } },
    })
    const wrongCvc = await registered(fixture, { clientId })
    await fixture.gateway.paymentorder({ ...inTheClear, MDORDER: wrongCvc, tii: 'U', $CVC: '321' })
    expect(await stateOf(fixture, wrongCvc)).toMatchObject({ orderStatus: 2 })
    const bindingId = await stored(fixture, clientId, { card: enrolled })
    const byBinding = await registered(fixture, { clientId })
    expect(await paidByBinding(fixture, byBinding, bindingId, { tii: 'U', cvc: '321' })).toMatchObject({
      errorCode: '0',
      redirect: expect.any(String),
    })
    expect(await stateOf(fixture, byBinding)).toMatchObject({ orderStatus: 2, tii: 'U' })
    expect(fixture.acs.request).toHaveLength(request)
  },
  async '2.3 F and U use a common binding, R a recurrent one'(fixture) {
    const clientId = newClient()
    const ids = { COMMON: await stored(fixture, clientId), RECURRENT: await stored(fixture, clientId, { type: 'R' }) }
    for (const tii of tiiOn('paymentOrderBinding'))
      for (const [category, bindingId] of Object.entries(ids)) {
        const id = await registered(fixture, { clientId })
        const { errorCode, errorMessage } = await paidByBinding(fixture, id, bindingId, { tii })
        const fits = (initiators[tii] as Initiator).uses === category
        expect([tii, category, errorCode]).toEqual([tii, category, fits ? '0' : '5'])
        if (!fits) expect(errorMessage).toContain(`tii ${tii}`)
      }
  },
  async '2.3 the tii that counts is that of the payment, not of one that was begun before'(fixture) {
    const clientId = newClient()
    const bindingId = await stored(fixture, clientId, { card: enrolled })
    const id = await registered(fixture, { clientId })
    expect(await paid(fixture, id, enrolled, withTerms('RI'))).toMatchObject({ is3DSVer2: true })
    expect(await paidByBinding(fixture, id, bindingId)).toMatchObject({ is3DSVer2: true })
    await paid(fixture, id, notEnrolled)
    const state = await stateOf(fixture, id)
    expect(state).toMatchObject({ orderStatus: 2, paymentWay: 'CARD' })
    expect(state).not.toHaveProperty('tii')
    expect(state.bindingInfo).not.toHaveProperty('bindingId')
    expect(await categoriesOf(fixture, clientId)).toEqual(['COMMON'])
  },
  async '4.1 every tii needs an order with a clientId, by an entered card and by opened wallet data'(fixture) {
    for (const [tii, { uses }] of table.filter(([tii]) => tii)) {
      const id = await registered(fixture)
      const answer = await paid(fixture, id, notEnrolled, withTerms(tii))
      expect([tii, answer.errorCode, answer.errorMessage]).toEqual([tii, '5', expect.stringMatching('Field clientId')])
      expect((await stateOf(fixture, id)).orderStatus).toBe(0)
      const later = uses && { originalPaymentNetRefNum: '123456789012', originalPaymentDate: '1893456000000' }
      const by = { username: byTrusted.userName, tii: tii as Tii, ...later }
      expect(await payADirect(fixture, by)).toMatchObject(refused('Field clientId'))
      expect(await payADirect(fixture, { ...by, clientId: '' })).toMatchObject(refused('Field clientId'))
      expect(await payADirect(fixture, { ...by, clientId: newClient() })).toMatchObject({ success: true })
      if (uses)
        expect(await payBDirect(fixture, { tii: tii as Tii, ...later })).toMatchObject(refused('Field clientId'))
    }
  },
  async '2.3 a request without a tii stores nothing, even of a client'(fixture) {
    const clientId = newClient()
    await paid(fixture, await registered(fixture, { clientId }), notEnrolled)
    expect(await categoriesOf(fixture, clientId)).toBeUndefined()
  },
})
