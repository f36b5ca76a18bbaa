import { expect } from 'vitest'
import type { Deposit, Refund, Reverse } from '#contract/gateway/after.ts'
import { byOther, byTrusted, credentials, merchant, newNumber, paid, registered, stateOf, type Stage } from '../stage.ts'
import { notEnrolled } from '../stored-cards.ts'
import type { Rule } from './rule.ts'

type Change = Parameters<typeof registered>[1]

async function heldOrder(stage: Stage, change: Change = {}): Promise<string> {
  const id = await registered(stage, change, 'registerPreAuth')
  await paid(stage, id, notEnrolled, { ...credentials, ...(change?.userName && { userName: change.userName }) })
  return id
}

async function debitedOrder(stage: Stage, change: Change = {}): Promise<string> {
  const id = await registered(stage, change)
  await paid(stage, id, notEnrolled, { ...credentials, ...(change?.userName && { userName: change.userName }) })
  return id
}

const deposit = ({ gateway }: Stage, orderId: string, amount = 0, change: Partial<Deposit> = {}) =>
  gateway.deposit({ ...credentials, orderId, amount, ...change })
const reverse = ({ gateway }: Stage, orderId: string, change: Partial<Reverse> = {}) =>
  gateway.reverse({ ...credentials, orderId, ...change })
const refund = ({ gateway }: Stage, orderId: string, amount = 0, change: Partial<Refund> = {}) =>
  gateway.refund({ ...credentials, orderId, amount, ...change })

const done = { errorCode: '0' }
const wrongState = { errorCode: '7', errorMessage: expect.any(String) }
const amounts = (paymentState: string, approvedAmount: number, depositedAmount = 0, refundedAmount = 0) => ({
  paymentAmountInfo: { paymentState, approvedAmount, depositedAmount, refundedAmount, totalAmount: 1234 },
})

/** A time of the stage's clock as the specification writes it, in UTC+3. */
const inZone = (at: number): string => new Date(at + 3 * 3_600_000).toISOString().slice(0, 19)

/** Rules of what a merchant does with an order after its payment. */
export const afterRules: readonly Rule[] = [
  [
    'family: deposit.do debits the whole hold for 0, and tells when',
    async (stage) => {
      const id = await heldOrder(stage)
      expect(await stateOf(stage, id)).not.toHaveProperty('depositedDate')
      expect(await deposit(stage, id)).toMatchObject(done)
      expect(await stateOf(stage, id)).toMatchObject({
        orderStatus: 2,
        depositedDate: stage.clock.now(),
        ...amounts('DEPOSITED', 1234, 1234),
      })
      expect(await deposit(stage, id)).toMatchObject(wrongState)
      expect(stage.givenBack(id)).toEqual([])
    },
  ],
  [
    'family: a partial deposit is final, and the rest goes back to the card',
    async (stage) => {
      const id = await heldOrder(stage)
      expect(await deposit(stage, id, 1000)).toMatchObject(done)
      expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 2, ...amounts('DEPOSITED', 1234, 1000) })
      expect(await deposit(stage, id, 234)).toMatchObject(wrongState)
      expect(stage.givenBack(id)).toEqual([234])
    },
  ],
  [
    'family: more than approved is not deposited, and nothing has changed',
    async (stage) => {
      const id = await heldOrder(stage)
      expect(await deposit(stage, id, 1235)).toMatchObject({
        errorCode: '5',
        errorMessage: expect.stringMatching(/^Field amount .*1234/),
      })
      expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 1, ...amounts('APPROVED', 1234) })
    },
  ],
  [
    'family: deposit.do and reverse.do are for held orders, refund.do for debited ones',
    async (stage) => {
      const fresh = await registered(stage)
      const debited = await debitedOrder(stage)
      const held = await heldOrder(stage)
      for (const answer of [
        await deposit(stage, fresh),
        await deposit(stage, debited),
        await reverse(stage, fresh),
        await reverse(stage, debited),
        await refund(stage, fresh),
        await refund(stage, held),
      ])
        expect(answer).toMatchObject(wrongState)
      expect(await stateOf(stage, held)).toMatchObject({ orderStatus: 1 })
    },
  ],
  [
    'family: reverse.do gives the hold back, once',
    async (stage) => {
      const id = await heldOrder(stage)
      expect(await reverse(stage, id)).toMatchObject(done)
      expect(await stateOf(stage, id)).toMatchObject({
        orderStatus: 3,
        reversedDate: stage.clock.now(),
        ...amounts('REVERSED', 0),
      })
      expect(stage.givenBack(id)).toEqual([1234])
      expect(await reverse(stage, id)).toMatchObject(wrongState)
      expect(await deposit(stage, id)).toMatchObject(wrongState)
      expect(stage.givenBack(id)).toEqual([1234])
    },
  ],
  [
    'family: reverse.do takes a partial amount, not above the hold, once all the same',
    async (stage) => {
      const id = await heldOrder(stage)
      expect(await reverse(stage, id, { amount: 1235 })).toMatchObject({
        errorCode: '5',
        errorMessage: expect.stringContaining('Field amount'),
      })
      expect(await reverse(stage, id, { amount: 200 })).toMatchObject(done)
      expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 3, ...amounts('REVERSED', 1034) })
      expect(stage.givenBack(id)).toEqual([200])
      expect(await reverse(stage, id, { amount: 1 })).toMatchObject(wrongState)
    },
  ],
  [
    'family: with a permission a deposited order is reversed to held, and completed or reversed from there',
    async (stage) => {
      const order = { ...byTrusted, autocompletionDate: inZone(stage.clock.now() + 60_000) }
      const id = await heldOrder(stage, order)
      await deposit(stage, id, 1000, byTrusted)
      expect(await reverse(stage, id, { ...byTrusted, amount: 5 })).toMatchObject({ errorCode: '5' })
      expect(await reverse(stage, id, byTrusted)).toMatchObject(done)
      const state = await stateOf(stage, id, byTrusted)
      expect(state).toMatchObject({ orderStatus: 1, ...amounts('APPROVED', 1000) })
      expect(state).not.toHaveProperty('depositedDate')
      stage.clock.advance(60_000)
      expect(await stateOf(stage, id, byTrusted)).toMatchObject({ orderStatus: 1 })
      expect(await reverse(stage, id, byTrusted)).toMatchObject(done)
      expect(await stateOf(stage, id, byTrusted)).toMatchObject({ orderStatus: 3, ...amounts('REVERSED', 0) })
      expect(stage.givenBack(id)).toEqual([234, 1000])
    },
  ],
  [
    'family: refund.do gives back in parts up to the deposited amount, 0 is the rest of it',
    async (stage) => {
      const id = await debitedOrder(stage)
      expect(await refund(stage, id, 1235)).toMatchObject(wrongState)
      expect(await refund(stage, id, 200)).toMatchObject(done)
      const partly = { orderStatus: 4, ...amounts('REFUNDED', 0, 1234, 200), refundedDate: stage.clock.now() }
      expect(await stateOf(stage, id)).toMatchObject(partly)
      expect(await refund(stage, id, 1035)).toMatchObject(wrongState)
      expect(await stateOf(stage, id)).toMatchObject(partly)
      stage.clock.advance(1000)
      expect(await refund(stage, id)).toMatchObject(done)
      expect(await stateOf(stage, id)).toMatchObject({
        orderStatus: 4,
        ...amounts('REFUNDED', 0, 1234, 1234),
        refundedDate: stage.clock.now(),
        refunds: [
          { amount: 200, date: stage.clock.now() - 1000, actionCode: '000' },
          {
            amount: 1034,
            date: stage.clock.now(),
            actionCode: '000',
            referenceNumber: expect.stringMatching(/^\d{12}$/),
            approvalCode: expect.stringMatching(/^\d{6}$/),
          },
        ],
      })
      expect(await refund(stage, id)).toMatchObject(wrongState)
      expect(stage.givenBack(id)).toEqual([200, 1034])
    },
  ],
  [
    'family: no more than a partial deposit is refunded',
    async (stage) => {
      const id = await heldOrder(stage)
      await deposit(stage, id, 1000)
      expect(await refund(stage, id, 1001)).toMatchObject(wrongState)
      expect(await refund(stage, id, 1000)).toMatchObject(done)
      expect(await stateOf(stage, id)).toMatchObject(amounts('REFUNDED', 1234, 1000, 1000))
    },
  ],
  [
    'family: expectedDepositedAmount guards against a double refund',
    async (stage) => {
      const id = await debitedOrder(stage)
      expect(await refund(stage, id, 200, { expectedDepositedAmount: 1234 })).toMatchObject(done)
      expect(await refund(stage, id, 200, { expectedDepositedAmount: 1234 })).toMatchObject({
        errorCode: '7',
        errorMessage: expect.stringContaining('expectedDepositedAmount'),
      })
      expect(await refund(stage, id, 200, { expectedDepositedAmount: 1034 })).toMatchObject(done)
      expect(await stateOf(stage, id)).toMatchObject(amounts('REFUNDED', 0, 1234, 400))
    },
  ],
  [
    'family: the same externalRefundId again is a success that changes nothing',
    async (stage) => {
      const id = await debitedOrder(stage)
      const again = { externalRefundId: 'refund-1' }
      for (const amount of [200, 200, 1234]) expect(await refund(stage, id, amount, again)).toMatchObject(done)
      expect(await refund(stage, id, 100, { externalRefundId: 'refund-2' })).toMatchObject(done)
      const { refunds, paymentAmountInfo } = await stateOf(stage, id)
      expect(paymentAmountInfo).toMatchObject({ refundedAmount: 300 })
      expect(refunds).toMatchObject([{ externalRefundId: 'refund-1' }, { externalRefundId: 'refund-2', amount: 100 }])
      expect(stage.givenBack(id)).toEqual([200, 100])
    },
  ],
  [
    'family: a refund in another currency is refused',
    async (stage) => {
      const id = await debitedOrder(stage)
      expect(await refund(stage, id, 100, { currency: '978' })).toMatchObject({
        errorCode: '5',
        errorMessage: expect.stringContaining('Field currency'),
      })
      expect(await refund(stage, id, 100, { currency: '933' })).toMatchObject(done)
    },
  ],
  [
    'family: two refunds at once give back no more than was debited',
    async (stage) => {
      const id = await debitedOrder(stage)
      const answers = await Promise.all([refund(stage, id, 1000), refund(stage, id, 1000)])
      expect(answers.map(({ errorCode }) => errorCode).toSorted()).toEqual(['0', '7'])
      expect(stage.givenBack(id)).toEqual([1000])
    },
  ],
  [
    'family: the order is named by orderId, or by orderNumber with merchantLogin, and by nobody else',
    async (stage) => {
      const orderNumber = newNumber()
      const id = await heldOrder(stage, { orderNumber })
      const { gateway } = stage
      const by = { ...credentials, orderNumber, merchantLogin: merchant.login }
      for (const operation of ['deposit', 'reverse', 'refund'] as const) {
        const ask = (fields: object) => gateway[operation]({ ...credentials, amount: 0, ...fields })
        expect(await ask({})).toMatchObject({ errorCode: '5', errorMessage: expect.stringContaining('orderId') })
        expect(await ask({ orderNumber })).toMatchObject({ errorCode: '5' })
        expect(await ask({ orderId: 'nobody' })).toMatchObject({ errorCode: '6' })
        expect(await ask({ ...byOther, orderId: id })).toMatchObject({ errorCode: '6' })
      }
      expect(await gateway.deposit({ ...by, amount: 0 })).toMatchObject(done)
      expect(await gateway.refund({ ...by, amount: 34 })).toMatchObject(done)
      expect(await stateOf(stage, id)).toMatchObject(amounts('REFUNDED', 1234, 1234, 34))
      const number = newNumber()
      const another = await heldOrder(stage, { orderNumber: number })
      expect(await gateway.reverse({ ...by, orderNumber: number })).toMatchObject(done)
      expect(await stateOf(stage, another)).toMatchObject({ orderStatus: 3 })
    },
  ],
  [
    '4.2 a hold is completed by itself at autocompletionDate, UTC+3',
    async (stage) => {
      const at = stage.clock.now() + 60_000
      const id = await heldOrder(stage, { autocompletionDate: inZone(at) })
      stage.clock.advance(59_999)
      expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 1, ...amounts('APPROVED', 1234) })
      stage.clock.advance(1)
      expect(await stateOf(stage, id)).toMatchObject({
        orderStatus: 2,
        depositedDate: at,
        ...amounts('DEPOSITED', 1234, 1234),
      })
    },
  ],
  [
    '4.2 a hold is reversed by itself at autoReverseDate, and the money goes back',
    async (stage) => {
      const at = stage.clock.now() + 60_000
      const id = await heldOrder(stage, { autoReverseDate: inZone(at) })
      stage.clock.advance(59_999)
      expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 1 })
      stage.clock.advance(1)
      expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 3, reversedDate: at, ...amounts('REVERSED', 0) })
      expect(stage.givenBack(id)).toEqual([1234])
    },
  ],
  [
    'family: a deposit, reversal or refund before the date cancels it; one that is refused does not',
    async (stage) => {
      const date = inZone(stage.clock.now() + 60_000)
      const deposited = await heldOrder(stage, { autoReverseDate: date })
      await deposit(stage, deposited, 1000)
      const refunded = await heldOrder(stage, { autoReverseDate: date })
      await deposit(stage, refunded)
      await refund(stage, refunded, 1)
      const reversed = await heldOrder(stage, { autocompletionDate: date })
      await reverse(stage, reversed, { amount: 1 })
      const untouched = await heldOrder(stage, { autocompletionDate: date })
      await deposit(stage, untouched, 9999)
      stage.clock.advance(60_000)
      const statuses = [deposited, refunded, reversed, untouched].map(
        async (id) => (await stateOf(stage, id)).orderStatus,
      )
      expect(await Promise.all(statuses)).toEqual([2, 4, 3, 2])
    },
  ],
  [
    '2.1 a fee is paid beside the amount, told in totalAmount, and goes back with the whole hold only',
    async (stage) => {
      const total = (id: string) => stateOf(stage, id).then(({ amount, paymentAmountInfo }) => ({ amount, ...paymentAmountInfo }))
      const reversed = await heldOrder(stage, { feeInput: 66 })
      expect(await total(reversed)).toMatchObject({ amount: 1234, totalAmount: 1300, approvedAmount: 1234 })
      await reverse(stage, reversed)
      expect(stage.givenBack(reversed)).toEqual([1300])
      const deposited = await heldOrder(stage, { feeInput: 66 })
      await deposit(stage, deposited, 1000)
      await refund(stage, deposited)
      expect(await total(deposited)).toMatchObject({ totalAmount: 1300, depositedAmount: 1000, refundedAmount: 1000 })
      expect(stage.givenBack(deposited)).toEqual([234, 1000])
    },
  ],
]
