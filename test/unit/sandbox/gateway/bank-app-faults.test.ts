import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { noFaults } from '#sandbox/scenario/fault-switches.ts'
import { memoryStore } from '#sandbox/store/store.ts'
import { codeOf, press, qrState, roubleOrder, storedAccount } from '../../../conformance/gateway/bank-app.ts'
import {
  credentials,
  inProcess,
  open,
  paid,
  setFixture,
  stateOf,
  type Fixture,
} from '../../../conformance/gateway/fixture.ts'
import { newClient, notEnrolled } from '../../../conformance/gateway/stored-cards.ts'
import { fakeClock } from '../../../support/clock.ts'
import { callbackAddress, openWhole, quiet, type Whole } from '../store/sandbox.ts'

describe('a payment by a bank’s app with a fault', () => {
  let fixture: Fixture
  let mdOrder: string
  beforeAll(async () => {
    fixture = await setFixture(inProcess())
  })
  beforeEach(async () => {
    fixture.switches.set(noFaults)
    mdOrder = await roubleOrder(fixture)
  })
  afterAll(() => fixture.close())

  const noticeOf = async (payload: string) =>
    /role="status">([^<]+)</.exec(await (await open(fixture, payload)).text())?.[1]

  const transfers = () =>
    fixture.journal
      .entries()
      .filter(({ order, what }) => order === mdOrder && what === 'transfer')
      .map(({ detail }) => detail)

  test('late: the app says paid, the gateway knows nothing of it until the transfer has arrived', async () => {
    fixture.switches.set({ transferDelay: 60_000 })
    const { qrId, payload } = await codeOf(fixture, mdOrder)
    await press(fixture, payload, 'confirm')
    const arrival = fixture.clock.now() + 60_000
    fixture.clock.advance(59_999)
    expect(await qrState(fixture, mdOrder, qrId)).toMatchObject({ qrStatus: 'STARTED', transactionState: 'CREATED' })
    expect(await codeOf(fixture, mdOrder)).toEqual({ qrId, payload })
    expect(await noticeOf(payload)).toMatch(/^Paid/)
    expect(await stateOf(fixture, mdOrder)).toMatchObject({ orderStatus: 0 })
    fixture.clock.advance(1)
    expect(await qrState(fixture, mdOrder, qrId)).toMatchObject({ qrStatus: 'ACCEPTED' })
    expect(await stateOf(fixture, mdOrder)).toMatchObject({ orderStatus: 2, depositedDate: arrival })
  })

  test('late: taken back meanwhile, it pays the order nevertheless, and only once', async () => {
    fixture.switches.set({ transferDelay: 60_000 })
    const { qrId, payload } = await codeOf(fixture, mdOrder)
    await press(fixture, payload, 'confirm')
    const taken = await fixture.gateway.sbpRejectQr({ ...credentials, mdOrder, qrId })
    expect(taken).toMatchObject({ errorCode: '0' })
    const second = await codeOf(fixture, mdOrder)
    await press(fixture, second.payload, 'confirm')
    expect(transfers()).toEqual(['1234 643 of Alder Bank', '1234 643 of Alder Bank, given back'])
    fixture.clock.advance(60_000)
    expect(await stateOf(fixture, mdOrder)).toMatchObject({ orderStatus: 2, paymentWay: 'SBP_C2B' })
    expect(await noticeOf(payload)).toMatch(/^Paid/)
    expect(await noticeOf(second.payload)).toMatch(/back on your account/)
  })

  test('late: the money of a transfer that arrives after a card has paid is given back', async () => {
    fixture.switches.set({ transferDelay: 60_000 })
    const { qrId, payload } = await codeOf(fixture, mdOrder)
    await press(fixture, payload, 'confirm')
    await paid(fixture, mdOrder, notEnrolled)
    fixture.clock.advance(60_000)
    expect(await stateOf(fixture, mdOrder)).toMatchObject({ orderStatus: 2, paymentWay: 'CARD' })
    expect(await qrState(fixture, mdOrder, qrId)).toMatchObject({ qrStatus: 'REJECTED' })
    expect(await noticeOf(payload)).toMatch(/back on your account/)
  })

  test('late: a transfer that arrives after the session of its order is given back', async () => {
    fixture.switches.set({ transferDelay: 60_000 })
    mdOrder = await roubleOrder(fixture, { sessionTimeoutSecs: 60 })
    const { payload } = await codeOf(fixture, mdOrder)
    await press(fixture, payload, 'confirm')
    fixture.clock.advance(60_000)
    expect(await stateOf(fixture, mdOrder)).toMatchObject({ orderStatus: 6, actionCode: -2007 })
    expect(await noticeOf(payload)).toMatch(/back on your account/)
  })

  test('late: an account is stored once its transfer has arrived, and not where the money is given back', async () => {
    fixture.switches.set({ transferDelay: 60_000 })
    const [stored, given] = [newClient(), newClient()]
    for (const clientId of [stored, given]) {
      mdOrder = await roubleOrder(fixture, { clientId })
      const { payload } = await codeOf(fixture, mdOrder, { createSubscription: true })
      await press(fixture, payload, 'confirm')
    }
    await paid(fixture, mdOrder, notEnrolled)
    const countOf = async (clientId: string) => {
      const { bindings } = await fixture.gateway.sbpGetBindings({ ...credentials, clientId, showDisabled: true })
      return bindings?.length
    }
    expect([await countOf(stored), await countOf(given)]).toEqual([undefined, undefined])
    fixture.clock.advance(60_000)
    expect([await countOf(stored), await countOf(given)]).toEqual([1, undefined])
  })

  test('expires: the session is over when the payer confirms, and no money moves', async () => {
    fixture.switches.set({ bankApp: 'expires' })
    const { qrId, payload } = await codeOf(fixture, mdOrder)
    await press(fixture, payload, 'confirm')
    expect(await stateOf(fixture, mdOrder)).toMatchObject({ orderStatus: 6, actionCode: -2007 })
    expect(await qrState(fixture, mdOrder, qrId)).toMatchObject({ qrStatus: 'REJECTED' })
    expect(await noticeOf(payload)).toMatch(/^This code is not valid any more/)
    expect(transfers()).toEqual([])
  })

  test('pays-twice: two devices confirm at once, and the second transfer is given back', async () => {
    for (const transferDelay of [0, 60_000]) {
      mdOrder = await roubleOrder(fixture)
      fixture.switches.set({ bankApp: 'pays-twice', transferDelay })
      const { payload } = await codeOf(fixture, mdOrder)
      await press(fixture, payload, 'confirm')
      fixture.clock.advance(transferDelay)
      expect(transfers()).toEqual(['1234 643 of Alder Bank', '1234 643 of Alder Bank, given back'])
      expect(await stateOf(fixture, mdOrder)).toMatchObject({
        orderStatus: 2,
        paymentAmountInfo: { depositedAmount: 1234 },
      })
    }
  })

  test('accepts-at-reject: the answer says that the code is taken back, and a bank has accepted the payment', async () => {
    fixture.switches.set({ bankApp: 'accepts-at-reject' })
    const { qrId, payload } = await codeOf(fixture, mdOrder)
    expect(await fixture.gateway.sbpRejectQr({ ...credentials, mdOrder, qrId })).toMatchObject({ rejected: true })
    expect(await qrState(fixture, mdOrder, qrId)).toMatchObject({ qrStatus: 'CONFIRMED' })
    await press(fixture, payload, 'confirm')
    expect(await stateOf(fixture, mdOrder)).toMatchObject({ orderStatus: 2, paymentWay: 'SBP_C2B' })
  })

  test('a transfer is declined with the actionCode that is set', async () => {
    fixture.switches.set({ declineWith: 116 })
    const { qrId, payload } = await codeOf(fixture, mdOrder)
    await press(fixture, payload, 'confirm')
    expect(await stateOf(fixture, mdOrder)).toMatchObject({ orderStatus: 6, actionCode: 116 })
    expect(await qrState(fixture, mdOrder, qrId)).toMatchObject({ qrStatus: 'REJECTED' })
  })

  test('get.do has the faults of a payment: its lost answer is found by asking again', async () => {
    const question = { ...credentials, mdOrder }
    fixture.switches.set({ paymentAnswer: 'lost-after', gatewayDelay: 100 })
    const start = fixture.clock.now()
    await expect(fixture.gateway.sbpGetQr(question)).rejects.not.toHaveProperty('status')
    expect(fixture.clock.now() - start).toBe(100)
    fixture.switches.set(noFaults)
    const made = fixture.store.table<{ readonly id: string; readonly orderId: string }>('gateway-sbp-codes').rows()
    const [lost, ...more] = [...made].filter(({ orderId }) => orderId === mdOrder)
    expect(more).toEqual([])
    expect(await fixture.gateway.sbpGetQr(question)).toMatchObject({ qrId: lost!.id })
  })

  test('status.do has those of a status, reject.do of money, and the bindings’ calls of bindings', async () => {
    const { qrId } = await codeOf(fixture, mdOrder)
    const clientId = newClient()
    const bindingId = await storedAccount(fixture, clientId)
    const calls = {
      statusAnswer: () => fixture.gateway.sbpQrStatus({ ...credentials, mdOrder, qrId }),
      moneyAnswer: () => fixture.gateway.sbpRejectQr({ ...credentials, mdOrder, qrId }),
      bindingAnswer: () => fixture.gateway.sbpGetBindings({ ...credentials, clientId }),
    }
    for (const [name, call] of Object.entries(calls)) {
      fixture.switches.set({ ...noFaults, [name]: 'error-502' })
      await expect(call(), name).rejects.toMatchObject({ status: 502 })
    }
    const unbind = fixture.gateway.sbpUnBind({ ...credentials, bindingId })
    await expect(unbind).rejects.toMatchObject({ status: 502 })
  })
})

describe('a transfer under way, by the clock', () => {
  async function sent(whole: Whole): Promise<string> {
    const { ask, by, post } = whole
    const wanted = { ...by, orderNumber: 'R-1', amount: 1234, currency: '643', returnUrl: 'http://shop.test/back' }
    const { orderId } = await ask.register({ ...wanted, dynamicCallbackUrl: callbackAddress })
    const { payload } = await ask.sbpGetQr({ ...by, mdOrder: orderId! })
    await whole.steer('POST', '/scenario/orders/R-1', { transferDelay: 60_000 })
    await post(`${payload}?bank=alder`, { act: 'confirm' })
    await quiet()
    return orderId!
  }

  test('arrives without anyone reading, and the merchant is notified once, without a card', async () => {
    const whole = await openWhole(memoryStore())
    const id = await sent(whole)
    await whole.clock.pass(59_999)
    expect(whole.came).toEqual([])
    await whole.clock.pass(1)
    await quiet()
    expect(whole.came).toHaveLength(1)
    expect(whole.came[0]!.fields).toMatchObject({ operation: 'deposited', status: '1', mdOrder: id, amount: '1234' })
    expect(whole.came[0]!.fields).not.toHaveProperty('maskedPan')
    await whole.close()
  })

  test('arrives although the sandbox was restarted meanwhile', async () => {
    const store = memoryStore()
    const clock = fakeClock()
    const first = await openWhole(store, clock)
    const id = await sent(first)
    await first.close()
    const second = await openWhole(store, clock)
    await second.clock.pass(60_000)
    await quiet()
    expect(second.came).toMatchObject([{ fields: { operation: 'deposited', mdOrder: id } }])
    await second.close()
  })
})
