import { expect } from 'vitest'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import {
  byOther,
  comeBack,
  credentials,
  newNumber,
  paid,
  paidInTwo,
  registered,
  stateOf,
  reportResult,
  type Fixture,
} from '../../fixture.ts'
import { enrolled, newClient, notEnrolled, paidByBinding, penniless, stored } from '../../stored-cards.ts'
import { rightRequests } from '../../right-requests.ts'
import { ask, messageOf } from '../fields.ts'
import { rulesOf } from '../rule.ts'

const bindingsOf = ({ gateway }: Fixture, clientId: string, bindingType?: 'C' | 'R') =>
  gateway.getBindings({ ...credentials, clientId, ...(bindingType && { bindingType }) })

/** Rules of stored credentials: how they are created, and who may see them. */
export const bindingRules = rulesOf({
  async '3 a payment with FORCE_CREATE_BINDING leaves a common binding, listed as 2.2 says, that pays the next order'(
    fixture,
  ) {
    const clientId = newClient()
    const id = await registered(fixture, { clientId, features: ['FORCE_CREATE_BINDING'] })
    await paid(fixture, id, notEnrolled)
    const { bindings } = await bindingsOf(fixture, clientId, 'C')
    expect(bindings).toEqual([
      {
        bindingId: expect.any(String),
        maskedPan: '444455**3333',
        expiryDate: '203412',
        paymentWay: 'CARD',
        paymentSystem: 'VISA',
        displayLabel: '**** 3333',
        bindingCategory: 'COMMON',
      },
    ])
    const { bindingId } = bindings![0]!
    expect(await stateOf(fixture, id)).toMatchObject({ paymentWay: 'CARD', bindingInfo: { clientId, bindingId } })
    const next = await registered(fixture, { clientId })
    expect(await paidByBinding(fixture, next, bindingId!, { tii: 'F', cvc: '123' })).toMatchObject({
      errorCode: '0',
      info: expect.any(String),
      redirect: `https://shop.test/back?orderId=${next}&lang=en`,
    })
    expect(await stateOf(fixture, next)).toMatchObject({
      orderStatus: 2,
      paymentWay: 'CARD_BINDING',
      tii: 'F',
      bindingInfo: { clientId, bindingId },
      cardAuthInfo: { maskedPan: '444455**3333', cardholderName: 'A HOLDER' },
    })
  },
  async '3 recurringFrequency and recurringExpiry make the binding recurrent, whatever they say'(fixture) {
    const clientId = newClient()
    const id = await registered(fixture, { clientId, features: ['FORCE_CREATE_BINDING'] })
    await paid(fixture, id, notEnrolled, { jsonParams: { recurringFrequency: '99', recurringExpiry: '19990101' } })
    expect((await bindingsOf(fixture, clientId, 'R')).bindings).toMatchObject([{ bindingCategory: 'RECURRENT' }])
    expect(await bindingsOf(fixture, clientId, 'C')).toMatchObject({ errorCode: '2' })
  },
  async '3 a recurrent binding is created with recurringFrequency and recurringExpiry in jsonParams of the payment, which nobody verifies'(
    fixture,
  ) {
    const terms = { recurringFrequency: '99', recurringExpiry: 'some day' }
    const clientId = newClient()
    const id = await registered(fixture, { clientId, jsonParams: terms })
    for (const [missing, jsonParams] of [
      ['recurringFrequency', undefined],
      ['recurringFrequency', { recurringExpiry: '20301231' }],
      ['recurringExpiry', { recurringFrequency: '30' }],
    ] as const)
      expect(await paid(fixture, id, notEnrolled, { tii: 'RI', ...(jsonParams && { jsonParams }) })).toMatchObject({
        errorCode: '4',
        errorMessage: `Field jsonParams.${missing} is required with tii RI`,
      })
    expect(await paid(fixture, id, notEnrolled, { tii: 'RI', language: 'ru' })).toMatchObject({
      errorMessage: 'Поле jsonParams.recurringFrequency обязательно вместе с tii RI',
    })
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 0 })
    expect(await paid(fixture, id, notEnrolled, { tii: 'RI', jsonParams: terms })).toMatchObject({ errorCode: '0' })
    expect((await bindingsOf(fixture, clientId, 'R')).bindings).toMatchObject([{ bindingCategory: 'RECURRENT' }])
  },
  async '3 a payment that creates no recurrent binding needs no terms of one'(fixture) {
    const clientId = newClient()
    for (const change of [{ tii: 'CI' }, {}, { tii: 'RI', bindingNotNeeded: true }] as const)
      expect(await paid(fixture, await registered(fixture, { clientId }), notEnrolled, change)).toMatchObject({
        errorCode: '0',
      })
    expect(await bindingsOf(fixture, clientId, 'R')).toMatchObject({ errorCode: '2' })
  },
  async '4.1 a clientId is mandatory for stored credentials: without it the registration is refused, or the payment'(
    fixture,
  ) {
    const fields = { ...credentials, orderNumber: newNumber(), amount: 100, returnUrl: 'https://shop.test/' }
    for (const clientId of [undefined, ''])
      expect(await fixture.gateway.register({ ...fields, clientId, features: ['FORCE_CREATE_BINDING'] })).toMatchObject(
        { errorCode: '14', errorMessage: expect.stringContaining('clientId') },
      )
    const id = await registered(fixture)
    for (const tii of ['CI', 'RI'] as const)
      expect(await paid(fixture, id, notEnrolled, { tii })).toMatchObject({
        errorCode: '5',
        errorMessage: expect.stringContaining('clientId'),
      })
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 0 })
  },
  async '4.4 bindingNotNeeded leaves no binding, false does; family: true is refused where the order forces one'(
    fixture,
  ) {
    const clientId = newClient()
    const order = { clientId, features: ['FORCE_CREATE_BINDING'] }
    const forced = await registered(fixture, order)
    expect(await paid(fixture, forced, notEnrolled, { bindingNotNeeded: true })).toMatchObject({
      errorCode: '5',
      errorMessage: expect.stringMatching(/^Field bindingNotNeeded must not be true/),
    })
    expect(await stateOf(fixture, forced)).toMatchObject({ orderStatus: 0 })
    expect(await bindingsOf(fixture, clientId)).toMatchObject({ errorCode: '2' })
    await paid(fixture, await registered(fixture, { clientId }), notEnrolled, { tii: 'CI', bindingNotNeeded: true })
    expect(await bindingsOf(fixture, clientId)).toMatchObject({ errorCode: '2' })
    await paid(fixture, await registered(fixture, order), notEnrolled, { bindingNotNeeded: false })
    expect((await bindingsOf(fixture, clientId)).bindings).toHaveLength(1)
  },
  async '3 a declined payment leaves no binding, and one that passes its challenge does'(fixture) {
    const clientId = newClient()
    const order = { clientId, features: ['FORCE_CREATE_BINDING'] }
    await paid(fixture, await registered(fixture, order), penniless)
    expect(await bindingsOf(fixture, clientId)).toMatchObject({ errorCode: '2' })
    const { packedCReq } = await paidInTwo(fixture, await registered(fixture, order), enrolled)
    expect(await bindingsOf(fixture, clientId)).toMatchObject({ errorCode: '2' })
    await reportResult(fixture, packedCReq!)
    await comeBack(fixture, packedCReq!)
    expect((await bindingsOf(fixture, clientId)).bindings).toMatchObject([{ maskedPan: '555555**5599' }])
  },
  async 'family: VERIFY with FORCE_CREATE_BINDING only stores, of an amount of 0 too, and the order ends reversed'(
    fixture,
  ) {
    const clientId = newClient()
    const verify = { clientId, features: ['VERIFY', 'FORCE_CREATE_BINDING'] }
    const id = await registered(fixture, { ...verify, amount: 0 })
    await paid(fixture, id, notEnrolled)
    expect(await stateOf(fixture, id)).toMatchObject({
      orderStatus: 3,
      paymentAmountInfo: { paymentState: 'REVERSED', approvedAmount: 0, depositedAmount: 0 },
    })
    expect(fixture.givenBack(id)).toEqual([])
    expect((await bindingsOf(fixture, clientId)).bindings).toHaveLength(1)
    const withAmount = await registered(fixture, verify)
    await paid(fixture, withAmount, notEnrolled)
    expect(await stateOf(fixture, withAmount)).toMatchObject({ orderStatus: 3 })
    expect(fixture.givenBack(withAmount)).toEqual([1234])
  },
  async '2.2 the same card of a client keeps its binding, another client or purpose has its own'(fixture) {
    const [one, two] = [newClient(), newClient()]
    const first = await stored(fixture, one)
    expect(await stored(fixture, one)).toBe(first)
    expect(await stored(fixture, one, { type: 'R' })).not.toBe(first)
    expect(await stored(fixture, two)).not.toBe(first)
    expect((await bindingsOf(fixture, one)).bindings).toHaveLength(2)
    expect((await bindingsOf(fixture, two)).bindings).toHaveLength(1)
  },
  async '4.11 getBindings.do lists by clientId and bindingType, for the merchant that asks'(fixture) {
    const clientId = newClient()
    const common = await stored(fixture, clientId)
    const recurrent = await stored(fixture, clientId, { type: 'R' })
    const ids = async (type?: 'C' | 'R') =>
      (await bindingsOf(fixture, clientId, type)).bindings!.map(({ bindingId }) => bindingId)
    expect(await ids()).toEqual([common, recurrent])
    expect(await ids('C')).toEqual([common])
    expect(await ids('R')).toEqual([recurrent])
    expect(await fixture.gateway.getBindings({ ...byOther, clientId })).toMatchObject({ errorCode: '2' })
    expect(await bindingsOf(fixture, 'nobody')).toMatchObject({ errorCode: '2' })
  },
  async 'family: unBindCard.do takes a binding out of use, bindCard.do puts it back, and neither twice'(fixture) {
    const clientId = newClient()
    const bindingId = await stored(fixture, clientId)
    const { unBindCard, bindCard } = fixture.gateway
    const request = { ...credentials, bindingId }
    expect(await bindCard(request)).toMatchObject({ errorCode: '2' })
    expect(await unBindCard(request)).toMatchObject({ errorCode: '0' })
    expect(await unBindCard(request)).toMatchObject({ errorCode: '2' })
    expect(await bindingsOf(fixture, clientId)).toMatchObject({ errorCode: '2' })
    const id = await registered(fixture, { clientId })
    expect(await paidByBinding(fixture, id, bindingId)).toMatchObject({ errorCode: '2' })
    expect(await bindCard(request)).toMatchObject({ errorCode: '0' })
    expect(await paidByBinding(fixture, id, bindingId)).toMatchObject({ errorCode: '0' })
    expect(await unBindCard({ ...byOther, bindingId })).toMatchObject({ errorCode: '2' })
    expect(await unBindCard({ ...request, bindingId: 'nobody' })).toMatchObject({ errorCode: '2' })
  },
  async '2.2 an empty clientId names no client: it is taken where none is needed, and refused for a stored card'(
    fixture,
  ) {
    const done = { success: true }
    for (const name of ['walletAPayment', 'walletADirect', 'walletBPayment', 'walletBDirect'] as const) {
      const { fields } = await rightRequests[name](fixture)
      expect(await ask(fixture, gatewayApi[name], { ...fields, clientId: '' })).toMatchObject(done)
      const later = await rightRequests[name](fixture)
      expect(messageOf(await ask(fixture, gatewayApi[name], { ...later.fields, clientId: '', tii: 'CI' }))).toMatch(
        /^Field clientId is required of an order whose card is to be stored/,
      )
    }
    const orderId = await registered(fixture, { clientId: '' })
    expect(await paid(fixture, orderId, notEnrolled, { tii: 'CI' })).toMatchObject({ errorCode: '5' })
    expect(await fixture.gateway.getBindings({ ...credentials, clientId: '' })).toMatchObject({
      errorCode: '1',
      errorMessage: 'Field clientId is required',
    })
    expect(await fixture.gateway.getBindings({ ...credentials, clientId: newClient() })).toMatchObject({
      errorCode: '2',
    })
  },
})
