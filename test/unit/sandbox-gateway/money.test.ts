import { afterEach, expect, test } from 'vitest'
import { ForeignAnswer } from '#contract/wire/client.ts'
import { fullBalance } from '#sandbox/issuer/seed.ts'
import type { GatewayParts } from '#sandbox/gateway/build-gateway.ts'
import {
  credentials,
  inProcess,
  paid,
  registered,
  setStage,
  stateOf,
  type Stage,
} from '../../conformance/gateway/stage.ts'
import { newClient, notEnrolled, paidByBinding, stored } from '../../conformance/gateway/stored-cards.ts'

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
