import { afterEach, describe, expect, test } from 'vitest'
import { ForeignAnswer } from '#contract/wire/client.ts'
import { fullBalance } from '#sandbox/issuer/seed.ts'
import type { GatewayOptions } from '#sandbox/gateway/build-gateway.ts'
import { amounts, inZone } from '../../../conformance/gateway/paid-orders.ts'
import {
  credentials,
  inProcess,
  paid,
  registered,
  setFixture,
  stateOf,
  type Fixture,
} from '../../../conformance/gateway/fixture.ts'
import { newClient, notEnrolled, paidByBinding, stored } from '../../../conformance/gateway/stored-cards.ts'

let fixture: Fixture
afterEach(() => fixture.close())

/** A fixture whose issuer answers reversals differently from the sandbox's. */
async function fixtureWith(change: (issuer: Issuer) => Partial<Issuer>): Promise<void> {
  const approve: Issuer['debitCard'] = async () => ({
    responseCode: '00',
    processingCode: '000000',
    systemTraceAuditNumber: 7,
    localTransactionDate: '2030-05-01T12:00:00+00:00',
    rrn: '012112000007',
    authorizationIdResponse: '123456',
  })
  fixture = await setFixture(inProcess(), { issuer: { debitCard: approve, ...change({ debitCard: approve }) } })
}
type Issuer = GatewayOptions['issuer']

const order = async (operation: 'register' | 'registerPreAuth', amount = 1234): Promise<string> => {
  const id = await registered(fixture, { amount }, operation)
  await paid(fixture, id, notEnrolled)
  return id
}

const refund = (orderId: string, amount = 0) => fixture.gateway.refund({ ...credentials, orderId, amount })
const reverse = (orderId: string) => fixture.gateway.reverse({ ...credentials, orderId })
const deposit = (orderId: string, amount = 0) => fixture.gateway.deposit({ ...credentials, orderId, amount })

test('what goes back to the card can be spent again, and no more than that', async () => {
  fixture = await setFixture(inProcess())
  const debited = await order('register', fullBalance - 1000)
  const held = await order('registerPreAuth', 1000)
  const statusOfOneMore = async (amount: number) =>
    (await stateOf(fixture, await order('register', amount))).orderStatus
  expect(await statusOfOneMore(1)).toBe(6)
  await deposit(held, 600)
  expect(await statusOfOneMore(401)).toBe(6)
  expect(await statusOfOneMore(400)).toBe(2)
  await refund(debited, 50)
  await refund(held)
  expect(await statusOfOneMore(651)).toBe(6)
  expect(await statusOfOneMore(650)).toBe(2)
  expect(await statusOfOneMore(1)).toBe(6)
})

test.each([
  ['refuses', async () => ({ responseCode: '78' }), '78'],
  ['cannot be reached', async () => Promise.reject(new TypeError('fetch failed')), '91'],
  ['talks nonsense', async () => Promise.reject(new ForeignAnswer(500, '')), '96'],
])('an issuer that %s leaves the order as it was, and it can be tried again', async (_, reversal, code) => {
  let answer: NonNullable<Issuer['reversal']> = reversal
  await fixtureWith(() => ({ reversal: (...request) => answer(...request) }))
  const debited = await order('register')
  const held = await order('registerPreAuth')
  const refused = { errorCode: '7', errorMessage: expect.stringContaining(`responseCode ${code}`) }
  const before = [await stateOf(fixture, debited), await stateOf(fixture, held)]
  expect(await refund(debited)).toMatchObject(refused)
  expect(await reverse(held)).toMatchObject(refused)
  expect([await stateOf(fixture, debited), await stateOf(fixture, held)]).toEqual(before)
  answer = async () => ({ responseCode: '00' })
  expect(await refund(debited, 1000)).toMatchObject({ errorCode: '0' })
  answer = reversal
  expect(await refund(debited)).toMatchObject(refused)
  expect(await stateOf(fixture, debited)).toMatchObject({ orderStatus: 4, paymentAmountInfo: { refundedAmount: 1000 } })
})

test('the issuer receives which debit the money is of', async () => {
  const request: object[] = []
  await fixtureWith(() => ({
    reversal: async (reversal) => {
      request.push(reversal)
      return { responseCode: '00' }
    },
  }))
  await refund(await order('register'), 34)
  expect(request).toEqual([
    {
      cardIdentification: { cardNumber: notEnrolled.pan, expDate: notEnrolled.expiry },
      amount: 34,
      currency: 933,
      processingCode: '000000',
      systemTraceAuditNumber: 7,
      transactionDate: '2030-05-01T12:00:00+00:00',
      rrn: '012112000007',
      authorizationIdResponse: '123456',
      uniqueReferenceNumber: expect.any(String),
    },
  ])
})

test('an issuer that takes no reversals is not asked, and the order is refunded all the same', async () => {
  await fixtureWith(() => ({}))
  const id = await order('register')
  expect(await refund(id)).toMatchObject({ errorCode: '0' })
  expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 4 })
})

test('while the issuer is asked, the order is seen as before and nobody else may touch its money', async () => {
  let answer!: (code: { responseCode: string }) => void
  const result = new Promise<{ responseCode: string }>((resolve) => {
    answer = resolve
  })
  await fixtureWith(() => ({ reversal: () => result }))
  const id = await registered(
    fixture,
    { autocompletionDate: new Date(fixture.clock.now() + 3 * 3_600_000 + 60_000).toISOString().slice(0, 19) },
    'registerPreAuth',
  )
  await paid(fixture, id, notEnrolled)
  const reversing = reverse(id)
  expect(await deposit(id)).toMatchObject({ errorCode: '7', errorMessage: expect.stringContaining('reversing') })
  fixture.clock.advance(60_000)
  expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 1 })
  answer({ responseCode: '00' })
  expect(await reversing).toMatchObject({ errorCode: '0' })
  expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 3 })
})

describe('a hold whose autoReverseDate comes while reverse.do asks the issuer', () => {
  /** Reverses 300 of 1234; the date comes before the issuer's answer. */
  async function overtaken(responseCode: string) {
    const received: string[] = []
    await fixtureWith(() => ({
      async reversal({ amount }) {
        received.push(`reversal ${amount}`)
        fixture.clock.advance(60_000)
        expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 1 })
        return { responseCode }
      },
      reversalAdvice: async ({ uniqueReferenceNumber }) => (
        received.push(`advice of ${uniqueReferenceNumber}`),
        { responseCode: '00' }
      ),
    }))
    const id = await registered(fixture, { autoReverseDate: inZone(fixture.clock.now() + 60_000) }, 'registerPreAuth')
    await paid(fixture, id, notEnrolled)
    return { id, received, answered: await fixture.gateway.reverse({ ...credentials, orderId: id, amount: 300 }) }
  }

  test('is held on for the rest where the issuer gave the part back', async () => {
    const { id, received, answered } = await overtaken('00')
    expect(answered).toMatchObject({ errorCode: '0' })
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 1, ...amounts('APPROVED', 934) })
    expect(received).toEqual(['reversal 300'])
  })

  test('goes back wholly where it did not', async () => {
    const { id, received, answered } = await overtaken('91')
    expect(answered).toMatchObject({ errorMessage: expect.stringContaining('responseCode 91') })
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 3, ...amounts('REVERSED', 0) })
    expect(received).toEqual(['reversal 300', `advice of ${id}`])
  })
})

test('an issuer that takes no reversalAdvice is asked for a reversal of the whole at autoReverseDate', async () => {
  const request: number[] = []
  await fixtureWith(() => ({ reversal: async ({ amount }) => (request.push(amount), { responseCode: '00' }) }))
  const id = await registered(
    fixture,
    { feeInput: 66, autoReverseDate: inZone(fixture.clock.now() + 60_000) },
    'registerPreAuth',
  )
  await paid(fixture, id, notEnrolled)
  fixture.clock.advance(60_000)
  expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 3 })
  expect(request).toEqual([1300])
})

test.each(['deposit', 'reverse'] as const)(
  '%s.do that its order’s date overtakes within the call says what became of the order',
  async (operation) => {
    let [now, tick] = [Date.UTC(2030, 4, 1, 12), 0]
    const clock = { now: () => (now += tick), sleep: async () => undefined }
    fixture = await setFixture(inProcess(), { clock })
    const answers = new Set<string>()
    for (let before = 0; before < 8; before++) {
      tick = 0
      const date = now + 60_000 - (now % 1000)
      const dates = { [operation === 'deposit' ? 'autoReverseDate' : 'autocompletionDate']: inZone(date) }
      const id = await registered(fixture, dates, 'registerPreAuth')
      await paid(fixture, id, notEnrolled)
      now = date - before
      tick = 1
      const { errorCode } = await fixture.gateway[operation]({ ...credentials, orderId: id, amount: 1000 })
      answers.add(String(errorCode))
      const done = operation === 'deposit' ? [2, 1000] : [1, 234]
      const { orderStatus, paymentAmountInfo: { depositedAmount, approvedAmount } = {} } = await stateOf(fixture, id)
      expect([orderStatus, orderStatus === 2 ? depositedAmount : approvedAmount]).toEqual(
        errorCode === '0' ? done : operation === 'deposit' ? [3, 0] : [2, 1234],
      )
    }
    expect([...answers].toSorted()).toEqual(['0', '7'])
  },
)

test('the issuer receives that the merchant initiates a payment, and no CVC', async () => {
  const debits: Parameters<Issuer['debitCard']>[0][] = []
  await fixtureWith(({ debitCard }) => ({
    debitCard: (debit) => {
      debits.push(debit)
      return debitCard(debit)
    },
  }))
  const clientId = newClient()
  const [common, recurrent] = [await stored(fixture, clientId), await stored(fixture, clientId, { type: 'R' })]
  debits.length = 0
  await paidByBinding(fixture, await registered(fixture, { clientId }), common, { tii: 'U', cvc: '123' })
  await fixture.gateway.recurrentPayment({ ...credentials, orderNumber: 'plan-1', bindingId: recurrent, amount: 5 })
  await paidByBinding(fixture, await registered(fixture, { clientId, feeInput: 6 }), common, { tii: 'F', cvc: '123' })
  expect(debits.map(({ tds, amount }) => [tds?.authenticationIndicator, amount])).toEqual([
    ['NOT_PERFORMED', 1234],
    ['RECURRENT_PAYMENT_AUTH', 5],
    ['NOT_PERFORMED', 1240],
  ])
  expect(debits.map(({ cardIdentification }) => cardIdentification.cvv2)).toEqual([undefined, undefined, '123'])
})
