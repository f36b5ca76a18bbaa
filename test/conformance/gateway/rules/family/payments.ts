import { expect } from 'vitest'
import type { InstantPayment } from '#server-contract/gateway/family/instant-payment.ts'
import { CReq, unpack } from '#server-contract/three-ds/messages.ts'
import {
  byOther,
  byStrict,
  credentials,
  newNumber,
  paidInTwo,
  registered,
  reportResult,
  stateOf,
  type Fixture,
} from '../../fixture.ts'
import { plainText, sealText, type TypedCard } from '../../seal-card.ts'
import { enrolled, newClient, notEnrolled, penniless, stored } from '../../stored-cards.ts'
import { rulesOf } from '../rule.ts'

const transactionOf = (packedCReq: string): string => unpack(CReq, packedCReq)!.threeDSServerTransID

const returnUrl = 'https://shop.test/back'

const inTheClear = ({ pan, cvc, expiry }: TypedCard) => ({ pan, cvc, expiry, cardholderName: 'A HOLDER' })

/** Pays 12.34 by instantPayment.do. */
const paidAtOnce = ({ gateway }: Fixture, change: Partial<InstantPayment>) =>
  gateway.instantPayment({
    ...credentials,
    orderNumber: newNumber(),
    amount: 1234,
    returnUrl,
    language: 'en',
    ...change,
  })

async function sealed({ gateway }: Fixture, card: TypedCard): Promise<string> {
  const { keys } = await gateway.sealingKeys({})
  return sealText(plainText(card, ''), keys[0]!.keyValue)
}

/** Rules of the payments that the specification does not have. */
export const familyPaymentRules = rulesOf({
  async 'family: finish3dsVer2Payment.do waits for the result of the challenge, and then leads the payer on, as often as it is called'(
    fixture,
  ) {
    const id = await registered(fixture)
    const { packedCReq } = await paidInTwo(fixture, id, enrolled)
    const threeDSServerTransId = transactionOf(packedCReq!)
    const finish = (change: object = {}) =>
      fixture.gateway.finish3dsVer2Payment({ ...credentials, threeDSServerTransId, ...change })
    expect(await finish()).toMatchObject({ errorCode: '7', errorMessage: expect.stringContaining('authenticating') })
    await reportResult(fixture, packedCReq!)
    const done = { errorCode: '0', redirect: `${returnUrl}?orderId=${id}&lang=en`, is3DSVer2: true }
    expect(await finish()).toEqual(done)
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 2 })
    expect(await finish({ threeDSVer2MdOrder: id })).toEqual(done)
    expect(await finish({ threeDSVer2MdOrder: 'another' })).toMatchObject({ errorCode: '5' })
    expect(await finish({ threeDSServerTransId: 'nobody-knows' })).toMatchObject({ errorCode: '5' })
    expect(await finish(byOther)).toMatchObject({ errorCode: '5' })
  },
  async 'family: finish3dsVer2Payment.do leads to the failUrl after a challenge that failed'(fixture) {
    const id = await registered(fixture, { failUrl: 'https://shop.test/sorry' })
    const { packedCReq } = await paidInTwo(fixture, id, enrolled)
    await reportResult(fixture, packedCReq!, { transStatus: 'N' })
    const threeDSServerTransId = transactionOf(packedCReq!)
    expect(await fixture.gateway.finish3dsVer2Payment({ ...credentials, threeDSServerTransId })).toMatchObject({
      errorCode: '0',
      redirect: `https://shop.test/sorry?orderId=${id}&lang=en`,
    })
  },
  async 'family: instantPayment.do registers and pays, in the clear or sealed, and answers the old status'(fixture) {
    const orderNumber = newNumber()
    const answer = await paidAtOnce(fixture, { orderNumber, ...inTheClear(notEnrolled) })
    const { orderId } = answer
    expect(answer).toMatchObject({
      errorCode: '0',
      redirect: `${returnUrl}?orderId=${orderId}&lang=en`,
      orderStatus: { ErrorCode: '0', OrderStatus: 2, OrderNumber: orderNumber, Amount: 1234, Pan: '444455**3333' },
    })
    expect(await stateOf(fixture, orderId!)).toMatchObject({ orderStatus: 2, paymentWay: 'CARD' })
    expect(await paidAtOnce(fixture, { orderNumber, ...inTheClear(notEnrolled) })).toMatchObject({ errorCode: '1' })
    const seToken = await sealed(fixture, notEnrolled)
    const change = {
      returnUrl: undefined,
      backUrl: returnUrl,
      orderNumber: undefined,
      seToken,
      cardHolderName: 'A HOLDER',
    }
    expect(await paidAtOnce(fixture, { ...change, preAuth: true })).toMatchObject({
      orderStatus: { OrderStatus: 1, cardholderName: 'A HOLDER' },
    })
    expect(await paidAtOnce(fixture, { ...change, preAuth: true })).toMatchObject({
      errorCode: '5',
      errorMessage: expect.stringContaining('has paid an order already'),
    })
    expect(await paidAtOnce(fixture, inTheClear(penniless))).toMatchObject({
      errorCode: '0',
      error: 'The payment is declined',
      orderStatus: { ErrorCode: '2', OrderStatus: 6 },
    })
  },
  async 'family: instantPayment.do with 3-D Secure is called twice, and finished after the challenge'(fixture) {
    const before = fixture.debits()
    const fields = { seToken: await sealed(fixture, enrolled), cardholderName: 'A HOLDER', orderNumber: newNumber() }
    const {
      orderId: threeDSVer2MdOrder,
      threeDSServerTransId,
      is3DSVer2,
      orderStatus,
    } = await paidAtOnce(fixture, fields)
    expect({ is3DSVer2, orderStatus }).toMatchObject({ is3DSVer2: true, orderStatus: { OrderStatus: 0 } })
    const second = { ...fields, threeDSVer2MdOrder, threeDSServerTransId }
    const { orderId, acsUrl, packedCReq } = await paidAtOnce(fixture, second)
    expect({ orderId, acsUrl }).toEqual({ orderId: threeDSVer2MdOrder, acsUrl: `${fixture.acsBase}/3ds/challenge` })
    await reportResult(fixture, packedCReq!)
    const finish = { ...credentials, threeDSServerTransId: threeDSServerTransId!, threeDSVer2MdOrder }
    expect(await fixture.gateway.finish3dsVer2Payment(finish)).toMatchObject({ errorCode: '0' })
    expect(await stateOf(fixture, orderId!)).toMatchObject({ orderStatus: 2 })
    expect(fixture.debits()).toBe(before + 1)
  },
  async 'family: instantPayment.do pays by a stored card of the client, for which its tii must be, and stores a new one'(
    fixture,
  ) {
    const clientId = newClient()
    const bindingId = await stored(fixture, clientId)
    const orderId = (await paidAtOnce(fixture, { clientId, bindingId, tii: 'U' })).orderId!
    expect(await stateOf(fixture, orderId)).toMatchObject({
      orderStatus: 2,
      paymentWay: 'CARD_BINDING',
      tii: 'U',
      bindingInfo: { clientId, bindingId },
    })
    for (const [change, errorCode] of [
      [{ clientId, bindingId, tii: 'R' }, '5'],
      [{ clientId: newClient(), bindingId, tii: 'U' }, '5'],
      [{ clientId, bindingId: 'nobody', tii: 'U' }, '2'],
      [{ ...inTheClear(notEnrolled), tii: 'CI' }, '5'],
      [{ ...byStrict, ...inTheClear(notEnrolled) }, '5'],
    ] as const)
      expect([change, await paidAtOnce(fixture, change)]).toEqual([change, expect.objectContaining({ errorCode })])
    const newOne = newClient()
    await paidAtOnce(fixture, { ...inTheClear(notEnrolled), clientId: newOne, tii: 'CI' })
    expect((await fixture.gateway.getBindings({ ...credentials, clientId: newOne })).bindings).toHaveLength(1)
  },
})
