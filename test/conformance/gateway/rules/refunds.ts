import { expect } from 'vitest'
import { byOther, credentials, merchant, newNumber, stateOf } from '../stage.ts'
import { basket } from '../right-requests.ts'
import type { Rule } from './rule.ts'

import { amounts, debitedOrder, deposit, done, heldOrder, refund, reverse, wrongState } from '../paid-orders.ts'

/** Rules of refunds, and of what orders are called after their payment. */
export const refundRules: readonly Rule[] = [
  [
    'family: refund.do takes the entries of the basket that go back as refundItems, and amount says how much money does',
    async (stage) => {
      const id = await debitedOrder(stage, { orderBundle: basket })
      const refundItems = basket.cartItems
      expect(await refund(stage, id, 617, { refundItems })).toMatchObject(done)
      expect(await stateOf(stage, id)).toMatchObject(amounts('REFUNDED', 0, 1234, 617))
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
    '2.1 a fee is paid beside the amount, told in totalAmount, and goes back with the whole hold only',
    async (stage) => {
      const total = (id: string) =>
        stateOf(stage, id).then(({ amount, paymentAmountInfo }) => ({ amount, ...paymentAmountInfo }))
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
