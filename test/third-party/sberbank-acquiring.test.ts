import Acquiring from 'sberbank-acquiring'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { debitedOrder, heldOrder } from '../conformance/gateway/paid-orders.ts'
import {
  cardNamed,
  credentials,
  newNumber,
  overHttp,
  paid,
  setFixture,
  type Fixture,
} from '../conformance/gateway/fixture.ts'
import { period } from '../conformance/gateway/right-requests.ts'
import { newClient, notEnrolled, penniless, stored } from '../conformance/gateway/stored-cards.ts'

const done = { errorCode: '0', errorMessage: expect.any(String) }
const refused = (sberErrorCode: string) => ({ sberErrorCode, message: expect.stringMatching(/./) })
const amounts = (depositedAmount: number, refundedAmount: number) =>
  expect.objectContaining({ depositedAmount, refundedAmount })

/** The client with the fixture's address instead of its bank's, which it stores in `entry`. */
const clientAt = ({ base }: Fixture, login = credentials): Acquiring =>
  Object.assign(new Acquiring(login, 'https://shop.test/back/{order}'), { entry: `${base}/payment/rest/` })

describe('sberbank-acquiring against the sandbox', () => {
  let fixture: Fixture
  let shop: Acquiring
  beforeAll(async () => {
    fixture = await setFixture(overHttp())
    shop = clientAt(fixture)
  })
  afterAll(() => fixture.close())

  const register = async (amount = 12.34, more: object = {}): Promise<string> =>
    (await shop.register(newNumber(), amount, '', more)).orderId
  const ask = async (operation: string, fields: object) =>
    shop.parse(await shop.POST(`${operation}.do`, shop.buildData(fields)))

  describe('orders', () => {
    test('an order is registered, and found by its id and by its number', async () => {
      const number = newNumber()
      const answer = await shop.register(number, 12.34, 'Чай & cake')
      expect(answer).toEqual({ orderId: expect.stringMatching(/^[\da-f-]{36}$/), formUrl: expect.any(String) })
      expect(answer.formUrl).toContain(`${fixture.base}/payment/merchants/`)
      expect(await shop.status(answer.orderId)).toBe(0)
      expect(await shop.status(null, number)).toBe(0)
      expect(await shop.get(answer.orderId)).toMatchObject({
        errorCode: '0',
        orderNumber: number,
        orderDescription: 'Чай & cake',
        orderStatus: 0,
        actionCode: -100,
        amount: 1234,
        currency: '933',
      })
    })

    test('further parameters are taken', async () => {
      const id = await register(1, { currency: 978, jsonParams: JSON.stringify({ seat: '12 A' }), bindingId: '' })
      const { currency, merchantOrderParams } = await shop.get(id)
      expect({ currency, merchantOrderParams }).toEqual({
        currency: '978',
        merchantOrderParams: [{ name: 'seat', value: '12 A' }],
      })
    })

    test('a number that is used already is refused', async () => {
      const number = newNumber()
      await shop.register(number, 1)
      await expect(shop.register(number, 1)).rejects.toMatchObject(refused('1'))
    })

    test('an order that nobody knows has no status', async () => {
      expect(await shop.status('nobody-knows')).toBeNull()
      expect(await shop.status(null, 'nobody-knows')).toBeNull()
    })

    test('a wrong password is refused', async () => {
      const stranger = clientAt(fixture, { ...credentials, password: 'wrong' })
      await expect(stranger.register(newNumber(), 1)).rejects.toMatchObject(refused('5'))
      await expect(stranger.status(await register())).rejects.toMatchObject(refused('5'))
    })

    test('a payment shows in the state of its order', async () => {
      const id = await register()
      await paid(fixture, id, notEnrolled)
      expect(await shop.status(id)).toBe(2)
      expect(await shop.get(id)).toMatchObject({
        actionCode: 0,
        paymentAmountInfo: { paymentState: 'DEPOSITED', depositedAmount: 1234 },
        cardAuthInfo: { maskedPan: '444455**3333', expiration: '203412', approvalCode: expect.any(String) },
      })
    })

    test('a refusal shows in the state of its order', async () => {
      const id = await register()
      await paid(fixture, id, penniless)
      expect(await shop.status(id)).toBe(6)
      expect(await shop.get(id)).toMatchObject({ errorCode: '0', actionCode: 116 })
    })

    test('a payer at the bank shows in the state of the order', async () => {
      const id = await register()
      const card = cardNamed('5555555555555599')
      const { threeDSServerTransId } = await paid(fixture, id, card)
      await paid(fixture, id, card, { threeDSServerTransId })
      expect(await shop.status(id)).toBe(5)
    })
  })

  describe('refunds', () => {
    test('money is given back in parts, and then the rest of it', async () => {
      const id = await debitedOrder(fixture)
      expect(await shop.refund(id, 5.5)).toEqual(done)
      expect(await shop.get(id)).toMatchObject({ orderStatus: 4, paymentAmountInfo: amounts(1234, 550) })
      expect(await shop.refund(id, 0, { reason: 'torn' })).toEqual(done)
      expect(await shop.get(id)).toMatchObject({ orderStatus: 4, paymentAmountInfo: amounts(1234, 1234) })
    })

    test('more than was paid is refused', async () => {
      await expect(shop.refund(await debitedOrder(fixture), 12.5)).rejects.toMatchObject(refused('7'))
    })

    test('an unpaid order has nothing to give back', async () => {
      await expect(shop.refund(await register(), 1)).rejects.toMatchObject(refused('7'))
    })

    test('an amount that its arithmetic makes a fraction is refused and changes nothing', async () => {
      const id = await debitedOrder(fixture)
      await expect(shop.refund(id, 1.15)).rejects.toMatchObject(refused('5'))
      expect(await shop.status(id)).toBe(2)
    })
  })

  describe('what it sends and reads for any operation', () => {
    test('a two-phase order is held and then debited', async () => {
      const fields = { orderNumber: newNumber(), amount: 1234, returnUrl: 'https://shop.test/back' }
      const { orderId } = await ask('registerPreAuth', fields)
      await paid(fixture, orderId, notEnrolled)
      expect(await shop.status(orderId)).toBe(1)
      expect(await ask('deposit', { orderId, amount: 1000 })).toEqual(done)
      expect(await shop.get(orderId)).toMatchObject({ orderStatus: 2, paymentAmountInfo: amounts(1000, 0) })
    })

    test('an order is registered and paid at once, and listed by the day', async () => {
      const { pan, cvc, expiry } = notEnrolled
      const fields = { orderNumber: newNumber(), amount: 1234, returnUrl: 'https://shop.test/back' }
      const { orderId } = await ask('instantPayment', { ...fields, pan, cvc, expiry, cardholderName: 'A HOLDER' })
      expect(await shop.status(orderId)).toBe(2)
      const states = { size: 200, transactionStates: 'CREATED,DEPOSITED', merchants: '', page: 0 }
      const { orderStatuses } = await ask('getLastOrdersForMerchants', { ...period(fixture), ...states })
      expect(orderStatuses).toContainEqual(expect.objectContaining({ orderNumber: fields.orderNumber }))
    })

    test('a stored card has another expiry, and a new one is stored without a payment', async () => {
      const clientId = newClient()
      const bindingId = await stored(fixture, clientId)
      expect(await ask('extendBinding', { bindingId, newExpiry: 203611 })).toEqual(done)
      const { pan, expiry: expiryDate } = penniless
      await ask('createBindingNoPayment', { clientId, pan, expiryDate, cardholderName: 'A HOLDER' })
      expect((await shop.getBindings(clientId)).bindings).toMatchObject([{ bindingId, expiryDate: '203611' }, {}])
    })

    test('a hold is given back once', async () => {
      const orderId = await heldOrder(fixture)
      expect(await ask('reverse', { orderId })).toEqual(done)
      expect(await shop.status(orderId)).toBe(3)
      await expect(ask('reverse', { orderId })).rejects.toMatchObject(refused('7'))
    })

    test('an unpaid order is ended', async () => {
      const orderId = await register()
      expect(await ask('decline', { orderId })).toEqual(done)
      expect(await shop.status(orderId)).toBe(6)
    })
  })

  describe('stored cards', () => {
    test('a stored card is listed, and pays', async () => {
      const clientId = newClient()
      const bindingId = await stored(fixture, clientId)
      expect(await shop.getBindings(clientId)).toMatchObject({
        errorCode: '0',
        bindings: [{ bindingId, maskedPan: '444455**3333', expiryDate: '203412' }],
      })
      const id = await register(12.34, { clientId })
      expect(await shop.paymentOrderBinding(id, bindingId, '203.0.113.7')).toMatchObject({
        redirect: expect.any(String),
      })
      expect(await shop.get(id)).toMatchObject({
        orderStatus: 2,
        ip: '203.0.113.7',
        bindingInfo: { clientId, bindingId },
      })
    })

    test('a card taken away is neither listed nor paid with', async () => {
      const clientId = newClient()
      const bindingId = await stored(fixture, clientId)
      const id = await register(12.34, { clientId })
      expect(await shop.unBindCard(bindingId)).toEqual(done)
      await expect(shop.getBindings(clientId)).rejects.toMatchObject(refused('2'))
      await expect(shop.paymentOrderBinding(id, bindingId, '203.0.113.7')).rejects.toMatchObject(refused('2'))
      expect(await ask('bindCard', { bindingId })).toEqual(done)
      expect(await shop.getBindings(clientId)).toMatchObject({ bindings: [{ bindingId }] })
    })
  })
})
