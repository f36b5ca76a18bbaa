import { expect } from 'vitest'
import { byOther, credentials, merchant, newNumber, stateOf } from '../fixture.ts'
import { basket } from '../right-requests.ts'
import { rulesOf } from './rule.ts'

import { amounts, debitedOrder, deposit, done, heldOrder, refund, reverse, wrongState } from '../paid-orders.ts'

/** Rules of refunds, and of the states of orders after their payment. */
export const refundRules = rulesOf({
  async 'family: refund.do takes the entries of the basket that go back as refundItems, and amount says how much money does'(
    fixture,
  ) {
    const id = await debitedOrder(fixture, { orderBundle: basket })
    const refundItems = basket.cartItems
    expect(await refund(fixture, id, 617, { refundItems })).toMatchObject(done)
    expect(await stateOf(fixture, id)).toMatchObject(amounts('REFUNDED', 0, 1234, 617))
  },
  async 'family: refund.do gives back in parts up to the deposited amount, 0 is the rest of it'(fixture) {
    const id = await debitedOrder(fixture)
    expect(await refund(fixture, id, 1235)).toMatchObject(wrongState)
    expect(await refund(fixture, id, 200)).toMatchObject(done)
    const partly = { orderStatus: 4, ...amounts('REFUNDED', 0, 1234, 200), refundedDate: fixture.clock.now() }
    expect(await stateOf(fixture, id)).toMatchObject(partly)
    expect(await refund(fixture, id, 1035)).toMatchObject(wrongState)
    expect(await stateOf(fixture, id)).toMatchObject(partly)
    fixture.clock.advance(1000)
    expect(await refund(fixture, id)).toMatchObject(done)
    expect(await stateOf(fixture, id)).toMatchObject({
      orderStatus: 4,
      ...amounts('REFUNDED', 0, 1234, 1234),
      refundedDate: fixture.clock.now(),
      refunds: [
        { amount: 200, date: fixture.clock.now() - 1000, actionCode: '000' },
        {
          amount: 1034,
          date: fixture.clock.now(),
          actionCode: '000',
          referenceNumber: expect.stringMatching(/^\d{12}$/),
          approvalCode: expect.stringMatching(/^\d{6}$/),
        },
      ],
    })
    expect(await refund(fixture, id)).toMatchObject(wrongState)
    expect(fixture.givenBack(id)).toEqual([200, 1034])
  },
  async 'family: no more than a partial deposit is refunded'(fixture) {
    const id = await heldOrder(fixture)
    await deposit(fixture, id, 1000)
    expect(await refund(fixture, id, 1001)).toMatchObject(wrongState)
    expect(await refund(fixture, id, 1000)).toMatchObject(done)
    expect(await stateOf(fixture, id)).toMatchObject(amounts('REFUNDED', 1234, 1000, 1000))
  },
  async 'family: expectedDepositedAmount guards against a double refund'(fixture) {
    const id = await debitedOrder(fixture)
    expect(await refund(fixture, id, 200, { expectedDepositedAmount: 1234 })).toMatchObject(done)
    expect(await refund(fixture, id, 200, { expectedDepositedAmount: 1234 })).toMatchObject({
      errorCode: '7',
      errorMessage: expect.stringContaining('expectedDepositedAmount'),
    })
    expect(await refund(fixture, id, 200, { expectedDepositedAmount: 1034 })).toMatchObject(done)
    expect(await stateOf(fixture, id)).toMatchObject(amounts('REFUNDED', 0, 1234, 400))
  },
  async 'family: the same externalRefundId again is a success that changes nothing'(fixture) {
    const id = await debitedOrder(fixture)
    const again = { externalRefundId: 'refund-1' }
    for (const amount of [200, 200, 1234]) expect(await refund(fixture, id, amount, again)).toMatchObject(done)
    expect(await refund(fixture, id, 100, { externalRefundId: 'refund-2' })).toMatchObject(done)
    const { refunds, paymentAmountInfo } = await stateOf(fixture, id)
    expect(paymentAmountInfo).toMatchObject({ refundedAmount: 300 })
    expect(refunds).toMatchObject([{ externalRefundId: 'refund-1' }, { externalRefundId: 'refund-2', amount: 100 }])
    expect(fixture.givenBack(id)).toEqual([200, 100])
  },
  async 'family: a refund in another currency is refused'(fixture) {
    const id = await debitedOrder(fixture)
    expect(await refund(fixture, id, 100, { currency: '978' })).toMatchObject({
      errorCode: '5',
      errorMessage: expect.stringContaining('Field currency'),
    })
    expect(await refund(fixture, id, 100, { currency: '933' })).toMatchObject(done)
  },
  async 'family: two refunds at once give back no more than was debited'(fixture) {
    const id = await debitedOrder(fixture)
    const answers = await Promise.all([refund(fixture, id, 1000), refund(fixture, id, 1000)])
    expect(answers.map(({ errorCode }) => errorCode).toSorted()).toEqual(['0', '7'])
    expect(fixture.givenBack(id)).toEqual([1000])
  },
  async 'family: the order is named by orderId, or by orderNumber with merchantLogin, and by nobody else'(fixture) {
    const orderNumber = newNumber()
    const id = await heldOrder(fixture, { orderNumber })
    const { gateway } = fixture
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
    expect(await stateOf(fixture, id)).toMatchObject(amounts('REFUNDED', 1234, 1234, 34))
    const number = newNumber()
    const another = await heldOrder(fixture, { orderNumber: number })
    expect(await gateway.reverse({ ...by, orderNumber: number })).toMatchObject(done)
    expect(await stateOf(fixture, another)).toMatchObject({ orderStatus: 3 })
  },
  async '2.1 a fee is paid beside the amount, included in totalAmount, and goes back with the whole hold only'(
    fixture,
  ) {
    const total = (id: string) =>
      stateOf(fixture, id).then(({ amount, paymentAmountInfo }) => ({ amount, ...paymentAmountInfo }))
    const reversed = await heldOrder(fixture, { feeInput: 66 })
    expect(await total(reversed)).toMatchObject({ amount: 1234, totalAmount: 1300, approvedAmount: 1234 })
    await reverse(fixture, reversed)
    expect(fixture.givenBack(reversed)).toEqual([1300])
    const deposited = await heldOrder(fixture, { feeInput: 66 })
    await deposit(fixture, deposited, 1000)
    await refund(fixture, deposited)
    expect(await total(deposited)).toMatchObject({ totalAmount: 1300, depositedAmount: 1000, refundedAmount: 1000 })
    expect(fixture.givenBack(deposited)).toEqual([234, 1000])
  },
})
