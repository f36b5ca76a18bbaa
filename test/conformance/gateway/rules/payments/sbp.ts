import { expect } from 'vitest'
import { noFaults } from '#sandbox/scenario/fault-switches.ts'
import { codeOf, paidByApp, press, qrState, roubleOrder, storedAccount } from '../../bank-app.ts'
import { byOther, byStrict, credentials, merchant, paid, registered, stateOf, type Fixture } from '../../fixture.ts'
import { done, refund, wrongState } from '../../paid-orders.ts'
import { newClient, notEnrolled, paidByBinding } from '../../stored-cards.ts'
import { rulesOf } from '../rule.ts'

const denied = { errorCode: '5', errorMessage: 'Access denied' }
const open = { orderStatus: 0 }

const reject = ({ gateway }: Fixture, mdOrder: string, qrId: string) =>
  gateway.sbpRejectQr({ ...credentials, mdOrder, qrId })

const accountsOf = ({ gateway }: Fixture, clientId: string, showDisabled = false) =>
  gateway.sbpGetBindings({ ...credentials, clientId, showDisabled })

/** Rules of payments by a bank's app (SBP), of which the specification says nothing. */
export const sbpRules = rulesOf({
  async 'family: a code is made for a registered order, as STARTED with a payload, and pays nothing yet'(fixture) {
    const mdOrder = await roubleOrder(fixture)
    const answer = await fixture.gateway.sbpGetQr({ ...credentials, mdOrder, qrFormat: 'image', qrWidth: 200 })
    expect(answer).toEqual({
      errorCode: '0',
      errorMessage: 'Success',
      qrId: expect.stringMatching(/^[0-9A-Z]{32}$/),
      payload: `${fixture.base}/nspk/${answer.qrId}`,
      qrStatus: 'STARTED',
      renderedQr: expect.stringMatching(/^iVBOR/),
    })
    expect(await qrState(fixture, mdOrder, answer.qrId!)).toMatchObject({
      qrStatus: 'STARTED',
      qrType: 'DYNAMIC',
      transactionState: 'CREATED',
    })
    expect(await stateOf(fixture, mdOrder)).toMatchObject(open)
  },
  async 'family: an order paid by a bank’s app is deposited, without a card, and names its code'(fixture) {
    const mdOrder = await roubleOrder(fixture)
    const { qrId, payload } = await codeOf(fixture, mdOrder)
    await press(fixture, payload, 'confirm')
    const state = await stateOf(fixture, mdOrder)
    expect(state).toMatchObject({
      orderStatus: 2,
      actionCode: 0,
      paymentWay: 'SBP_C2B',
      bankInfo: {},
      attributes: [
        { name: 'mdOrder', value: mdOrder },
        { name: 'qrcId', value: qrId },
      ],
      depositedDate: fixture.clock.now(),
      paymentAmountInfo: { paymentState: 'DEPOSITED', depositedAmount: 1234 },
    })
    expect(state).not.toHaveProperty('cardAuthInfo')
    expect(state).not.toHaveProperty('bindingInfo')
    expect(await qrState(fixture, mdOrder, qrId)).toMatchObject({
      qrStatus: 'ACCEPTED',
      transactionState: 'DEPOSITED',
    })
  },
  async 'family: nothing of a card that was tried before remains on an order paid by a bank’s app'(fixture) {
    const mdOrder = await roubleOrder(fixture)
    const enrolled = { pan: '5555555555555599', cvc: '123', expiry: '203412' }
    const { threeDSServerTransId } = await paid(fixture, mdOrder, { ...notEnrolled, ...enrolled })
    expect(threeDSServerTransId).toEqual(expect.any(String))
    expect(await stateOf(fixture, mdOrder)).toMatchObject({ ...open, cardAuthInfo: expect.anything() })
    const { payload } = await codeOf(fixture, mdOrder)
    await press(fixture, payload, 'confirm')
    const state = await stateOf(fixture, mdOrder)
    expect(state).toMatchObject({ orderStatus: 2, paymentWay: 'SBP_C2B' })
    expect(state).not.toHaveProperty('cardAuthInfo')
  },
  async 'family: a repeated get.do answers the code that there is, and no second one'(fixture) {
    const mdOrder = await roubleOrder(fixture)
    const first = await codeOf(fixture, mdOrder)
    expect(await codeOf(fixture, mdOrder)).toEqual(first)
    await press(fixture, first.payload, 'wait')
    const again = await fixture.gateway.sbpGetQr({ ...credentials, mdOrder })
    expect(again).toMatchObject({ qrId: first.qrId, qrStatus: 'CONFIRMED' })
    expect(again).not.toHaveProperty('payload')
  },
  async 'family: a code that a bank has accepted is CONFIRMED until the money is there, and the order is open'(
    fixture,
  ) {
    const mdOrder = await roubleOrder(fixture)
    const { qrId, payload } = await codeOf(fixture, mdOrder)
    await press(fixture, payload, 'wait', 'birch')
    expect(await qrState(fixture, mdOrder, qrId)).toMatchObject({
      qrStatus: 'CONFIRMED',
      transactionState: 'CREATED',
    })
    expect(await stateOf(fixture, mdOrder)).toMatchObject(open)
    await press(fixture, payload, 'confirm', 'birch')
    expect(await qrState(fixture, mdOrder, qrId)).toMatchObject({ qrStatus: 'ACCEPTED' })
  },
  async 'family: a payer who declines in the app ends the order, and its code is REJECTED'(fixture) {
    const mdOrder = await roubleOrder(fixture)
    const { qrId, payload } = await codeOf(fixture, mdOrder)
    await press(fixture, payload, 'decline')
    expect(await stateOf(fixture, mdOrder)).toMatchObject({ orderStatus: 6, actionCode: -2009 })
    const rejected = { qrStatus: 'REJECTED', transactionState: 'DECLINED' }
    expect(await qrState(fixture, mdOrder, qrId)).toMatchObject(rejected)
    await press(fixture, payload, 'confirm')
    expect(await stateOf(fixture, mdOrder)).toMatchObject({ orderStatus: 6 })
    expect(await fixture.gateway.sbpGetQr({ ...credentials, mdOrder })).toMatchObject(wrongState)
  },
  async 'family: reject.do takes a code back, as often as asked; the order stays open, for a card or another code'(
    fixture,
  ) {
    const mdOrder = await roubleOrder(fixture)
    const { qrId, payload } = await codeOf(fixture, mdOrder)
    for (const _ of ['once', 'again'])
      expect(await reject(fixture, mdOrder, qrId)).toMatchObject({ ...done, rejected: true })
    expect(await qrState(fixture, mdOrder, qrId)).toMatchObject({
      qrStatus: 'REJECTED_BY_USER',
      transactionState: 'CREATED',
    })
    await press(fixture, payload, 'confirm')
    await press(fixture, payload, 'decline')
    expect(await stateOf(fixture, mdOrder)).toMatchObject(open)
    const next = await codeOf(fixture, mdOrder)
    expect(next.qrId).not.toBe(qrId)
    expect(await reject(fixture, mdOrder, next.qrId)).toMatchObject(done)
    expect(await paid(fixture, mdOrder, notEnrolled)).toMatchObject(done)
    expect(await stateOf(fixture, mdOrder)).toMatchObject({ orderStatus: 2, paymentWay: 'CARD' })
  },
  async 'family: reject.do is refused once the order is paid or ended'(fixture) {
    for (const act of ['confirm', 'decline'] as const) {
      const mdOrder = await roubleOrder(fixture)
      const { qrId, payload } = await codeOf(fixture, mdOrder)
      await press(fixture, payload, act)
      expect(await reject(fixture, mdOrder, qrId)).toMatchObject(wrongState)
    }
  },
  async 'family: a payment that was under way when its code was taken back pays the order while that is open'(fixture) {
    const mdOrder = await roubleOrder(fixture)
    const { qrId, payload } = await codeOf(fixture, mdOrder)
    await press(fixture, payload, 'wait')
    expect(await reject(fixture, mdOrder, qrId)).toMatchObject(done)
    expect(await qrState(fixture, mdOrder, qrId)).toMatchObject({ qrStatus: 'REJECTED_BY_USER' })
    await press(fixture, payload, 'confirm')
    expect(await stateOf(fixture, mdOrder)).toMatchObject({ orderStatus: 2, paymentWay: 'SBP_C2B' })
    expect(await qrState(fixture, mdOrder, qrId)).toMatchObject({ qrStatus: 'ACCEPTED' })
    expect(await paid(fixture, mdOrder, notEnrolled)).toMatchObject({ errorCode: '7' })
  },
  async 'family: a transfer that comes after a card has paid is given back, and changes nothing of the order'(fixture) {
    const mdOrder = await roubleOrder(fixture)
    const { qrId, payload } = await codeOf(fixture, mdOrder)
    await press(fixture, payload, 'wait')
    await reject(fixture, mdOrder, qrId)
    await paid(fixture, mdOrder, notEnrolled)
    const before = await stateOf(fixture, mdOrder)
    await press(fixture, payload, 'confirm')
    expect(await stateOf(fixture, mdOrder)).toEqual(before)
    expect(before).toMatchObject({ orderStatus: 2, paymentWay: 'CARD' })
    expect(transfersTo(fixture, mdOrder)).toEqual(['1234 643 of Alder Bank, given back'])
  },
  async 'family: confirmed on two devices, an order is paid once'(fixture) {
    const mdOrder = await roubleOrder(fixture)
    const { payload } = await codeOf(fixture, mdOrder)
    await Promise.all([press(fixture, payload, 'confirm'), press(fixture, payload, 'confirm', 'birch')])
    expect(await stateOf(fixture, mdOrder)).toMatchObject({
      orderStatus: 2,
      paymentAmountInfo: { depositedAmount: 1234 },
    })
    expect(transfersTo(fixture, mdOrder)).toHaveLength(1)
  },
  async 'family: a code lives as long as the session of its order'(fixture) {
    const mdOrder = await roubleOrder(fixture, { sessionTimeoutSecs: 60 })
    const { qrId, payload } = await codeOf(fixture, mdOrder)
    fixture.clock.advance(59_999)
    expect(await qrState(fixture, mdOrder, qrId)).toMatchObject({ qrStatus: 'STARTED' })
    fixture.clock.advance(1)
    expect(await qrState(fixture, mdOrder, qrId)).toMatchObject({
      qrStatus: 'REJECTED',
      transactionState: 'DECLINED',
    })
    await press(fixture, payload, 'confirm')
    expect(await stateOf(fixture, mdOrder)).toMatchObject({ orderStatus: 6, actionCode: -2007 })
  },
  async 'family: a code is for a one-phase order in roubles, of at most 1,000,000 of them'(fixture) {
    const currency = '643'
    const broken = [
      [await registered(fixture), 'another currency than 643'],
      [await registered(fixture, { currency }, 'registerPreAuth'), 'not one-phase'],
      [await roubleOrder(fixture, { amount: 100_000_001 }), 'not from 1 to 100000000'],
      [await roubleOrder(fixture, { amount: 100_000_000, feeInput: 1 }), 'not from 1 to 100000000'],
      [await roubleOrder(fixture, { amount: 0, features: ['VERIFY'] }), 'not from 1 to 100000000'],
    ] as const
    for (const [mdOrder, rule] of broken)
      expect(await fixture.gateway.sbpGetQr({ ...credentials, mdOrder })).toMatchObject({
        errorCode: '5',
        errorMessage: expect.stringMatching(`^Field mdOrder names an order .*${rule}$`),
      })
    await codeOf(fixture, await roubleOrder(fixture, { amount: 100_000_000 }))
  },
  async 'family: SBP needs login and password, and a permission; a token is refused'(fixture) {
    const { gateway } = fixture
    const clientId = newClient()
    const bindingId = await storedAccount(fixture, clientId)
    const mdOrder = await roubleOrder(fixture)
    const { qrId } = await codeOf(fixture, mdOrder)
    for (const by of [{ token: merchant.token }, byStrict]) {
      expect(await gateway.sbpGetQr({ ...by, mdOrder })).toMatchObject(denied)
      expect(await gateway.sbpQrStatus({ ...by, mdOrder, qrId })).toMatchObject(denied)
      expect(await gateway.sbpRejectQr({ ...by, mdOrder, qrId })).toMatchObject(denied)
      expect(await gateway.sbpGetBindings({ ...by, clientId })).toMatchObject(denied)
      expect(await gateway.sbpUnBind({ ...by, bindingId })).toMatchObject(denied)
    }
    expect(await qrState(fixture, mdOrder, qrId)).toMatchObject({ qrStatus: 'STARTED' })
    const next = await roubleOrder(fixture, { clientId })
    const byToken = { token: merchant.token, mdOrder: next, bindingId }
    expect(await gateway.paymentOrderBinding(byToken)).toMatchObject(denied)
    expect(await stateOf(fixture, next)).toMatchObject(open)
  },
  async 'family: a code is of one order, and of the merchant who registered that'(fixture) {
    const [one, other] = [await roubleOrder(fixture), await roubleOrder(fixture)]
    const { qrId } = await codeOf(fixture, one)
    const refused = { errorCode: '5', errorMessage: 'Field qrId is no code of this order' }
    for (const name of ['sbpQrStatus', 'sbpRejectQr'] as const) {
      expect(await fixture.gateway[name]({ ...credentials, mdOrder: other, qrId })).toMatchObject(refused)
      expect(await fixture.gateway[name]({ ...byOther, mdOrder: one, qrId })).toMatchObject({ errorCode: '6' })
      expect(await fixture.gateway[name]({ ...credentials, mdOrder: 'none', qrId })).toMatchObject({ errorCode: '6' })
    }
    expect(await fixture.gateway.sbpGetQr({ ...byOther, mdOrder: one })).toMatchObject({ errorCode: '6' })
  },
  async 'family: a transfer is refunded in parts up to the whole'(fixture) {
    const id = await paidByApp(fixture)
    expect(await refund(fixture, id, 1000)).toMatchObject(done)
    expect(await refund(fixture, id, 1000)).toMatchObject({ errorCode: '7' })
    expect(await refund(fixture, id, 234)).toMatchObject(done)
    expect(await stateOf(fixture, id)).toMatchObject({
      orderStatus: 4,
      paymentWay: 'SBP_C2B',
      refunds: [{ amount: 1000 }, { amount: 234 }],
      paymentAmountInfo: { refundedAmount: 1234 },
    })
  },
  async 'family: a subscription stores the account that pays, which is listed, charged and removed'(fixture) {
    const { gateway } = fixture
    const clientId = newClient()
    const order = await roubleOrder(fixture, { clientId })
    const { payload } = await codeOf(fixture, order, { createSubscription: true })
    expect(await accountsOf(fixture, clientId)).toMatchObject({ errorCode: '2' })
    await press(fixture, payload, 'confirm', 'cedar')
    const { bindings } = await accountsOf(fixture, clientId)
    expect(bindings).toEqual([
      { bindingId: expect.any(String), bankName: 'Cedar Bank', createdDate: fixture.clock.now() },
    ])
    const { bindingId } = bindings![0]!
    expect(await stateOf(fixture, order)).toMatchObject({ bindingInfo: { clientId, bindingId } })
    const next = await roubleOrder(fixture, { clientId })
    expect(await paidByBinding(fixture, next, bindingId!, { tii: 'U' })).toMatchObject({
      ...done,
      redirect: `https://shop.test/back?orderId=${next}&lang=en`,
    })
    const state = await stateOf(fixture, next)
    expect(state).toMatchObject({
      orderStatus: 2,
      paymentWay: 'SBP_C2B_BINDING',
      tii: 'U',
      bindingInfo: { bindingId },
    })
    expect(state).not.toHaveProperty('cardAuthInfo')
    const removal = { ...credentials, bindingId: bindingId! }
    expect(await gateway.sbpUnBind({ ...byOther, bindingId: bindingId! })).toMatchObject({ errorCode: '2' })
    expect(await gateway.sbpUnBind(removal)).toMatchObject(done)
    expect(await gateway.sbpUnBind(removal)).toMatchObject({ errorCode: '2' })
    expect(await accountsOf(fixture, clientId)).toMatchObject({ errorCode: '2' })
    expect((await accountsOf(fixture, clientId, true)).bindings).toEqual(bindings)
    const last = await roubleOrder(fixture, { clientId })
    expect(await paidByBinding(fixture, last, bindingId!)).toMatchObject({ errorCode: '2' })
  },
  async 'family: an account is stored with a client only, and once for each bank; a card’s list has none'(fixture) {
    const mdOrder = await roubleOrder(fixture)
    const question = { ...credentials, mdOrder, createSubscription: true }
    expect(await fixture.gateway.sbpGetQr(question)).toMatchObject({
      errorCode: '5',
      errorMessage: expect.stringMatching('^Field clientId is required'),
    })
    const clientId = newClient()
    const first = await storedAccount(fixture, clientId)
    expect(await storedAccount(fixture, clientId)).toBe(first)
    expect(await storedAccount(fixture, clientId, 'birch')).not.toBe(first)
    expect((await accountsOf(fixture, clientId)).bindings).toHaveLength(2)
    await paidByApp(fixture, { clientId: newClient() })
    expect(await fixture.gateway.getBindings({ ...credentials, clientId })).toMatchObject({ errorCode: '2' })
  },
  async 'family: a stored account pays orders of its client by the rules of SBP, at once or not at all'(fixture) {
    const clientId = newClient()
    const bindingId = await storedAccount(fixture, clientId)
    const charge = async (change: object, more: object = {}) =>
      paidByBinding(fixture, await roubleOrder(fixture, { clientId, ...change }), bindingId, more)
    const refused = (field: string) => ({ errorCode: '5', errorMessage: expect.stringMatching(`^Field ${field}`) })
    expect(await charge({ currency: '978' })).toMatchObject(refused('mdOrder'))
    expect(await charge({ clientId: newClient() })).toMatchObject(refused('bindingId'))
    expect(await charge({ clientId: undefined })).toMatchObject(refused('clientId'))
    expect(await charge({}, { tii: 'R' })).toMatchObject(refused('tii'))
    fixture.switches.set({ declineWith: 116 })
    const id = await roubleOrder(fixture, { clientId })
    const declined = await paidByBinding(fixture, id, bindingId)
    fixture.switches.set(noFaults)
    expect(declined).toMatchObject({ ...done, error: expect.any(String) })
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 6, actionCode: 116 })
  },
})

/** The transfers that banks sent to an order. */
const transfersTo = ({ journal }: Fixture, orderId: string) =>
  journal
    .entries()
    .filter(({ order, what }) => order === orderId && what === 'transfer')
    .map(({ detail }) => detail)
