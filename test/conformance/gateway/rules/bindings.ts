import { expect } from 'vitest'
import { sealText } from '../seal-card.ts'
import {
  byOther,
  cardNamed,
  comeBack,
  credentials,
  newNumber,
  paid,
  paidInTwo,
  registered,
  stateOf,
  tellResult,
  type Stage,
} from '../stage.ts'
import { enrolled, newClient, notEnrolled, paidByBinding, penniless, stored } from '../stored-cards.ts'
import type { Rule } from './rule.ts'

const bindingsOf = ({ gateway }: Stage, clientId: string, bindingType?: 'C' | 'R') =>
  gateway.getBindings({ ...credentials, clientId, ...(bindingType && { bindingType }) })

/** Seals a binding as the family's clients do: `ts/uuid//CVV//mdOrder/bindingId`. */
async function sealedBinding({ gateway }: Stage, mdOrder: string, bindingId: string, cvc = ''): Promise<string> {
  const { keys } = await gateway.sealingKeys({})
  const uuid = '8f1a6c52-6e62-4e0b-9a34-2d0a1b3c4d5e'
  return sealText(`2030-05-01T12:00:00+00:00/${uuid}//${cvc}//${mdOrder}/${bindingId}`, keys[0]!.keyValue)
}

/** Rules of stored credentials: how they come to be, who may see them, and what they pay. */
export const bindingRules: readonly Rule[] = [
  [
    '3 a payment with FORCE_CREATE_BINDING leaves a common binding, listed as 2.2 says, that pays the next order',
    async (stage) => {
      const clientId = newClient()
      const id = await registered(stage, { clientId, features: ['FORCE_CREATE_BINDING'] })
      await paid(stage, id, notEnrolled)
      const { bindings } = await bindingsOf(stage, clientId, 'C')
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
      expect(await stateOf(stage, id)).toMatchObject({ paymentWay: 'CARD', bindingInfo: { clientId, bindingId } })
      const next = await registered(stage, { clientId })
      expect(await paidByBinding(stage, next, bindingId, { tii: 'F', cvc: '123' })).toMatchObject({
        errorCode: '0',
        info: expect.any(String),
        redirect: `https://shop.test/back?orderId=${next}&lang=en`,
      })
      expect(await stateOf(stage, next)).toMatchObject({
        orderStatus: 2,
        paymentWay: 'CARD_BINDING',
        tii: 'F',
        bindingInfo: { clientId, bindingId },
        cardAuthInfo: { maskedPan: '444455**3333', cardholderName: 'A HOLDER' },
      })
    },
  ],
  [
    '3 recurringFrequency and recurringExpiry make the binding recurrent, whatever they say',
    async (stage) => {
      const clientId = newClient()
      const id = await registered(stage, { clientId, features: ['FORCE_CREATE_BINDING'] })
      await paid(stage, id, notEnrolled, { jsonParams: { recurringFrequency: '99', recurringExpiry: '19990101' } })
      expect((await bindingsOf(stage, clientId, 'R')).bindings).toMatchObject([{ bindingCategory: 'RECURRENT' }])
      expect(await bindingsOf(stage, clientId, 'C')).toMatchObject({ errorCode: '2' })
    },
  ],
  [
    '4.1 a clientId is mandatory for stored credentials: without it the registration is refused, or the payment',
    async (stage) => {
      const fields = { ...credentials, orderNumber: newNumber(), amount: 100, returnUrl: 'https://shop.test/' }
      for (const clientId of [undefined, ''])
        expect(
          await stage.gateway.register({ ...fields, clientId, features: ['FORCE_CREATE_BINDING'] }),
        ).toMatchObject({ errorCode: '14', errorMessage: expect.stringContaining('clientId') })
      const id = await registered(stage)
      for (const tii of ['CI', 'RI'] as const)
        expect(await paid(stage, id, notEnrolled, { tii })).toMatchObject({
          errorCode: '5',
          errorMessage: expect.stringContaining('clientId'),
        })
      expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 0 })
    },
  ],
  [
    '4.4 bindingNotNeeded leaves no binding, false does',
    async (stage) => {
      const clientId = newClient()
      const order = { clientId, features: ['FORCE_CREATE_BINDING'] }
      await paid(stage, await registered(stage, order), notEnrolled, { bindingNotNeeded: true })
      expect(await bindingsOf(stage, clientId)).toMatchObject({ errorCode: '2' })
      await paid(stage, await registered(stage, { clientId }), notEnrolled, { tii: 'CI', bindingNotNeeded: true })
      expect(await bindingsOf(stage, clientId)).toMatchObject({ errorCode: '2' })
      await paid(stage, await registered(stage, order), notEnrolled, { bindingNotNeeded: false })
      expect((await bindingsOf(stage, clientId)).bindings).toHaveLength(1)
    },
  ],
  [
    '3 a declined payment leaves no binding, and one that passes its challenge does',
    async (stage) => {
      const clientId = newClient()
      const order = { clientId, features: ['FORCE_CREATE_BINDING'] }
      await paid(stage, await registered(stage, order), penniless)
      expect(await bindingsOf(stage, clientId)).toMatchObject({ errorCode: '2' })
      const { packedCReq } = await paidInTwo(stage, await registered(stage, order), enrolled)
      expect(await bindingsOf(stage, clientId)).toMatchObject({ errorCode: '2' })
      await tellResult(stage, packedCReq!)
      await comeBack(stage, packedCReq!)
      expect((await bindingsOf(stage, clientId)).bindings).toMatchObject([{ maskedPan: '555555**5599' }])
    },
  ],
  [
    'family: VERIFY with FORCE_CREATE_BINDING only stores, of an amount of 0 too, and the order ends reversed',
    async (stage) => {
      const clientId = newClient()
      const verify = { clientId, features: ['VERIFY', 'FORCE_CREATE_BINDING'] }
      const id = await registered(stage, { ...verify, amount: 0 })
      await paid(stage, id, notEnrolled)
      expect(await stateOf(stage, id)).toMatchObject({
        orderStatus: 3,
        paymentAmountInfo: { paymentState: 'REVERSED', approvedAmount: 0, depositedAmount: 0 },
      })
      expect(stage.givenBack(id)).toEqual([])
      expect((await bindingsOf(stage, clientId)).bindings).toHaveLength(1)
      const withAmount = await registered(stage, verify)
      await paid(stage, withAmount, notEnrolled)
      expect(await stateOf(stage, withAmount)).toMatchObject({ orderStatus: 3 })
      expect(stage.givenBack(withAmount)).toEqual([1234])
    },
  ],
  [
    '2.2 the same card of a client keeps its binding, another client or purpose has its own',
    async (stage) => {
      const [one, two] = [newClient(), newClient()]
      const first = await stored(stage, one)
      expect(await stored(stage, one)).toBe(first)
      expect(await stored(stage, one, { type: 'R' })).not.toBe(first)
      expect(await stored(stage, two)).not.toBe(first)
      expect((await bindingsOf(stage, one)).bindings).toHaveLength(2)
      expect((await bindingsOf(stage, two)).bindings).toHaveLength(1)
    },
  ],
  [
    '4.11 getBindings.do lists by clientId and bindingType, for the merchant that asks',
    async (stage) => {
      const clientId = newClient()
      const common = await stored(stage, clientId)
      const recurrent = await stored(stage, clientId, { type: 'R' })
      const ids = async (type?: 'C' | 'R') =>
        (await bindingsOf(stage, clientId, type)).bindings!.map(({ bindingId }) => bindingId)
      expect(await ids()).toEqual([common, recurrent])
      expect(await ids('C')).toEqual([common])
      expect(await ids('R')).toEqual([recurrent])
      expect(await stage.gateway.getBindings({ ...byOther, clientId })).toMatchObject({ errorCode: '2' })
      expect(await bindingsOf(stage, 'nobody')).toMatchObject({ errorCode: '2' })
    },
  ],
  [
    'family: unBindCard.do takes a binding out of use, bindCard.do puts it back, and neither twice',
    async (stage) => {
      const clientId = newClient()
      const bindingId = await stored(stage, clientId)
      const { unBindCard, bindCard } = stage.gateway
      const asked = { ...credentials, bindingId }
      expect(await bindCard(asked)).toMatchObject({ errorCode: '2' })
      expect(await unBindCard(asked)).toMatchObject({ errorCode: '0' })
      expect(await unBindCard(asked)).toMatchObject({ errorCode: '2' })
      expect(await bindingsOf(stage, clientId)).toMatchObject({ errorCode: '2' })
      const id = await registered(stage, { clientId })
      expect(await paidByBinding(stage, id, bindingId)).toMatchObject({ errorCode: '2' })
      expect(await bindCard(asked)).toMatchObject({ errorCode: '0' })
      expect(await paidByBinding(stage, id, bindingId)).toMatchObject({ errorCode: '0' })
      expect(await unBindCard({ ...byOther, bindingId })).toMatchObject({ errorCode: '2' })
      expect(await unBindCard({ ...asked, bindingId: 'nobody' })).toMatchObject({ errorCode: '2' })
    },
  ],
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
      expect(await pay(card, id)).toMatchObject({ errorCode: '5', errorMessage: expect.stringContaining('paymentorder') })
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
