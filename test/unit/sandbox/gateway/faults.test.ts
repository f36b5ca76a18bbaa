import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { noFaults } from '#sandbox/scenario/fault-switches.ts'
import { debitedOrder, heldOrder } from '../../../conformance/gateway/paid-orders.ts'
import {
  cardNamed,
  credentials,
  inProcess,
  newNumber,
  overHttp,
  paid,
  payment,
  post,
  registered,
  setFixture,
  stateOf,
  type Fixture,
} from '../../../conformance/gateway/fixture.ts'
import { newClient, stored } from '../../../conformance/gateway/stored-cards.ts'

const card = cardNamed('4444555511113333')

describe.each([
  ['in process', inProcess],
  ['over HTTP', overHttp],
])('a payment call with a fault, %s', (_, wire) => {
  let fixture: Fixture
  let id: string
  beforeAll(async () => {
    fixture = await setFixture(wire())
  })
  beforeEach(async () => {
    fixture.switches.set(noFaults)
    id = await registered(fixture)
  })
  afterAll(() => fixture.close())

  test('lost before: no answer, and nothing has happened', async () => {
    const before = fixture.debits()
    fixture.switches.set({ paymentAnswer: 'lost-before' })
    await expect(paid(fixture, id, card)).rejects.not.toHaveProperty('status')
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 0 })
    expect(fixture.debits()).toBe(before)
  })

  test('lost after: no answer, and the order is paid', async () => {
    fixture.switches.set({ paymentAnswer: 'lost-after' })
    await expect(paid(fixture, id, card)).rejects.not.toHaveProperty('status')
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 2 })
  })

  test.each([400, 404, 429, 500, 502] as const)(
    'refused %i: HTTP says so, and nothing has happened',
    async (status) => {
      const before = fixture.debits()
      fixture.switches.set({ paymentAnswer: `refused-${status}` })
      await expect(paid(fixture, id, card)).rejects.toMatchObject({ status })
      expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 0 })
      expect(fixture.debits()).toBe(before)
    },
  )

  test.each([400, 404, 429, 500, 502] as const)('error %i: HTTP says so, and the order is paid', async (status) => {
    fixture.switches.set({ paymentAnswer: `error-${status}` })
    await expect(paid(fixture, id, card)).rejects.toMatchObject({ status })
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 2 })
  })

  test('malformed: half an answer', async () => {
    fixture.switches.set({ paymentAnswer: 'malformed' })
    await expect(paid(fixture, id, card)).rejects.toMatchObject({ status: 200, body: '{"errorCode":' })
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 2 })
  })

  test('a delay is waited before the payment is worked on, and by payments only', async () => {
    fixture.switches.set({ gatewayDelay: 1_200_000 })
    const before = fixture.clock.now()
    await stateOf(fixture, id)
    expect(fixture.clock.now()).toBe(before)
    expect(await paid(fixture, id, card)).toMatchObject({ errorCode: '7' })
    expect(fixture.clock.now()).toBe(before + 1_200_000)
    expect(await stateOf(fixture, id)).toMatchObject({ actionCode: -2007 })
  })

  test('a registration and a status have switches of their own', async () => {
    fixture.switches.set({
      registerAnswer: 'refused-502',
      registerDelay: 500,
      statusAnswer: 'malformed',
      statusDelay: 300,
    })
    const before = fixture.clock.now()
    const orderNumber = newNumber()
    await expect(registered(fixture, { orderNumber })).rejects.toMatchObject({ status: 502 })
    await expect(registered(fixture, {}, 'registerPreAuth')).rejects.toMatchObject({ status: 502 })
    expect(fixture.clock.now() - before).toBe(1000)
    await expect(stateOf(fixture, id)).rejects.toMatchObject({ body: '{"errorCode":' })
    expect(fixture.clock.now() - before).toBe(1300)
    expect(await paid(fixture, id, card)).toMatchObject({ errorCode: '0' })
    fixture.switches.set({ ...noFaults, registerAnswer: 'lost-after' })
    await expect(registered(fixture, { orderNumber })).rejects.not.toHaveProperty('status')
    fixture.switches.set(noFaults)
    await expect(registered(fixture, { orderNumber })).rejects.toThrow(/already|number/i)
  })

  test.each([
    ['deposit', heldOrder, { amount: 1000 }, 2],
    ['reverse', heldOrder, {}, 3],
    ['refund', debitedOrder, { amount: 1000 }, 4],
    ['decline', registered, {}, 6],
  ] as const)(
    '%s: lost after, it is done and nobody knows; lost before, it is not',
    async (name, begun, fields, done) => {
      const orderId = await begun(fixture)
      const before = await stateOf(fixture, orderId)
      const ask = () => fixture.gateway[name]({ ...credentials, orderId, ...fields } as never)
      fixture.switches.set({ moneyAnswer: 'lost-before' })
      await expect(ask()).rejects.not.toHaveProperty('status')
      expect(await stateOf(fixture, orderId)).toEqual(before)
      fixture.switches.set({ moneyAnswer: 'refused-500' })
      await expect(ask()).rejects.toMatchObject({ status: 500 })
      expect(await stateOf(fixture, orderId)).toEqual(before)
      fixture.switches.set({ moneyAnswer: 'lost-after', moneyDelay: 700 })
      const start = fixture.clock.now()
      await expect(ask()).rejects.not.toHaveProperty('status')
      expect(fixture.clock.now() - start).toBe(700)
      expect(await stateOf(fixture, orderId)).toMatchObject({ orderStatus: done })
    },
  )

  test('calls about stored cards: each has its fault, and no other has it', async () => {
    const clientId = newClient()
    const bindingId = await stored(fixture, clientId)
    const list = () => fixture.gateway.getBindings({ ...credentials, clientId })
    fixture.switches.set({ bindingAnswer: 'lost-after', bindingDelay: 300 })
    const start = fixture.clock.now()
    await expect(fixture.gateway.unBindCard({ ...credentials, bindingId })).rejects.not.toHaveProperty('status')
    expect(fixture.clock.now() - start).toBe(300)
    await expect(list()).rejects.not.toHaveProperty('status')
    fixture.switches.set({ bindingAnswer: 'error-502' })
    await expect(list()).rejects.toMatchObject({ status: 502 })
    expect(await paid(fixture, id, card)).toMatchObject({ errorCode: '0' })
    fixture.switches.set({ ...noFaults, bindingAnswer: 'refused-429' })
    await expect(fixture.gateway.bindCard({ ...credentials, bindingId })).rejects.toMatchObject({ status: 429 })
    fixture.switches.set(noFaults)
    expect(await list()).toMatchObject({ errorCode: '2' })
  })

  test.each(['motoPayment', 'recurrentPayment'] as const)('%s has the faults of a payment', async (name) => {
    const { pan, expiry } = card
    const orderNumber = newNumber()
    const common = { ...credentials, orderNumber, amount: 1234 }
    const paths = {
      motoPayment: async () => ({ returnUrl: 'https://shop.test/back', pan, expiry, cardholder: 'A HOLDER' }),
      recurrentPayment: async () => ({ bindingId: await stored(fixture, newClient(), { type: 'R' }) }),
    }
    const fields = { ...common, ...(await paths[name]()) }
    fixture.switches.set({ paymentAnswer: 'lost-after' })
    await expect(fixture.gateway[name](fields as never)).rejects.not.toHaveProperty('status')
    const status = await fixture.gateway.getOrderStatusExtended({ ...credentials, orderNumber })
    expect(status).toMatchObject({ orderStatus: 2 })
  })

  test('a payment is declined with the actionCode that is set, and the issuer is not asked', async () => {
    const before = fixture.debits()
    fixture.switches.set({ declineWith: 116 })
    expect(await paid(fixture, id, card)).toMatchObject({ errorCode: '0', error: expect.any(String) })
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 6, actionCode: 116 })
    expect(fixture.debits()).toBe(before)
  })
})

describe('switches of one order', () => {
  let fixture: Fixture
  beforeAll(async () => {
    fixture = await setFixture(inProcess())
  })
  afterAll(() => fixture.close())
  const numbered = async () => {
    const orderNumber = newNumber()
    return { orderNumber, id: await registered(fixture, { orderNumber }) }
  }

  test('disturb its calls, whichever name they call it by, and no other’s', async () => {
    const [one, other] = [await numbered(), await numbered()]
    const faults = { paymentAnswer: 'refused-500', statusAnswer: 'error-404', moneyAnswer: 'refused-400' } as const
    fixture.switches.orders.set(one.orderNumber, faults)
    await expect(fixture.gateway.decline({ ...credentials, orderId: one.id })).rejects.toMatchObject({ status: 400 })
    await expect(paid(fixture, one.id, card)).rejects.toMatchObject({ status: 500 })
    await expect(stateOf(fixture, one.id)).rejects.toMatchObject({ status: 404 })
    const byNumber = fixture.gateway.getOrderStatusExtended({ ...credentials, orderNumber: one.orderNumber })
    await expect(byNumber).rejects.toMatchObject({ status: 404 })
    await paid(fixture, other.id, card)
    expect(await stateOf(fixture, other.id)).toMatchObject({ orderStatus: 2 })
  })

  test('go before those for all, and count for further tries', async () => {
    const { orderNumber, id } = await numbered()
    fixture.switches.set({ declineWith: 5 })
    fixture.switches.orders.set(orderNumber, { declineWith: 0 })
    const second = await registered(fixture, { orderNumber: `${orderNumber}-2` })
    const other = await registered(fixture)
    for (const each of [id, second, other]) await paid(fixture, each, card)
    const codes = [id, second, other].map(async (each) => (await stateOf(fixture, each)).actionCode)
    expect(await Promise.all(codes)).toEqual([0, 0, 5])
    fixture.switches.set(noFaults)
  })

  test('disturb a registration before there is an order', async () => {
    const orderNumber = newNumber()
    fixture.switches.orders.set(orderNumber, { registerAnswer: 'refused-429' })
    await expect(registered(fixture, { orderNumber })).rejects.toMatchObject({ status: 429 })
    expect(await registered(fixture)).toEqual(expect.any(String))
    fixture.switches.orders.clear(orderNumber)
    expect(await registered(fixture, { orderNumber })).toEqual(expect.any(String))
  })
})

describe('a party that does not answer', () => {
  const gone = async (): Promise<Response> => {
    throw new TypeError('fetch failed')
  }

  test('an issuer that cannot be reached declines with 907', async () => {
    const fixture = await setFixture(inProcess(), { issuer: { debitCard: gone as never } })
    const id = await registered(fixture)
    expect(await paid(fixture, id, card)).toMatchObject({ errorCode: '0', error: expect.any(String) })
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 6, actionCode: 907 })
    await fixture.close()
  })

  test('an access server that cannot be reached makes 3-D Secure impossible', async () => {
    const fixture = await setFixture(inProcess(), { fetch: gone })
    const id = await registered(fixture)
    await paid(fixture, id, card)
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 6, actionCode: -2022 })
    expect(fixture.debits()).toBe(0)
    await fixture.close()
  })
})

test('a request that is no form is not read', async () => {
  const fixture = await setFixture(inProcess())
  const url = `${fixture.base}/payment/rest/register.do`
  const json = new Request(url, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })
  expect((await fixture.fetch(json)).status).toBe(415)
  expect(await (await post(fixture, url, {})).json()).toMatchObject({ errorCode: '5' })
  await fixture.close()
})

test('the journal has every exchange and no card', async () => {
  const fixture = await setFixture(inProcess())
  const id = await registered(fixture)
  const challenged = cardNamed('4111111111111111')
  const fields = await payment(fixture, id, challenged)
  const { threeDSServerTransId } = await fixture.gateway.paymentorder(fields)
  await fixture.gateway.paymentorder({ ...fields, threeDSServerTransId })
  await stateOf(fixture, id)
  const message = fixture.journal.entries()
  expect(
    message.filter(({ order }) => order === id).map(({ from, to, what, detail }) => [from, to, what, detail]),
  ).toEqual([
    ['gateway', 'proxy', 'register.do', 'registered'],
    ['proxy', 'gateway', 'paymentorder.do', undefined],
    ['3DS server', 'ACS', 'card-range', '411111**1111'],
    ['ACS', '3DS server', 'card-range', '3-D Secure 2'],
    ['gateway', 'proxy', 'paymentorder.do', 'authenticate'],
    ['proxy', 'gateway', 'paymentorder.do', undefined],
    ['3DS server', 'ACS', 'AReq', 'threeDSCompInd Y'],
    ['ACS', '3DS server', 'AReq', 'ARes, transStatus Y'],
    ['gateway', 'issuer', 'debitCard', '1234 933 411111**1111'],
    ['issuer', 'gateway', 'debitCard', 'responseCode 00'],
    ['gateway', 'proxy', 'paymentorder.do', 'processed'],
    ['proxy', 'gateway', 'getOrderStatusExtended.do', undefined],
    ['gateway', 'proxy', 'getOrderStatusExtended.do', 'orderStatus 2, actionCode 0'],
  ])
  const whole = JSON.stringify(message)
  for (const secret of [challenged.pan, fields.seToken!, 'shop-password']) expect(whole).not.toContain(secret)
  await fixture.close()
})
