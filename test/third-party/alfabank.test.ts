import { toBynPenny, useAlfaBank, type IAuth } from 'alfabank'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { heldOrder } from '../conformance/gateway/paid-orders.ts'
import {
  credentials,
  merchant,
  newNumber,
  overHttp,
  paid,
  setFixture,
  type Fixture,
} from '../conformance/gateway/fixture.ts'
import { notEnrolled, penniless } from '../conformance/gateway/stored-cards.ts'

type Shop = ReturnType<typeof useAlfaBank>

/** The client with the fixture's address instead of its bank's, set in the HTTP client that it exposes. */
function clientAt({ base }: Fixture, login: IAuth, path = '/payment'): Shop {
  const shop = useAlfaBank({ ...login, language: 'en' })
  shop.instance.interceptors.request.use((config) =>
    Object.assign(config, { url: config.url?.replace('https://web.rbsuat.com/ab_by', `${base}${path}`) }),
  )
  return shop
}

const cart = {
  items: [
    { positionId: 1, name: 'Чай', quantity: { value: 2, measure: 'pieces' }, itemCode: '2', itemPrice: 615 },
    { positionId: 2, name: 'Pot', quantity: { value: 1, measure: 'pieces' }, itemCode: '3', itemAmount: 4 },
  ],
}

const order = () => ({ orderNumber: newNumber(), amount: toBynPenny(12.34), returnUrl: 'https://shop.test/back' })

describe.each([
  ['login and password', credentials],
  ['token', { token: merchant.token }],
] as const)('alfabank against the sandbox, by %s', (_, login) => {
  let fixture: Fixture
  let shop: Shop
  beforeAll(async () => {
    fixture = await setFixture(overHttp())
    shop = clientAt(fixture, login)
  })
  afterAll(() => fixture.close())

  const register = async (): Promise<string> => (await shop.register(order()))!.orderId!

  test('an order with a cart is registered', async () => {
    const request = order()
    const jsonParams = { email: 'payer@mail.test', phone: '+375251001100' }
    const answer = await shop.register({ ...request, jsonParams, orderBundle: { cartItems: cart } })
    expect(answer).toEqual({ orderId: expect.stringMatching(/^[\da-f-]{36}$/), formUrl: expect.any(String) })
    expect(answer!.formUrl).toContain(`${fixture.base}/payment/merchants/`)
    expect(await shop.getOrderStatusExtended({ orderId: answer!.orderId! })).toMatchObject({
      errorCode: '0',
      orderNumber: request.orderNumber,
      orderStatus: 0,
      amount: 1234,
      params: jsonParams,
      paid: false,
    })
  })

  test('a number that is used already is refused', async () => {
    const request = order()
    await shop.register(request)
    expect(await shop.register(request)).toEqual({ errorCode: '1', errorMessage: expect.any(String) })
  })

  test('an order that nobody knows is not found', async () => {
    expect(await shop.getOrderStatusExtended({ orderId: 'nobody-knows' })).toEqual({
      errorCode: '6',
      errorMessage: expect.any(String),
      params: {},
      paid: false,
    })
  })

  test('a debit counts as paid', async () => {
    const orderId = await register()
    await paid(fixture, orderId, notEnrolled)
    expect(await shop.getOrderStatusExtended({ orderId })).toMatchObject({ orderStatus: 2, actionCode: 0, paid: true })
  })

  test('older software reads the status of an order that is paid', async () => {
    const orderId = await register()
    const common = { ErrorCode: '0', Amount: 1234, currency: '933', authCode: 2 }
    expect(await shop.getOrderStatus({ orderId })).toMatchObject({ ...common, OrderStatus: 0, depositAmount: 0 })
    await paid(fixture, orderId, notEnrolled)
    expect(await shop.getOrderStatus({ orderId })).toMatchObject({
      ...common,
      OrderStatus: 2,
      depositAmount: 1234,
      Pan: '444455**3333',
      expiration: '203412',
      cardholderName: 'A HOLDER',
    })
    expect(await shop.getOrderStatus({ orderId: 'nobody-knows' })).toMatchObject({ ErrorCode: '6' })
  })

  test('parameters are added to an order', async () => {
    const orderId = await register()
    expect(await shop.addParams({ orderId, params: { seat: '12 A' } })).toMatchObject({ errorCode: '0' })
    expect(await shop.getOrderStatusExtended({ orderId })).toMatchObject({ params: { seat: '12 A' } })
  })

  test('a hold counts as paid', async () => {
    const orderId = await heldOrder(fixture)
    expect(await shop.getOrderStatusExtended({ orderId })).toMatchObject({ orderStatus: 1, actionCode: 0, paid: true })
  })

  test('a refusal does not count as paid', async () => {
    const orderId = await register()
    await paid(fixture, orderId, penniless)
    expect(await shop.getOrderStatusExtended({ orderId })).toMatchObject({
      orderStatus: 6,
      actionCode: 116,
      paid: false,
    })
  })
})

test('alfabank is refused with a wrong login, in the language that it asks in', async () => {
  const fixture = await setFixture(overHttp())
  const stranger = clientAt(fixture, { userName: credentials.userName, password: 'wrong' })
  expect(await stranger.register({ ...order(), language: 'ru' })).toEqual({
    errorCode: '5',
    errorMessage: expect.stringMatching(/[а-я]/),
  })
  await fixture.close()
})

test('alfabank is told of added parameters by a system whose codes are numbers', async () => {
  const fixture = await setFixture(overHttp(), { profile: 'rouble' })
  const shop = clientAt(fixture, credentials, '/ab')
  const { orderId } = (await shop.register(order()))!
  expect(await shop.addParams({ orderId: orderId!, params: { seat: '12 A' } })).toBe(true)
  expect(await shop.addParams({ orderId: 'nobody-knows', params: { seat: '12 A' } })).toMatchObject({ errorCode: 6 })
  await fixture.close()
})
