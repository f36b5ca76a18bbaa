import { expect } from 'vitest'
import { cardNamed, credentials, newNumber, open, paid, payment, registered, stateOf } from '../fixture.ts'
import { rulesOf } from './rule.ts'

const notEnrolled = cardNamed('4444555511113333')
const undecided = cardNamed('4000000000000119')
const penniless = cardNamed('4000000000000010')

/** Rules of the life of an order, as merchants see it. */
export const orderRules = rulesOf({
  async '4.1 a registered order has an id, a form address and no errorCode'({ gateway, base }) {
    const answer = await gateway.register({
      ...credentials,
      orderNumber: newNumber(),
      amount: 100,
      returnUrl: 'https://shop.test/',
      language: 'ru',
    })
    expect(answer).toEqual({
      orderId: expect.any(String),
      formUrl: `${base}/payment/merchants/sandbox/payment_ru.html?mdOrder=${answer.orderId}`,
    })
  },
  async '4.1 the form address opens a page, another language does not'(fixture) {
    const id = await registered(fixture)
    const page = (language: string) =>
      open(fixture, `${fixture.base}/payment/merchants/sandbox/payment_${language}.html?mdOrder=${id}`)
    expect((await page('en')).status).toBe(200)
    expect((await page('xx')).status).toBe(404)
  },
  async '2.1 the status of an order that nobody paid has all that is known of it'(fixture) {
    const { clock, gateway } = fixture
    const orderNumber = newNumber()
    const { orderId } = await gateway.register({
      ...credentials,
      orderNumber,
      amount: 1234,
      returnUrl: 'https://shop.test/back',
      description: 'Two cups',
      ip: '192.0.2.7',
      jsonParams: { table: '5' },
    })
    expect(await gateway.getOrderStatusExtended({ ...credentials, orderNumber })).toEqual({
      errorCode: '0',
      errorMessage: 'Success',
      orderNumber,
      orderStatus: 0,
      actionCode: -100,
      actionCodeDescription: 'No payment attempt yet',
      amount: 1234,
      currency: '933',
      date: clock.now(),
      ip: '192.0.2.7',
      orderDescription: 'Two cups',
      merchantOrderParams: [{ name: 'table', value: '5' }],
      transactionAttributes: [],
      attributes: [{ name: 'mdOrder', value: orderId }],
      terminalId: '10000001',
      chargeback: false,
      paymentAmountInfo: {
        paymentState: 'CREATED',
        approvedAmount: 0,
        depositedAmount: 0,
        refundedAmount: 0,
        totalAmount: 1234,
      },
    })
  },
  async '4.3 a card that is not enrolled pays in one call, one-phase'(fixture) {
    const id = await registered(fixture, { returnUrl: 'https://shop.test/back?a=1#top' })
    const answer = await paid(fixture, id, notEnrolled)
    expect(answer).toMatchObject({
      errorCode: '0',
      info: expect.any(String),
      redirect: `https://shop.test/back?a=1&orderId=${id}&lang=en#top`,
    })
    expect(answer).not.toHaveProperty('error')
    expect(await stateOf(fixture, id)).toMatchObject({
      orderStatus: 2,
      actionCode: 0,
      authDateTime: fixture.clock.now(),
      authRefNum: expect.stringMatching(/^\d{12}$/),
      cardAuthInfo: {
        maskedPan: '444455**3333',
        expiration: '203412',
        cardholderName: 'A HOLDER',
        approvalCode: expect.stringMatching(/^\d{6}$/),
        paymentSystem: 'VISA',
        secureAuthInfo: { eci: 7, threeDsType: '0' },
      },
      paymentAmountInfo: { paymentState: 'DEPOSITED', approvedAmount: 0, depositedAmount: 1234 },
      bankInfo: { bankCountryName: 'Lithuania' },
      paymentWay: 'CARD',
    })
  },
  async '4.2 a two-phase order is held, and completed by itself at its date'(fixture) {
    const at = new Date(fixture.clock.now() + 3 * 3_600_000 + 60_000).toISOString().slice(0, 19)
    const id = await registered(fixture, { autocompletionDate: at } as object, 'registerPreAuth')
    await paid(fixture, id, notEnrolled)
    expect(await stateOf(fixture, id)).toMatchObject({
      orderStatus: 1,
      paymentAmountInfo: { paymentState: 'APPROVED', approvedAmount: 1234, depositedAmount: 0 },
    })
    fixture.clock.advance(60_000)
    expect(await stateOf(fixture, id)).toMatchObject({
      orderStatus: 2,
      paymentAmountInfo: { paymentState: 'DEPOSITED', approvedAmount: 1234, depositedAmount: 1234 },
    })
  },
  async 'family: a verified card is not debited'(fixture) {
    const id = await registered(fixture, { amount: 0, features: ['VERIFY'] })
    await paid(fixture, id, notEnrolled)
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 3, actionCode: 0 })
  },
  async '4.1 an order number is registered once per merchant'(fixture) {
    const orderNumber = newNumber()
    await registered(fixture, { orderNumber })
    const again = { orderNumber, amount: 1, returnUrl: 'https://shop.test/' }
    expect(await fixture.gateway.register({ ...credentials, ...again })).toMatchObject({ errorCode: '1' })
    expect(await fixture.gateway.register({ token: 'other-token', ...again })).toHaveProperty('orderId')
  },
  async 'family: a declined card is errorCode 0 with an error, and the order stays declined'(fixture) {
    const id = await registered(fixture, { failUrl: 'https://shop.test/sorry' })
    const answer = await paid(fixture, id, penniless)
    expect(answer).toMatchObject({
      errorCode: '0',
      error: expect.any(String),
      redirect: `https://shop.test/sorry?orderId=${id}&lang=en`,
    })
    const declined = { orderStatus: 6, actionCode: 116, paymentAmountInfo: { paymentState: 'DECLINED' } }
    expect(await stateOf(fixture, id)).toMatchObject(declined)
    expect(await paid(fixture, id, notEnrolled)).toMatchObject({ errorCode: '7', errorMessage: expect.any(String) })
    expect(await stateOf(fixture, id)).toMatchObject(declined)
  },
  async '3 a paid order never charges again'(fixture) {
    const id = await registered(fixture)
    await paid(fixture, id, notEnrolled)
    const before = fixture.debits()
    expect(await paid(fixture, id, notEnrolled)).toMatchObject({ errorCode: '7' })
    expect(fixture.debits()).toBe(before)
  },
  async '3 two payments at once charge once'(fixture) {
    const id = await registered(fixture)
    const before = fixture.debits()
    const fields = await payment(fixture, id, cardNamed('4000000000000093'))
    const answers = await Promise.all([fixture.gateway.paymentorder(fields), fixture.gateway.paymentorder(fields)])
    expect(answers.map(({ errorCode }) => errorCode).toSorted()).toEqual(['0', '7'])
    expect(fixture.debits()).toBe(before + 1)
  },
  async 'family: an issuer that has not decided leaves the order pending'(fixture) {
    const id = await registered(fixture)
    expect(await paid(fixture, id, undecided)).toMatchObject({ errorCode: '0', info: expect.any(String) })
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 7, actionCode: -30001 })
    fixture.clock.advance(3_600_000)
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 7 })
  },
  async '8 an order expires after 20 minutes, or when it says'(fixture) {
    const { clock } = fixture
    const usual = await registered(fixture)
    const short = await registered(fixture, { sessionTimeoutSecs: 60 })
    const dated = await registered(fixture, {
      sessionTimeoutSecs: 9999,
      expirationDate: new Date(clock.now() + 3 * 3_600_000 + 120_000).toISOString().slice(0, 19),
    })
    const statuses = async () =>
      Promise.all([usual, short, dated].map(async (id) => (await stateOf(fixture, id)).orderStatus))
    clock.advance(59_999)
    expect(await statuses()).toEqual([0, 0, 0])
    clock.advance(1)
    expect(await statuses()).toEqual([0, 6, 0])
    clock.advance(60_000)
    expect(await statuses()).toEqual([0, 6, 6])
    clock.advance(1_079_999)
    expect(await statuses()).toEqual([0, 6, 6])
    expect(await paid(fixture, short, notEnrolled)).toMatchObject({ errorCode: '7' })
    clock.advance(1)
    expect(await stateOf(fixture, usual)).toMatchObject({ orderStatus: 6, actionCode: -2007 })
  },
  async 'family: decline.do ends an order that is not paid, and no other'(fixture) {
    const id = await registered(fixture)
    const decline = (orderId: string) => fixture.gateway.decline({ ...credentials, orderId })
    expect(await decline(id)).toMatchObject({ errorCode: '0' })
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 6, actionCode: 4005 })
    expect(await decline(id)).toMatchObject({ errorCode: '7', errorMessage: expect.stringContaining('declined') })
    const paidOne = await registered(fixture)
    await paid(fixture, paidOne, notEnrolled)
    expect(await decline(paidOne)).toMatchObject({ errorCode: '7' })
    expect(await decline('nobody')).toMatchObject({ errorCode: '6' })
  },
})
