import { expect } from 'vitest'
import { transactionStates, type OrderListQuestion } from '#server-contract/gateway/family/order-list.ts'
import { byChild, byOther, credentials, newNumber, paid, registered, stateOf, type Fixture } from '../../fixture.ts'
import { debitedOrder, heldOrder, refund, reverse } from '../../paid-orders.ts'
import { basket, period } from '../../right-requests.ts'
import { newClient, notEnrolled, penniless, stored, paidByBinding } from '../../stored-cards.ts'
import { rulesOf } from '../rule.ts'

/** Long enough that no order of another rule is in the period, and that an order of this one stays unpaid. */
const MINUTE = 60_000

/** Lists the orders of the last minute, by their numbers. */
async function listed(fixture: Fixture, change: Partial<OrderListQuestion> = {}) {
  const answer = await fixture.gateway.getLastOrdersForMerchants({
    ...credentials,
    ...period(fixture, MINUTE),
    size: 200,
    transactionStates: transactionStates.join(','),
    searchByCreatedDate: true,
    ...change,
  })
  return { ...answer, numbers: answer.orderStatuses?.map(({ orderNumber }) => orderNumber) }
}

/** Registers an order of its own number, a second after the one before. */
async function numbered(fixture: Fixture, make: typeof registered | typeof heldOrder = registered): Promise<string> {
  const orderNumber = newNumber()
  fixture.clock.advance(1000)
  await make(fixture, { orderNumber })
  return orderNumber
}

/** Rules of the operations with orders that the specification does not have. */
export const familyOrderRules = rulesOf({
  async 'family: getOrderStatus.do answers with its own names, and 2 for a payment that is declined'(fixture) {
    const { gateway } = fixture
    const orderNumber = newNumber()
    const orderId = await registered(fixture, { orderNumber, ip: '192.0.2.7' })
    const ask = () => gateway.getOrderStatus({ ...credentials, orderId })
    const common = { currency: '933', authCode: 2, OrderNumber: orderNumber, Amount: 1234, Ip: '192.0.2.7' }
    const done = { ErrorCode: '0', ErrorMessage: 'Success' }
    const untried = { actionCode: -100, actionCodeDescription: expect.any(String) }
    expect(await ask()).toEqual({ ...common, ...done, ...untried, OrderStatus: 0, depositAmount: 0 })
    await paid(fixture, orderId, notEnrolled)
    const card = { Pan: '444455**3333', expiration: '203412', cardholderName: 'A HOLDER' }
    expect(await ask()).toEqual({
      ...common,
      ...done,
      ...card,
      actionCode: 0,
      actionCodeDescription: expect.any(String),
      OrderStatus: 2,
      depositAmount: 1234,
      approvalCode: expect.stringMatching(/^\w{6}$/),
    })
    const declined = await registered(fixture)
    await paid(fixture, declined, penniless)
    expect(await gateway.getOrderStatus({ ...credentials, orderId: declined })).toMatchObject({
      ErrorCode: '2',
      ErrorMessage: 'The payment is declined',
      OrderStatus: 6,
    })
  },
  async 'family: acknowledgeTransaction.do answers as the old status does, twice, and changes no order'(fixture) {
    const { gateway } = fixture
    const orderId = await registered(fixture)
    await paid(fixture, orderId, notEnrolled)
    const answer = await gateway.getOrderStatus({ ...credentials, orderId })
    for (const _ of [1, 2]) expect(await gateway.acknowledge({ ...credentials, mdOrder: orderId })).toEqual(answer)
    expect(await gateway.acknowledge({ ...credentials, mdOrder: 'nobody-knows' })).toMatchObject({ ErrorCode: '6' })
    expect(await gateway.acknowledge({ ...byOther, mdOrder: orderId })).toMatchObject({ ErrorCode: '6' })
  },
  async 'family: getOrderStatus.do refuses with its own names, and knows the client and the stored card'(fixture) {
    const { gateway } = fixture
    const orderId = await registered(fixture)
    const unknown = { ErrorCode: '6', ErrorMessage: 'There is no order with this number' }
    expect(await gateway.getOrderStatus({ ...credentials, orderId: 'nobody-knows' })).toEqual(unknown)
    expect(await gateway.getOrderStatus({ ...byOther, orderId })).toEqual(unknown)
    expect(await gateway.getOrderStatus({ ...credentials, password: 'wrong', orderId })).toEqual({
      ErrorCode: '5',
      ErrorMessage: 'Access denied',
    })
    const clientId = newClient()
    const bindingId = await stored(fixture, clientId)
    const id = await registered(fixture, { clientId })
    await paidByBinding(fixture, id, bindingId)
    expect(await gateway.getOrderStatus({ ...credentials, orderId: id })).toMatchObject({ clientId, bindingId })
  },
  async 'family: getLastOrdersForMerchants.do lists extended states by the date of registration, in pages from 0'(
    fixture,
  ) {
    fixture.clock.advance(2 * MINUTE)
    const numbers = [await numbered(fixture), await numbered(fixture), await numbered(fixture)]
    const all = await listed(fixture)
    expect(all).toMatchObject({ errorCode: '0', numbers, totalCount: 3, page: 0, pageSize: 200 })
    const [{ attributes }] = all.orderStatuses! as [{ attributes: [{ value: string }] }]
    expect(all.orderStatuses![0]).toEqual(await stateOf(fixture, attributes[0].value))
    expect(await listed(fixture, { size: 2 })).toMatchObject({ numbers: numbers.slice(0, 2), totalCount: 3 })
    expect(await listed(fixture, { size: 2, page: 1 })).toMatchObject({ numbers: numbers.slice(2), page: 1 })
    expect(await listed(fixture, { size: 2, page: 2 })).toMatchObject({ numbers: [], totalCount: 3 })
    expect(await listed(fixture, period(fixture, 1000))).toMatchObject({ numbers: numbers.slice(1) })
  },
  async 'family: getLastOrdersForMerchants.do lists by the date of payment, and then no order that is not paid'(
    fixture,
  ) {
    fixture.clock.advance(2 * MINUTE)
    const orderNumber = newNumber()
    const orderId = await registered(fixture, { orderNumber })
    fixture.clock.advance(2 * MINUTE)
    const [open, declined] = [await numbered(fixture), newNumber()]
    await paid(fixture, await registered(fixture, { orderNumber: declined }), penniless)
    await paid(fixture, orderId, notEnrolled)
    expect(await listed(fixture)).toMatchObject({ numbers: [open, declined] })
    for (const searchByCreatedDate of [false, undefined])
      expect(await listed(fixture, { searchByCreatedDate })).toMatchObject({ numbers: [orderNumber], totalCount: 1 })
  },
  async 'family: getLastOrdersForMerchants.do lists the states and the merchants that are asked for'(fixture) {
    fixture.clock.advance(2 * MINUTE)
    const [open, held, debited] = [newNumber(), newNumber(), newNumber()]
    await registered(fixture, { orderNumber: open })
    await heldOrder(fixture, { orderNumber: held })
    await debitedOrder(fixture, { orderNumber: debited })
    const [refunded, reversed, declined, ofChild] = [newNumber(), newNumber(), newNumber(), newNumber()]
    await refund(fixture, await debitedOrder(fixture, { orderNumber: refunded }), 1)
    await reverse(fixture, await heldOrder(fixture, { orderNumber: reversed }))
    await paid(fixture, await registered(fixture, { orderNumber: declined }), penniless)
    await registered(fixture, { ...byChild, orderNumber: ofChild })
    const states = { CREATED: open, APPROVED: held, DEPOSITED: debited, REFUNDED: refunded, REVERSED: reversed }
    for (const [state, number] of Object.entries({ ...states, DECLINED: declined }))
      expect(await listed(fixture, { transactionStates: state })).toMatchObject({ numbers: [number] })
    expect(await listed(fixture, { transactionStates: 'CREATED,DEPOSITED' })).toMatchObject({
      numbers: [open, debited],
    })
    const merchants = `${credentials.userName},${byChild.userName}`
    expect(await listed(fixture, { transactionStates: 'CREATED', merchants })).toMatchObject({
      numbers: [open, ofChild],
    })
    expect(await listed(fixture, { merchants: byChild.userName })).toMatchObject({ numbers: [ofChild] })
    expect(await listed(fixture, { merchants: byOther.userName })).toMatchObject({ errorCode: '5' })
    expect(await listed(fixture, { ...byOther })).toMatchObject({ numbers: [], totalCount: 0 })
  },
  async 'family: addParams.do adds to what an order has, in place of a value of the same name'(fixture) {
    const orderId = await registered(fixture, { jsonParams: { seat: '1', row: '2' } })
    const { addParams } = fixture.gateway
    expect(await addParams({ ...credentials, orderId, params: { seat: '12 A', window: true } })).toEqual({
      errorCode: '0',
      errorMessage: 'Success',
    })
    expect((await stateOf(fixture, orderId)).merchantOrderParams).toEqual([
      { name: 'seat', value: '12 A' },
      { name: 'row', value: '2' },
      { name: 'window', value: 'true' },
    ])
    expect(await addParams({ ...byOther, orderId, params: { seat: '0' } })).toMatchObject({ errorCode: '6' })
    expect((await stateOf(fixture, orderId)).merchantOrderParams![0]).toEqual({ name: 'seat', value: '12 A' })
  },
  async 'family: getReceiptStatus.do has a receipt of the debit and of each refund of an order with a basket'(fixture) {
    const { gateway, clock } = fixture
    const orderNumber = newNumber()
    const orderId = await registered(fixture, { orderNumber, orderBundle: basket })
    const ask = (change: object = { orderId }) => gateway.getReceiptStatus({ ...credentials, ...change })
    expect(await ask()).toMatchObject({ errorCode: '0', orderId, orderNumber, receipt: [] })
    await paid(fixture, orderId, notEnrolled)
    expect((await ask()).receipt).toMatchObject([{ receiptStatus: 0, amount_total: '12.34', shift_number: 1 }])
    clock.advance(10_000)
    await refund(fixture, orderId, 34)
    const { receipt } = await ask({ orderNumber })
    expect(receipt).toMatchObject([
      { receiptStatus: 1, amount_total: '12.34' },
      { receiptStatus: 3, amount_total: '0.34' },
    ])
    expect(new Set(receipt!.map(({ uuid }) => uuid)).size).toBe(2)
    expect((await ask({ uuid: receipt![1]!.uuid })).receipt).toEqual([receipt![1]])
    expect(await ask({ uuid: receipt![1]!.uuid, orderId })).toMatchObject({ receipt })
    expect(await ask({ uuid: 'nobody-knows' })).toMatchObject({ errorCode: '6' })
    expect(await ask({ ...byOther, orderId })).toMatchObject({ errorCode: '6' })
    expect(await ask({})).toMatchObject({ errorCode: '1' })
    expect((await ask({ orderId: await debitedOrder(fixture) })).receipt).toEqual([])
  },
})
