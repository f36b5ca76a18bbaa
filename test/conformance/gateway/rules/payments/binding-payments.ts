import { expect } from 'vitest'
import { sealText } from '../../seal-card.ts'
import {
  byOther,
  cardNamed,
  comeBack,
  credentials,
  newNumber,
  paid,
  registered,
  stateOf,
  tellResult,
  type Stage,
} from '../../stage.ts'
import { enrolled, newClient, notEnrolled, paidByBinding, stored } from '../../stored-cards.ts'
import type { Rule } from '../rule.ts'

/** Seals a binding as the family's clients do: `ts/uuid//CVV//mdOrder/bindingId`. */
async function sealedBinding({ gateway }: Stage, mdOrder: string, bindingId: string, cvc = ''): Promise<string> {
  const { keys } = await gateway.sealingKeys({})
  const uuid = '8f1a6c52-6e62-4e0b-9a34-2d0a1b3c4d5e'
  return sealText(`2030-05-01T12:00:00+00:00/${uuid}//${cvc}//${mdOrder}/${bindingId}`, keys[0]!.keyValue)
}

/** Rules of payments by stored credentials. */
export const bindingPaymentRules: readonly Rule[] = [
  [
    '4.11 a stored card pays only an order registered with its own clientId',
    async (stage) => {
      const bindingId = await stored(stage, newClient())
      const nobody = await registered(stage)
      expect(await paidByBinding(stage, nobody, bindingId)).toMatchObject({
        errorCode: '5',
        errorMessage: expect.stringContaining('clientId'),
      })
      const another = await registered(stage, { clientId: newClient() })
      expect(await paidByBinding(stage, another, bindingId)).toMatchObject({
        errorCode: '5',
        errorMessage: expect.stringContaining('another clientId'),
      })
      expect(await paidByBinding(stage, another, 'nobody')).toMatchObject({ errorCode: '2' })
      expect(await paidByBinding(stage, 'nobody', bindingId)).toMatchObject({ errorCode: '6' })
      for (const id of [nobody, another]) expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 0 })
    },
  ],
  [
    '2.3 F goes through CVC and 3-D Secure as the card is enrolled',
    async (stage) => {
      const clientId = newClient()
      const bindingId = await stored(stage, clientId, { card: enrolled })
      const id = await registered(stage, { clientId })
      const { threeDSServerTransId, is3DSVer2 } = await paidByBinding(stage, id, bindingId, { tii: 'F', cvc: '123' })
      expect(is3DSVer2).toBe(true)
      const { packedCReq } = await paidByBinding(stage, id, bindingId, { tii: 'F', cvc: '123', threeDSServerTransId })
      expect(await tellResult(stage, packedCReq!)).toBe('01')
      await comeBack(stage, packedCReq!)
      expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 2, paymentWay: 'CARD_BINDING' })
      const wrong = await registered(stage, { clientId })
      await paidByBinding(stage, wrong, await stored(stage, clientId), { tii: 'F', cvc: '321' })
      expect(await stateOf(stage, wrong)).toMatchObject({ orderStatus: 6, actionCode: 71015 })
    },
  ],
  [
    'family: a binding and its CVC may come sealed for the order',
    async (stage) => {
      const clientId = newClient()
      const bindingId = await stored(stage, clientId)
      const pay = async (seToken: string, mdOrder: string) =>
        stage.gateway.paymentOrderBinding({ ...credentials, mdOrder, seToken })
      const id = await registered(stage, { clientId })
      expect(await pay(await sealedBinding(stage, 'another', bindingId), id)).toMatchObject({
        errorCode: '5',
        errorTypeName: 'DATA_INPUT_ERROR',
      })
      const { keys } = await stage.gateway.sealingKeys({})
      const card = sealText(`t/u/${notEnrolled.pan}/123/203412/${id}`, keys[0]!.keyValue)
      expect(await pay(card, id)).toMatchObject({
        errorCode: '5',
        errorMessage: expect.stringContaining('paymentorder'),
      })
      expect(await pay(await sealedBinding(stage, id, ''), id)).toMatchObject({
        errorMessage: expect.stringContaining('bindingId'),
      })
      expect(await pay(await sealedBinding(stage, id, bindingId, 'x'), id)).toMatchObject({
        errorMessage: expect.stringContaining('security code'),
      })
      expect(await pay(await sealedBinding(stage, id, bindingId, '123'), id)).toMatchObject({ errorCode: '0' })
      expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 2 })
      const wrong = await registered(stage, { clientId })
      await pay(await sealedBinding(stage, wrong, bindingId, '321'), wrong)
      expect(await stateOf(stage, wrong)).toMatchObject({ actionCode: 71015 })
    },
  ],
  [
    '4.11 a stored card whose issuer refuses is errorCode 0 with an error, as a card is',
    async (stage) => {
      const clientId = newClient()
      const bindingId = await stored(stage, clientId)
      const id = await registered(stage, { clientId, amount: 999_999_999_999 })
      expect(await paidByBinding(stage, id, bindingId)).toMatchObject({ errorCode: '0', error: expect.any(String) })
      expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 6, actionCode: 116 })
    },
  ],
  [
    '4.1 the bindingId of a registration must be of its clientId, and pays where the payment names none',
    async (stage) => {
      const clientId = newClient()
      const bindingId = await stored(stage, clientId)
      const fields = { ...credentials, orderNumber: newNumber(), amount: 100, returnUrl: 'https://shop.test/' }
      for (const change of [{}, { clientId: 'another' }, { clientId, bindingId: 'nobody' }])
        expect(await stage.gateway.register({ ...fields, bindingId, ...change })).toMatchObject({
          errorCode: '5',
          errorMessage: expect.stringContaining('Field bindingId'),
        })
      expect(
        await stage.gateway.register({ ...fields, clientId, bindingId, features: ['FORCE_CREATE_BINDING'] }),
      ).toMatchObject({ errorCode: '14' })
      const id = await registered(stage, { clientId, bindingId })
      expect(await stage.gateway.paymentOrderBinding({ ...credentials, mdOrder: id })).toMatchObject({ errorCode: '0' })
      const unnamed = await registered(stage, { clientId })
      expect(await stage.gateway.paymentOrderBinding({ ...credentials, mdOrder: unnamed })).toMatchObject({
        errorCode: '5',
        errorMessage: expect.stringContaining('bindingId'),
      })
    },
  ],
  [
    '4.11 recurrentPayment.do registers and pays by a recurrent binding, and tells the whole order',
    async (stage) => {
      const clientId = newClient()
      const bindingId = await stored(stage, clientId, { type: 'R' })
      const asked = { ...credentials, orderNumber: newNumber(), bindingId, amount: 500, currency: '978' }
      const answer = await stage.gateway.recurrentPayment({
        ...asked,
        description: 'June',
        additionalParameters: { plan: 'gold' },
      })
      expect(answer).toMatchObject({
        success: true,
        data: { orderId: expect.any(String) },
        orderStatus: {
          orderNumber: asked.orderNumber,
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
      const before = stage.debits()
      expect(await stage.gateway.recurrentPayment(asked)).toEqual({
        success: false,
        error: { code: '10', message: expect.any(String), description: expect.any(String) },
      })
      expect(stage.debits()).toBe(before)
    },
  ],
  [
    '3 a recurrent payment that is declined is a success of the request, and the status decides',
    async (stage) => {
      const bindingId = await stored(stage, newClient(), { type: 'R' })
      const asked = { ...credentials, orderNumber: newNumber(), bindingId, amount: 999_999_999_999 }
      expect(await stage.gateway.recurrentPayment(asked)).toMatchObject({
        success: true,
        orderStatus: { orderStatus: 6, actionCode: 116 },
      })
    },
  ],
  [
    '4.11 recurrentPayment.do takes a recurrent binding in use, of that merchant, and nothing else',
    async (stage) => {
      const common = await stored(stage, newClient())
      const recurrent = await stored(stage, newClient(), { type: 'R' })
      const orderNumber = newNumber()
      const pay = (bindingId: string, by = credentials) =>
        stage.gateway.recurrentPayment({ ...by, orderNumber, bindingId, amount: 500 })
      expect(await pay(common)).toMatchObject({ success: false, error: { code: '5' } })
      expect(await pay('nobody')).toMatchObject({ success: false, error: { code: '2' } })
      expect(await pay(recurrent, byOther)).toMatchObject({ success: false, error: { code: '2' } })
      expect(await pay(recurrent, { ...credentials, password: 'wrong' })).toMatchObject({ error: { code: '5' } })
      await stage.gateway.unBindCard({ ...credentials, bindingId: recurrent })
      expect(await pay(recurrent)).toMatchObject({ success: false, error: { code: '2' } })
      const { errorCode } = await stage.gateway.getOrderStatusExtended({ ...credentials, orderNumber })
      expect(errorCode).toBe('6')
    },
  ],
  [
    '4.4 a seToken that holds a binding is sent to paymentOrderBinding.do',
    async (stage) => {
      const clientId = newClient()
      const bindingId = await stored(stage, clientId)
      const id = await registered(stage, { clientId })
      const seToken = await sealedBinding(stage, id, bindingId)
      expect(await paid(stage, id, cardNamed(notEnrolled.pan), { seToken })).toMatchObject({
        errorCode: '5',
        errorMessage: expect.stringContaining('paymentOrderBinding.do'),
      })
    },
  ],
]
