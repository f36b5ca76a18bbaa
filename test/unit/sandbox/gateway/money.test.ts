import { afterEach, describe, expect, test } from 'vitest'
import { ForeignAnswer } from '#contract/wire/client.ts'
import { fullBalance } from '#sandbox/issuer/seed.ts'
import type { GatewayParts } from '#sandbox/gateway/build-gateway.ts'
import { amounts, inZone } from '../../../conformance/gateway/paid-orders.ts'
import {
  credentials,
  inProcess,
  paid,
  registered,
  setStage,
  stateOf,
  type Stage,
} from '../../../conformance/gateway/stage.ts'
import { newClient, notEnrolled, paidByBinding, stored } from '../../../conformance/gateway/stored-cards.ts'

let stage: Stage
afterEach(() => stage.close())

/** A stage whose issuer answers reversals otherwise than the sandbox's would. */
async function stageWith(change: (issuer: Issuer) => Partial<Issuer>): Promise<void> {
  const approve: Issuer['debitCard'] = async () => ({
    responseCode: '00',
    processingCode: '000000',
    systemTraceAuditNumber: 7,
    localTransactionDate: '2030-05-01T12:00:00+00:00',
    rrn: '012112000007',
    authorizationIdResponse: '123456',
  })
  stage = await setStage(inProcess(), { issuer: { debitCard: approve, ...change({ debitCard: approve }) } })
}
type Issuer = GatewayParts['issuer']

const order = async (operation: 'register' | 'registerPreAuth', amount = 1234): Promise<string> => {
  const id = await registered(stage, { amount }, operation)
  await paid(stage, id, notEnrolled)
  return id
}

const refund = (orderId: string, amount = 0) => stage.gateway.refund({ ...credentials, orderId, amount })
const reverse = (orderId: string) => stage.gateway.reverse({ ...credentials, orderId })
const deposit = (orderId: string, amount = 0) => stage.gateway.deposit({ ...credentials, orderId, amount })

test('what goes back to the card can be spent again, and no more than that', async () => {
  stage = await setStage(inProcess())
  const debited = await order('register', fullBalance - 1000)
  const held = await order('registerPreAuth', 1000)
  const statusOfOneMore = async (amount: number) => (await stateOf(stage, await order('register', amount))).orderStatus
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
  await stageWith(() => ({ reversal: (...asked) => answer(...asked) }))
  const debited = await order('register')
  const held = await order('registerPreAuth')
  const refused = { errorCode: '7', errorMessage: expect.stringContaining(`responseCode ${code}`) }
  const before = [await stateOf(stage, debited), await stateOf(stage, held)]
  expect(await refund(debited)).toMatchObject(refused)
  expect(await reverse(held)).toMatchObject(refused)
  expect([await stateOf(stage, debited), await stateOf(stage, held)]).toEqual(before)
  answer = async () => ({ responseCode: '00' })
  expect(await refund(debited, 1000)).toMatchObject({ errorCode: '0' })
  answer = reversal
  expect(await refund(debited)).toMatchObject(refused)
  expect(await stateOf(stage, debited)).toMatchObject({ orderStatus: 4, paymentAmountInfo: { refundedAmount: 1000 } })
})

test('the issuer is told which debit the money is of', async () => {
  const asked: object[] = []
  await stageWith(() => ({
    reversal: async (reversal) => {
      asked.push(reversal)
      return { responseCode: '00' }
    },
  }))
  await refund(await order('register'), 34)
  expect(asked).toEqual([
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
  await stageWith(() => ({}))
  const id = await order('register')
  expect(await refund(id)).toMatchObject({ errorCode: '0' })
  expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 4 })
})

test('while the issuer is asked, the order is seen as before and nobody else may touch its money', async () => {
  let answer!: (code: { responseCode: string }) => void
  const told = new Promise<{ responseCode: string }>((resolve) => {
    answer = resolve
  })
  await stageWith(() => ({ reversal: () => told }))
  const id = await registered(
    stage,
    { autocompletionDate: new Date(stage.clock.now() + 3 * 3_600_000 + 60_000).toISOString().slice(0, 19) },
    'registerPreAuth',
  )
  await paid(stage, id, notEnrolled)
  const reversing = reverse(id)
  expect(await deposit(id)).toMatchObject({ errorCode: '7', errorMessage: expect.stringContaining('reversing') })
  stage.clock.advance(60_000)
  expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 1 })
  answer({ responseCode: '00' })
  expect(await reversing).toMatchObject({ errorCode: '0' })
  expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 3 })
})

describe('a hold whose autoReverseDate comes while reverse.do asks the issuer', () => {
  /** Asks for 300 of 1234, lets the date come, and then the issuer's answer. */
  async function overtaken(responseCode: string) {
    const heard: string[] = []
    await stageWith(() => ({
      async reversal({ amount }) {
        heard.push(`reversal ${amount}`)
        stage.clock.advance(60_000)
        expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 1 })
        return { responseCode }
      },
      reversalAdvice: async ({ uniqueReferenceNumber }) => (
        heard.push(`advice of ${uniqueReferenceNumber}`),
        { responseCode: '00' }
      ),
    }))
    const id = await registered(stage, { autoReverseDate: inZone(stage.clock.now() + 60_000) }, 'registerPreAuth')
    await paid(stage, id, notEnrolled)
    return { id, heard, answered: await stage.gateway.reverse({ ...credentials, orderId: id, amount: 300 }) }
  }

  test('is held on for the rest where the issuer gave the part back', async () => {
    const { id, heard, answered } = await overtaken('00')
    expect(answered).toMatchObject({ errorCode: '0' })
    expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 1, ...amounts('APPROVED', 934) })
    expect(heard).toEqual(['reversal 300'])
  })

  test('goes back wholly where it did not', async () => {
    const { id, heard, answered } = await overtaken('91')
    expect(answered).toMatchObject({ errorMessage: expect.stringContaining('responseCode 91') })
    expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 3, ...amounts('REVERSED', 0) })
    expect(heard).toEqual(['reversal 300', `advice of ${id}`])
  })
})

test('an issuer that takes no reversalAdvice is asked for a reversal of the whole at autoReverseDate', async () => {
  const asked: number[] = []
  await stageWith(() => ({ reversal: async ({ amount }) => (asked.push(amount), { responseCode: '00' }) }))
  const id = await registered(
    stage,
    { feeInput: 66, autoReverseDate: inZone(stage.clock.now() + 60_000) },
    'registerPreAuth',
  )
  await paid(stage, id, notEnrolled)
  stage.clock.advance(60_000)
  expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 3 })
  expect(asked).toEqual([1300])
})

test.each(['deposit', 'reverse'] as const)(
  '%s.do that its order’s date overtakes within the call says what became of the order',
  async (operation) => {
    let [now, tick] = [Date.UTC(2030, 4, 1, 12), 0]
    const clock = { now: () => (now += tick), sleep: async () => undefined }
    stage = await setStage(inProcess(), { clock })
    const answers = new Set<string>()
    for (let before = 0; before < 8; before++) {
      tick = 0
      const date = now + 60_000 - (now % 1000)
      const dates = { [operation === 'deposit' ? 'autoReverseDate' : 'autocompletionDate']: inZone(date) }
      const id = await registered(stage, dates, 'registerPreAuth')
      await paid(stage, id, notEnrolled)
      now = date - before
      tick = 1
      const { errorCode } = await stage.gateway[operation]({ ...credentials, orderId: id, amount: 1000 })
      answers.add(String(errorCode))
      const done = operation === 'deposit' ? [2, 1000] : [1, 234]
      const { orderStatus, paymentAmountInfo: { depositedAmount, approvedAmount } = {} } = await stateOf(stage, id)
      expect([orderStatus, orderStatus === 2 ? depositedAmount : approvedAmount]).toEqual(
        errorCode === '0' ? done : operation === 'deposit' ? [3, 0] : [2, 1234],
      )
    }
    expect([...answers].toSorted()).toEqual(['0', '7'])
  },
)

test('the issuer is told of a payment that the merchant initiates, and sees no CVC', async () => {
  const debits: Parameters<Issuer['debitCard']>[0][] = []
  await stageWith(({ debitCard }) => ({
    debitCard: (debit) => {
      debits.push(debit)
      return debitCard(debit)
    },
  }))
  const clientId = newClient()
  const [common, recurrent] = [await stored(stage, clientId), await stored(stage, clientId, { type: 'R' })]
  debits.length = 0
  await paidByBinding(stage, await registered(stage, { clientId }), common, { tii: 'U', cvc: '123' })
  await stage.gateway.recurrentPayment({ ...credentials, orderNumber: 'plan-1', bindingId: recurrent, amount: 5 })
  await paidByBinding(stage, await registered(stage, { clientId, feeInput: 6 }), common, { tii: 'F', cvc: '123' })
  expect(debits.map(({ tds, amount }) => [tds?.authenticationIndicator, amount])).toEqual([
    ['NOT_PERFORMED', 1234],
    ['RECURRENT_PAYMENT_AUTH', 5],
    ['NOT_PERFORMED', 1240],
  ])
  expect(debits.map(({ cardIdentification }) => cardIdentification.cvv2)).toEqual([undefined, undefined, '123'])
})
