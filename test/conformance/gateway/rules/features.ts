import { expect } from 'vitest'
import {
  byTrusted,
  cardNamed,
  comeBack,
  credentials,
  newNumber,
  paid,
  paidInTwo,
  registered,
  stateOf,
  reportResult,
} from '../fixture.ts'
import { enrolled, newClient, notEnrolled, paidByBinding, stored } from '../stored-cards.ts'
import { rulesOf } from './rule.ts'

const attempting = cardNamed('4000001111111118')
const frictionless = cardNamed('4111111111111111')
const olderVersion = cardNamed('6759649826438453')

/** Rules of the features of a registration. */
export const featureRules = rulesOf({
  async '4.1 features is repeatable, and a value that is not known is refused by its name'(fixture) {
    const clientId = newClient()
    const id = await registered(fixture, { clientId, features: ['FORCE_SSL', 'FORCE_CREATE_BINDING'] })
    await paid(fixture, id, enrolled)
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 2, bindingInfo: { clientId } })
    const request = { ...credentials, orderNumber: newNumber(), amount: 1, returnUrl: 'https://shop.test/' }
    expect(await fixture.gateway.register({ ...request, features: ['FORCE_SSL', 'FORCE'] })).toMatchObject({
      errorCode: '14',
      errorMessage: expect.stringMatching(/^Field features .*FORCE_CREATE_BINDING/),
    })
  },
  async '4.1 FORCE_SSL pays without 3-D Secure, even of a card that takes part'(fixture) {
    const request = fixture.acs.request.length
    for (const card of [enrolled, olderVersion]) {
      const id = await registered(fixture, { features: ['FORCE_SSL'] })
      expect(await paid(fixture, id, card)).toMatchObject({ redirect: expect.any(String) })
      expect(await stateOf(fixture, id)).toMatchObject({
        orderStatus: 2,
        cardAuthInfo: { secureAuthInfo: { threeDsType: '0', eci: 7 } },
      })
    }
    expect(fixture.acs.request).toHaveLength(request)
  },
  async 'family: FORCE_TDS and FORCE_FULL_TDS decline a card that is not in 3-D Secure, and the issuer is not asked'(
    fixture,
  ) {
    const before = fixture.debits()
    for (const feature of ['FORCE_TDS', 'FORCE_FULL_TDS']) {
      const id = await registered(fixture, { features: [feature] })
      expect(await paid(fixture, id, notEnrolled)).toMatchObject({ errorCode: '0', error: expect.any(String) })
      expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 6, actionCode: -2022 })
    }
    expect(fixture.debits()).toBe(before)
  },
  async 'family: an attempt is enough for FORCE_TDS and not for FORCE_FULL_TDS, which takes a full authentication only'(
    fixture,
  ) {
    const pay = async (feature: string, card: typeof attempting) => {
      const id = await registered(fixture, { features: [feature] })
      await paidInTwo(fixture, id, card)
      return stateOf(fixture, id)
    }
    expect(await pay('FORCE_TDS', attempting)).toMatchObject({ orderStatus: 2 })
    expect(await pay('FORCE_FULL_TDS', attempting)).toMatchObject({ orderStatus: 6, actionCode: 4032 })
    expect(await pay('FORCE_FULL_TDS', frictionless)).toMatchObject({ orderStatus: 2 })
  },
  async 'family: FORCE_FULL_TDS takes a challenge that is passed, and not one that ends as an attempt'(fixture) {
    for (const [transStatus, end] of [
      ['Y', { orderStatus: 2 }],
      ['A', { orderStatus: 6, actionCode: 4032 }],
    ] as const) {
      const id = await registered(fixture, { features: ['FORCE_FULL_TDS'] })
      const { packedCReq } = await paidInTwo(fixture, id, enrolled)
      await reportResult(fixture, packedCReq!, { transStatus })
      await comeBack(fixture, packedCReq!)
      expect(await stateOf(fixture, id)).toMatchObject(end)
    }
  },
  async 'family: AUTO_PAYMENT needs a permission and goes with neither FORCE_TDS nor FORCE_SSL, errorCode 13'(fixture) {
    const ask = (by: typeof credentials, ...features: string[]) =>
      fixture.gateway.register({
        ...by,
        orderNumber: newNumber(),
        amount: 1,
        returnUrl: 'https://shop.test/',
        features: ['AUTO_PAYMENT', ...features],
      })
    const refused = { errorCode: '13', errorMessage: expect.stringMatching(/^Field features AUTO_PAYMENT/) }
    expect(await ask(credentials)).toMatchObject(refused)
    expect(await ask(byTrusted, 'FORCE_TDS')).toMatchObject(refused)
    expect(await ask(byTrusted, 'FORCE_SSL')).toMatchObject(refused)
    expect(await ask(byTrusted)).toHaveProperty('orderId')
  },
  async 'family: AUTO_PAYMENT lets a stored card pay without CVC and 3-D Secure'(fixture) {
    const clientId = newClient()
    const bindingId = await stored(fixture, clientId, { card: enrolled, by: byTrusted })
    const id = await registered(fixture, { ...byTrusted, clientId, features: ['AUTO_PAYMENT'] })
    await paidByBinding(fixture, id, bindingId, { ...byTrusted, cvc: '321' })
    expect(await stateOf(fixture, id, byTrusted)).toMatchObject({ orderStatus: 2 })
    const usual = await registered(fixture, { ...byTrusted, clientId })
    expect(await paidByBinding(fixture, usual, bindingId, byTrusted)).toMatchObject({ is3DSVer2: true })
  },
  async 'family: FORCE_CREATE_BINDING needs a clientId and goes with no bindingId'(fixture) {
    const clientId = newClient()
    const bindingId = await stored(fixture, clientId)
    const ask = (change: object) =>
      fixture.gateway.register({
        ...credentials,
        orderNumber: newNumber(),
        amount: 1,
        returnUrl: 'https://shop.test/',
        features: ['FORCE_CREATE_BINDING'],
        ...change,
      })
    expect(await ask({})).toMatchObject({ errorCode: '14', errorMessage: expect.stringContaining('clientId') })
    expect(await ask({ clientId, bindingId })).toMatchObject({
      errorCode: '14',
      errorMessage: expect.stringContaining('bindingId'),
    })
    expect(await ask({ clientId })).toHaveProperty('orderId')
  },
  async 'family: PARTIAL_AUTHORIZATION and FORCE_PAYMENT_WAY are known, and change nothing where issuers approve the whole'(
    fixture,
  ) {
    const id = await registered(fixture, { features: ['PARTIAL_AUTHORIZATION', 'FORCE_PAYMENT_WAY'] })
    await paid(fixture, id, notEnrolled)
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 2, paymentAmountInfo: { depositedAmount: 1234 } })
  },
})
