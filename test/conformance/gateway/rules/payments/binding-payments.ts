import { expect } from 'vitest'
import { sealStamp, sealText } from '../../seal-card.ts'
import {
  byOther,
  cardNamed,
  comeBack,
  credentials,
  newNumber,
  paid,
  registered,
  stateOf,
  reportResult,
  type Fixture,
} from '../../fixture.ts'
import { enrolled, newClient, notEnrolled, paidByBinding, stored } from '../../stored-cards.ts'
import { rulesOf } from '../rule.ts'

/** Encrypts a binding as the family's clients do: `ts/uuid//CVV//mdOrder/bindingId`. */
async function sealedBinding({ gateway }: Fixture, mdOrder: string, bindingId: string, cvc = ''): Promise<string> {
  const { keys } = await gateway.sealingKeys({})
  return sealText([...sealStamp, '', cvc, '', mdOrder, bindingId].join('/'), keys[0]!.keyValue)
}

/** Rules of payments by stored credentials. */
export const bindingPaymentRules = rulesOf({
  async '4.11 a stored card pays only an order registered with its own clientId'(fixture) {
    const bindingId = await stored(fixture, newClient())
    const nobody = await registered(fixture)
    expect(await paidByBinding(fixture, nobody, bindingId)).toMatchObject({
      errorCode: '5',
      errorMessage: expect.stringContaining('clientId'),
    })
    const another = await registered(fixture, { clientId: newClient() })
    expect(await paidByBinding(fixture, another, bindingId)).toMatchObject({
      errorCode: '5',
      errorMessage: expect.stringContaining('another clientId'),
    })
    expect(await paidByBinding(fixture, another, 'nobody')).toMatchObject({ errorCode: '2' })
    expect(await paidByBinding(fixture, 'nobody', bindingId)).toMatchObject({ errorCode: '6' })
    for (const id of [nobody, another]) expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 0 })
  },
  async '2.3 F goes through CVC and 3-D Secure as the card is enrolled'(fixture) {
    const clientId = newClient()
    const bindingId = await stored(fixture, clientId, { card: enrolled })
    const id = await registered(fixture, { clientId })
    const { threeDSServerTransId, is3DSVer2 } = await paidByBinding(fixture, id, bindingId, { tii: 'F', cvc: '123' })
    expect(is3DSVer2).toBe(true)
    const { packedCReq } = await paidByBinding(fixture, id, bindingId, { tii: 'F', cvc: '123', threeDSServerTransId })
    expect(await reportResult(fixture, packedCReq!)).toBe('01')
    await comeBack(fixture, packedCReq!)
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 2, paymentWay: 'CARD_BINDING' })
    const wrong = await registered(fixture, { clientId })
    await paidByBinding(fixture, wrong, await stored(fixture, clientId), { tii: 'F', cvc: '321' })
    expect(await stateOf(fixture, wrong)).toMatchObject({ orderStatus: 6, actionCode: 71015 })
  },
  async 'family: a binding and its CVC may come sealed for the order'(fixture) {
    const clientId = newClient()
    const bindingId = await stored(fixture, clientId)
    const pay = async (seToken: string, mdOrder: string) =>
      fixture.gateway.paymentOrderBinding({ ...credentials, mdOrder, seToken })
    const id = await registered(fixture, { clientId })
    expect(await pay(await sealedBinding(fixture, 'another', bindingId), id)).toMatchObject({
      errorCode: '5',
      errorTypeName: 'DATA_INPUT_ERROR',
    })
    const { keys } = await fixture.gateway.sealingKeys({})
    const card = sealText([...sealStamp, notEnrolled.pan, '123', '203412', id].join('/'), keys[0]!.keyValue)
    expect(await pay(card, id)).toMatchObject({
      errorCode: '5',
      errorMessage: expect.stringContaining('paymentorder'),
    })
    expect(await pay(await sealedBinding(fixture, id, ''), id)).toMatchObject({
      errorMessage: expect.stringContaining('bindingId'),
    })
    expect(await pay(await sealedBinding(fixture, id, bindingId, 'x'), id)).toMatchObject({
      errorMessage: expect.stringContaining('security code'),
    })
    expect(await pay(await sealedBinding(fixture, id, bindingId, '123'), id)).toMatchObject({ errorCode: '0' })
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 2 })
    const wrong = await registered(fixture, { clientId })
    await pay(await sealedBinding(fixture, wrong, bindingId, '321'), wrong)
    expect(await stateOf(fixture, wrong)).toMatchObject({ actionCode: 71015 })
  },
  async '4.11 a stored card whose issuer refuses is errorCode 0 with an error, as a card is'(fixture) {
    const clientId = newClient()
    const bindingId = await stored(fixture, clientId)
    const id = await registered(fixture, { clientId, amount: 999_999_999_999 })
    expect(await paidByBinding(fixture, id, bindingId)).toMatchObject({ errorCode: '0', error: expect.any(String) })
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 6, actionCode: 116 })
  },
  async '4.1 the bindingId of a registration must be of its clientId, and pays where the payment names none'(fixture) {
    const clientId = newClient()
    const bindingId = await stored(fixture, clientId)
    const fields = { ...credentials, orderNumber: newNumber(), amount: 100, returnUrl: 'https://shop.test/' }
    for (const change of [{}, { clientId: 'another' }, { clientId, bindingId: 'nobody' }])
      expect(await fixture.gateway.register({ ...fields, bindingId, ...change })).toMatchObject({
        errorCode: '5',
        errorMessage: expect.stringContaining('Field bindingId'),
      })
    expect(
      await fixture.gateway.register({ ...fields, clientId, bindingId, features: ['FORCE_CREATE_BINDING'] }),
    ).toMatchObject({ errorCode: '14' })
    const id = await registered(fixture, { clientId, bindingId })
    expect(await fixture.gateway.paymentOrderBinding({ ...credentials, mdOrder: id })).toMatchObject({
      errorCode: '0',
    })
    const unnamed = await registered(fixture, { clientId })
    expect(await fixture.gateway.paymentOrderBinding({ ...credentials, mdOrder: unnamed })).toMatchObject({
      errorCode: '5',
      errorMessage: expect.stringContaining('bindingId'),
    })
  },
  async '4.11 recurrentPayment.do registers and pays by a recurrent binding, and returns the whole order'(fixture) {
    const clientId = newClient()
    const bindingId = await stored(fixture, clientId, { type: 'R' })
    const request = { ...credentials, orderNumber: newNumber(), bindingId, amount: 500, currency: '978' }
    const answer = await fixture.gateway.recurrentPayment({
      ...request,
      description: 'June',
      additionalParameters: { plan: 'gold' },
    })
    expect(answer).toMatchObject({
      success: true,
      data: { orderId: expect.any(String) },
      orderStatus: {
        orderNumber: request.orderNumber,
        orderStatus: 2,
        amount: 500,
        currency: '978',
        orderDescription: 'June',
        tii: 'R',
        chargeback: false,
        paymentWay: 'CARD_BINDING',
        bindingInfo: { clientId, bindingId },
        merchantOrderParams: [{ name: 'plan', value: 'gold' }],
        operations: [{ amount: 500, cardHolder: 'A HOLDER', authCode: expect.stringMatching(/^\d{6}$/) }],
      },
    })
    expect(answer).not.toHaveProperty('error')
    const before = fixture.debits()
    expect(await fixture.gateway.recurrentPayment(request)).toEqual({
      success: false,
      error: { code: '10', message: expect.any(String), description: expect.any(String) },
    })
    expect(fixture.debits()).toBe(before)
  },
  async '3 a recurrent payment that is declined is a success of the request, and the status decides'(fixture) {
    const bindingId = await stored(fixture, newClient(), { type: 'R' })
    const request = { ...credentials, orderNumber: newNumber(), bindingId, amount: 999_999_999_999 }
    expect(await fixture.gateway.recurrentPayment(request)).toMatchObject({
      success: true,
      orderStatus: { orderStatus: 6, actionCode: 116 },
    })
  },
  async '4.11 recurrentPayment.do takes a recurrent binding in use, of that merchant, and nothing else'(fixture) {
    const common = await stored(fixture, newClient())
    const recurrent = await stored(fixture, newClient(), { type: 'R' })
    const orderNumber = newNumber()
    const pay = (bindingId: string, by = credentials) =>
      fixture.gateway.recurrentPayment({ ...by, orderNumber, bindingId, amount: 500 })
    expect(await pay(common)).toMatchObject({ success: false, error: { code: '5' } })
    expect(await pay('nobody')).toMatchObject({ success: false, error: { code: '2' } })
    expect(await pay(recurrent, byOther)).toMatchObject({ success: false, error: { code: '2' } })
    expect(await pay(recurrent, { ...credentials, password: 'wrong' })).toMatchObject({ error: { code: '5' } })
    await fixture.gateway.unBindCard({ ...credentials, bindingId: recurrent })
    expect(await pay(recurrent)).toMatchObject({ success: false, error: { code: '2' } })
    const { errorCode } = await fixture.gateway.getOrderStatusExtended({ ...credentials, orderNumber })
    expect(errorCode).toBe('6')
  },
  async '4.4 a seToken that holds a binding is sent to paymentOrderBinding.do'(fixture) {
    const clientId = newClient()
    const bindingId = await stored(fixture, clientId)
    const id = await registered(fixture, { clientId })
    const seToken = await sealedBinding(fixture, id, bindingId)
    expect(await paid(fixture, id, cardNamed(notEnrolled.pan), { seToken })).toMatchObject({
      errorCode: '5',
      errorMessage: expect.stringContaining('paymentOrderBinding.do'),
    })
  },
})
