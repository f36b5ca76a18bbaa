import { expect } from 'vitest'
import type { MotoPayment } from '#server-contract/gateway/moto.ts'
import { inZone } from '../../paid-orders.ts'
import { sealStamp, sealText } from '../../seal-card.ts'
import { credentials, newNumber, stateOf, type Fixture } from '../../fixture.ts'
import { enrolled, newClient, notEnrolled, penniless, stored } from '../../stored-cards.ts'
import { rulesOf } from '../rule.ts'

const { pan, expiry } = notEnrolled

const order = (change: Partial<MotoPayment> = {}): MotoPayment => ({
  ...credentials,
  orderNumber: newNumber(),
  amount: 1234,
  returnUrl: 'https://shop.test/back',
  cardholder: 'A HOLDER',
  ...change,
})

const byMoto = ({ gateway }: Fixture, change: Partial<MotoPayment> = {}) =>
  gateway.motoPayment(order({ pan, expiry, ...change }))

async function sealed({ gateway }: Fixture, text: string): Promise<string> {
  const { keys } = await gateway.sealingKeys({})
  return sealText([sealStamp[0], crypto.randomUUID(), text].join('/'), keys[0]!.keyValue)
}

/** Rules of mail and telephone orders. */
export const motoRules = rulesOf({
  async '4.5 motoPayment.do registers and pays in one call, without CVC and 3-D Secure'(fixture) {
    const request = fixture.acs.request.length
    const orderNumber = newNumber()
    const answer = await byMoto(fixture, { orderNumber, pan: enrolled.pan })
    expect(answer).toEqual({ success: true, errorCode: '0', mdOrder: expect.any(String), orderNumber })
    expect(await stateOf(fixture, answer.mdOrder!)).toMatchObject({
      orderNumber,
      orderStatus: 2,
      paymentWay: 'CARD_MOTO',
      cardAuthInfo: { cardholderName: 'A HOLDER', secureAuthInfo: { threeDsType: '0' } },
    })
    expect(fixture.acs.request).toHaveLength(request)
  },
  async '4.5 its orderNumber is optional, and unique where it is sent'(fixture) {
    const { orderNumber, mdOrder } = await byMoto(fixture, { orderNumber: undefined })
    expect(await stateOf(fixture, mdOrder!)).toMatchObject({ orderNumber, orderStatus: 2 })
    const before = fixture.debits()
    expect(await byMoto(fixture, { orderNumber })).toMatchObject({ success: false, errorCode: '1' })
    expect(fixture.debits()).toBe(before)
  },
  async '4.5 success says that the request was processed: the status shows a declined card'(fixture) {
    const { mdOrder, ...answer } = await byMoto(fixture, { pan: penniless.pan })
    expect(answer).toMatchObject({ success: true, errorCode: '0', userMessage: expect.any(String) })
    expect(await stateOf(fixture, mdOrder!)).toMatchObject({ orderStatus: 6, actionCode: 116 })
  },
  async '4.5 a CVC that is sent is checked'(fixture) {
    const right = await byMoto(fixture, { cvc: '123' })
    expect(await stateOf(fixture, right.mdOrder!)).toMatchObject({ orderStatus: 2 })
    const wrong = await byMoto(fixture, { cvc: '321' })
    expect(await stateOf(fixture, wrong.mdOrder!)).toMatchObject({ orderStatus: 6, actionCode: 71015 })
  },
  async '4.5 preAuth holds the amount, and its dates are those of registerPreAuth.do'(fixture) {
    const at = inZone(fixture.clock.now() + 60_000)
    const { mdOrder } = await byMoto(fixture, { preAuth: true, autocompletionDate: at })
    expect(await stateOf(fixture, mdOrder!)).toMatchObject({ orderStatus: 1 })
    fixture.clock.advance(60_000)
    expect(await stateOf(fixture, mdOrder!)).toMatchObject({ orderStatus: 2 })
    const later = inZone(fixture.clock.now() + 60_000)
    expect(await byMoto(fixture, { preAuth: true, autocompletionDate: later, autoReverseDate: later })).toMatchObject({
      success: false,
      errorCode: '5',
      errorMessage: expect.stringMatching(/autoReverseDate must not be sent together/),
    })
  },
  async '4.5 autocompletionDate and autoReverseDate are refused without preAuth, and nothing is paid'(fixture) {
    const at = inZone(fixture.clock.now() + 60_000)
    const before = fixture.debits()
    for (const field of ['autocompletionDate', 'autoReverseDate'])
      for (const phase of [{}, { preAuth: false }])
        expect(await byMoto(fixture, { ...phase, [field]: at })).toMatchObject({
          success: false,
          errorCode: '5',
          errorMessage: `Field ${field} must not be sent of a one-phase payment`,
        })
    expect(fixture.debits()).toBe(before)
  },
  async '4.5 pan and expiry are mandatory unless a seToken or a bindingId is passed'(fixture) {
    const orderNumber = newNumber()
    for (const change of [{}, { pan }, { expiry }])
      expect(await fixture.gateway.motoPayment(order({ orderNumber, ...change }))).toMatchObject({
        success: false,
        errorCode: '4',
        errorMessage: expect.stringContaining('pan and expiry'),
      })
    const { errorCode } = await fixture.gateway.getOrderStatusExtended({ ...credentials, orderNumber })
    expect(errorCode).toBe('6')
  },
  async '4.5 a binding of the clientId pays, and another client is refused'(fixture) {
    const clientId = newClient()
    const bindingId = await stored(fixture, clientId)
    const { mdOrder } = await fixture.gateway.motoPayment(order({ clientId, bindingId }))
    expect(await stateOf(fixture, mdOrder!)).toMatchObject({
      orderStatus: 2,
      paymentWay: 'CARD_MOTO',
      bindingInfo: { clientId, bindingId },
    })
    const { motoPayment } = fixture.gateway
    expect(await motoPayment(order({ bindingId }))).toMatchObject({ success: false, errorCode: '5' })
    expect(await motoPayment(order({ bindingId, clientId: 'another' }))).toMatchObject({ errorCode: '5' })
    expect(await motoPayment(order({ bindingId: 'nobody', clientId }))).toMatchObject({ errorCode: '2' })
  },
  async 'family: a card or a binding may come sealed, for no order'(fixture) {
    const clientId = newClient()
    const bindingId = await stored(fixture, clientId)
    const pay = async (text: string, change: Partial<MotoPayment> = {}) =>
      fixture.gateway.motoPayment(order({ seToken: await sealed(fixture, text), ...change }))
    for (const answer of [
      await pay(`${pan}/123/${expiry}`),
      await pay(`${pan}//${expiry}`),
      await pay(`////${bindingId}`, { clientId }),
    ])
      expect(await stateOf(fixture, answer.mdOrder!)).toMatchObject({ orderStatus: 2 })
    const wrong = await pay(`/321///${bindingId}`, { clientId })
    expect(await stateOf(fixture, wrong.mdOrder!)).toMatchObject({ actionCode: 71015 })
    expect(await pay(`${pan}//${expiry}/another`)).toMatchObject({ success: false, errorCode: '5' })
    expect(await pay('nonsense')).toMatchObject({
      success: false,
      errorMessage: expect.stringContaining('5 to 9'),
    })
  },
  async 'family: a sealed card that names no order pays once, whichever order it is sent for'(fixture) {
    const seToken = await sealed(fixture, `${pan}/123/${expiry}`)
    const orderNumber = newNumber()
    expect(await fixture.gateway.motoPayment(order({ seToken, email: 'nobody' }))).toMatchObject({ success: false })
    expect(await fixture.gateway.motoPayment(order({ seToken }))).toMatchObject({ success: true })
    expect(await fixture.gateway.motoPayment(order({ orderNumber, seToken }))).toMatchObject({
      success: false,
      errorCode: '5',
      errorMessage: 'Field seToken has paid an order already: make a new one',
    })
    const { errorCode } = await fixture.gateway.getOrderStatusExtended({ ...credentials, orderNumber })
    expect(errorCode).toBe('6')
  },
  async '4.5 a card stored by a mail order is a binding of its client'(fixture) {
    const clientId = newClient()
    await byMoto(fixture, { clientId, features: ['FORCE_CREATE_BINDING'] })
    const { bindings } = await fixture.gateway.getBindings({ ...credentials, clientId })
    expect(bindings).toHaveLength(1)
    expect(await byMoto(fixture, { features: ['FORCE_CREATE_BINDING'] })).toMatchObject({
      success: false,
      errorCode: '14',
    })
  },
  async '4.5 a card number or an e-mail address that cannot be one is refused before an order is registered'(fixture) {
    const orderNumber = newNumber()
    expect(await byMoto(fixture, { orderNumber, pan: '4444555511113334' })).toMatchObject({
      success: false,
      errorCode: '5',
      errorMessage: expect.stringContaining('card number'),
    })
    expect(await byMoto(fixture, { orderNumber, email: 'nobody' })).toMatchObject({
      success: false,
      errorMessage: expect.stringContaining('Field email'),
    })
    expect(await byMoto(fixture, { orderNumber })).toMatchObject({ success: true })
  },
})
