import { expect } from 'vitest'
import {
  cardNamed,
  credentials,
  newNumber,
  paid,
  paidInTwo,
  registered,
  stateOf,
  type Fixture,
  byTrusted,
  open,
} from '../fixture.ts'
import { enrolled, newClient, notEnrolled, paidByBinding, stored } from '../stored-cards.ts'
import { payA, payADirect, payB, payBDirect } from '../wallet-payments.ts'
import { rulesOf } from './rule.ts'

const olderVersion = cardNamed('6759649826438453')

/** The length that the specification gives an answer's field, in whatever block the field is. */
const lengths: Readonly<Record<string, readonly [least: number, most: number]>> = {
  orderId: [1, 36],
  orderNumber: [1, 36],
  mdOrder: [1, 36],
  formUrl: [1, 512],
  redirect: [1, 512],
  errorCode: [1, 2],
  errorMessage: [1, 512],
  userMessage: [1, 512],
  actionCodeDescription: [1, 512],
  terminalId: [1, 10],
  authRefNum: [1, 24],
  approvalCode: [6, 6],
  bindingId: [1, 255],
  clientId: [0, 255],
  threeDSServerTransId: [1, 36],
  threeDSMethodUrl: [1, 512],
  threeDSMethodUrlServer: [1, 512],
  threeDSMethodURLServerDirect: [1, 512],
  threeDSMethodDataPacked: [1, 1024],
  termUrl: [1, 512],
  acsUrl: [1, 512],
  paReq: [1, 255],
  code: [1, 3],
  message: [1, 512],
  description: [1, 598],
}

/** Fields that are too long or too short, anywhere in an answer. */
const misfits = (answer: object): string[] =>
  Object.entries(answer).flatMap(([name, value]) => {
    if (typeof value === 'object' && value !== null) return misfits(value as object)
    const [least, most] = lengths[name] ?? [0, Infinity]
    const { length } = String(value)
    return length < least || length > most ? [`${name} has ${length} characters`] : []
  })

/** The dotted names of an answer's fields. */
const namesIn = (answer: object): string[] =>
  Object.entries(answer).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? namesIn(value as object).map((inner) => `${name}.${inner}`)
      : [name],
  )

const within = (block: string, ...names: string[]): string[] => names.map((name) => `${block}.${name}`)

const ofAnOrder: readonly string[] = [
  'orderNumber',
  'orderStatus',
  'actionCode',
  'actionCodeDescription',
  'amount',
  'currency',
  'date',
  'ip',
  'orderDescription',
  'merchantOrderParams',
  'authDateTime',
  'terminalId',
  'authRefNum',
  'attributes',
  'transactionAttributes',
  'chargeback',
  'operations',
  ...within('paymentAmountInfo', 'paymentState', 'approvedAmount', 'depositedAmount', 'refundedAmount', 'totalAmount'),
  ...within('cardAuthInfo', 'expiration', 'cardholderName', 'approvalCode', 'pan', 'maskedPan', 'paymentSystem'),
  ...within('cardAuthInfo', 'product', 'secureAuthInfo.eci'),
  ...within('bindingInfo', 'clientId', 'bindingId'),
  ...within('bankInfo', 'bankName', 'bankCountryCode', 'bankCountryName'),
]

async function storedAndPaid(fixture: Fixture): Promise<object> {
  const clientId = newClient()
  const id = await registered(fixture, { clientId, description: 'Tea', ip: '192.0.2.7', jsonParams: { table: '5' } })
  await paidByBinding(fixture, id, await stored(fixture, clientId))
  return stateOf(fixture, id)
}

/** Rules of the contents of answers. */
export const answerRules = rulesOf({
  async '2.1 the status of a paid order has every field of an order'(fixture) {
    const names = namesIn(await storedAndPaid(fixture))
    for (const name of ofAnOrder) expect(names).toContain(name)
  },
  async '2.1 pan and maskedPan are masked, expiration is YYYYMM, dates are Unix milliseconds'(fixture) {
    expect(await storedAndPaid(fixture)).toMatchObject({
      cardAuthInfo: { pan: '444455**3333', maskedPan: '444455**3333', expiration: '203412' },
      date: fixture.clock.now(),
      authDateTime: fixture.clock.now(),
    })
  },
  async '2.1 operations have the amount, the cardholder and the code of the authorisation, once the issuer was asked'(
    fixture,
  ) {
    const id = await registered(fixture)
    expect(await stateOf(fixture, id)).not.toHaveProperty('operations')
    await paid(fixture, id, notEnrolled)
    const { operations, cardAuthInfo } = await stateOf(fixture, id)
    expect(operations).toEqual([{ amount: 1234, cardHolder: 'A HOLDER', authCode: cardAuthInfo!.approvalCode }])
  },
  async '2.1 bindingInfo has the clientId of an order before any card is stored, and the binding after'(fixture) {
    const clientId = newClient()
    const id = await registered(fixture, { clientId })
    expect(await stateOf(fixture, id)).toMatchObject({ bindingInfo: { clientId } })
    await paid(fixture, id, notEnrolled, { tii: 'CI' })
    expect((await stateOf(fixture, id)).bindingInfo).toEqual({ clientId, bindingId: expect.any(String) })
    expect(await stateOf(fixture, await registered(fixture))).not.toHaveProperty('bindingInfo')
  },
  async '4.8 bankInfo names the bank of the card, its country in the language of the request; an unknown one is UNKNOWN'(
    fixture,
  ) {
    const id = await registered(fixture)
    await paid(fixture, id, notEnrolled)
    const bankIn = async (language: string) =>
      (await fixture.gateway.getOrderStatusExtended({ ...credentials, orderId: id, language })).bankInfo
    const bank = { bankName: 'SANDBOX BANK', bankCountryCode: 'LT' }
    for (const [language, bankCountryName] of [
      ['en', 'Lithuania'],
      ['ru', 'Литва'],
      ['by', 'Литва'],
      ['kk', 'Литва'],
      ['kz', 'Литва'],
    ] as const)
      expect(await bankIn(language)).toEqual({ ...bank, bankCountryName })
    const stranger = await registered(fixture)
    await paid(fixture, stranger, { ...notEnrolled, pan: '4929000000000000' })
    expect((await stateOf(fixture, stranger)).bankInfo).toEqual({
      bankName: 'UNKNOWN',
      bankCountryCode: 'UNKNOWN',
      bankCountryName: 'Unknown',
    })
  },
  async '2.1 the fields of an order keep their lengths, paid, held, declined or unpaid'(fixture) {
    expect(misfits(await storedAndPaid(fixture))).toEqual([])
    for (const card of [notEnrolled, cardNamed('4000000000000010'), enrolled]) {
      const id = await registered(fixture, {}, 'registerPreAuth')
      expect(misfits(await paid(fixture, id, card))).toEqual([])
      expect(misfits(await stateOf(fixture, id))).toEqual([])
    }
  },
  async '2.1 the hold is returned of two-phase orders only'(fixture) {
    for (const [operation, approvedAmount] of [
      ['register', 0],
      ['registerPreAuth', 1234],
    ] as const) {
      const id = await registered(fixture, {}, operation)
      await paid(fixture, id, notEnrolled)
      expect((await stateOf(fixture, id)).paymentAmountInfo).toMatchObject({ approvedAmount, totalAmount: 1234 })
    }
  },
  async '2.2 a binding is listed by its id, mask, expiry, way, system, label and category'(fixture) {
    const clientId = newClient()
    const bindingId = await stored(fixture, clientId, { type: 'R' })
    const { bindings } = await fixture.gateway.getBindings({ ...credentials, clientId })
    expect(bindings).toEqual([
      {
        bindingId,
        maskedPan: '444455**3333',
        expiryDate: '203412',
        paymentWay: 'CARD',
        paymentSystem: 'VISA',
        displayLabel: '**** 3333',
        bindingCategory: 'RECURRENT',
      },
    ])
    expect(misfits(bindings![0]!)).toEqual([])
  },
  async '4.2 registerPreAuth.do answers as register.do does'({ gateway }) {
    const answer = await gateway.registerPreAuth({
      ...credentials,
      orderNumber: newNumber(),
      amount: 1,
      returnUrl: 'https://shop.test/',
    })
    expect(answer).toEqual({ orderId: expect.any(String), formUrl: expect.stringContaining(answer.orderId!) })
    expect(misfits(answer)).toEqual([])
  },
  async '4.3 the answers on the way through 3-D Secure keep their lengths'(fixture) {
    const first = await paid(fixture, await registered(fixture, byTrusted), enrolled, byTrusted)
    expect(misfits(first)).toEqual([])
    expect(misfits(await paidInTwo(fixture, await registered(fixture), enrolled))).toEqual([])
    const older = await paid(fixture, await registered(fixture), olderVersion)
    expect(namesIn(older)).toEqual(expect.arrayContaining(['acsUrl', 'paReq', 'termUrl']))
    expect(misfits(older)).toEqual([])
  },
  async '4.3 threeDSMethodURLServerDirect needs a permission, and leads to the method page of the card'(fixture) {
    expect(await paid(fixture, await registered(fixture), enrolled)).not.toHaveProperty('threeDSMethodURLServerDirect')
    const id = await registered(fixture, byTrusted)
    const { threeDSMethodURLServerDirect: direct, threeDSMethodUrl } = await paid(fixture, id, enrolled, byTrusted)
    expect(direct).toContain('/payment/3dsmethod.do?')
    const page = await open(fixture, direct!)
    expect(page.status).toBe(200)
    expect(await page.text()).toMatch(new RegExp(`action="${threeDSMethodUrl}".*name="threeDSMethodData" value="\\w+`))
    expect((await open(fixture, direct!.replace(/=.*/, '=nobody'))).status).toBe(404)
  },
  async '4.8 attributes name the order, and each entry of a list has its name and value'(fixture) {
    const id = await registered(fixture, { jsonParams: { colour: 'red' } })
    const { attributes, merchantOrderParams, transactionAttributes = [] } = await stateOf(fixture, id)
    expect(attributes).toEqual([{ name: 'mdOrder', value: id }])
    expect(merchantOrderParams).toEqual([{ name: 'colour', value: 'red' }])
    const pair = { name: expect.any(String), value: expect.any(String) }
    for (const entry of transactionAttributes) expect(entry).toEqual(pair)
  },
  async '4.7 a refusal of the JSON endpoints has success, and an error with a code, a message and a description'(
    fixture,
  ) {
    for (const pay of [payA, payADirect, payB, payBDirect]) {
      const { success, error } = await pay(fixture, { orderNumber: 'x'.repeat(36), paymentToken: 'AAAA' })
      expect(success).toBe(false)
      const text = expect.stringMatching(/./)
      expect(error).toEqual({ code: expect.stringMatching(/^\d{1,3}$/), message: text, description: text })
    }
  },
  async '4.8 orderStatus of the JSON endpoints is the order as it is read, and keeps its lengths'(fixture) {
    for (const pay of [payA, payADirect, payB, payBDirect]) {
      const { success, data, orderStatus } = await pay(fixture)
      expect(success).toBe(true)
      expect(orderStatus).toEqual(await stateOf(fixture, data!.orderId!))
      expect([...misfits(orderStatus!), ...misfits(data!)]).toEqual([])
    }
  },
  async '4.12 getOrderStatusExtended.do reads the order, whose orderStatus is 1 or 2 once it is paid and never before'(
    fixture,
  ) {
    for (const [operation, orderStatus] of [
      ['register', 2],
      ['registerPreAuth', 1],
    ] as const) {
      const orderNumber = newNumber()
      const id = await registered(fixture, { orderNumber }, operation)
      expect(await stateOf(fixture, id)).toMatchObject({ errorCode: '0', orderNumber, orderStatus: 0 })
      await paid(fixture, id, cardNamed('4000000000000010'))
      expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 6 })
      const next = await registered(fixture, {}, operation)
      await paid(fixture, next, notEnrolled)
      expect(await stateOf(fixture, next)).toMatchObject({ orderStatus })
    }
  },
  async '4.12 the status of no order, or of another merchant’s, has nothing but errorCode and errorMessage'(fixture) {
    const id = await registered(fixture, byTrusted)
    for (const orderId of [id, 'nobody'])
      expect(await stateOf(fixture, orderId)).toEqual({ errorCode: '6', errorMessage: expect.any(String) })
  },
})
