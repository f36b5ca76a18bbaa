import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { calm } from '#sandbox/scenario/scenario.ts'
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
  setStage,
  stateOf,
  type Stage,
} from '../../../conformance/gateway/stage.ts'
import { newClient, stored } from '../../../conformance/gateway/stored-cards.ts'

const card = cardNamed('4444555511113333')

describe.each([
  ['in process', inProcess],
  ['over HTTP', overHttp],
])('a payment call in trouble, %s', (_, wire) => {
  let stage: Stage
  let id: string
  beforeAll(async () => {
    stage = await setStage(wire())
  })
  beforeEach(async () => {
    stage.switches.set(calm)
    id = await registered(stage)
  })
  afterAll(() => stage.close())

  test('lost before: no answer, and nothing has happened', async () => {
    const before = stage.debits()
    stage.switches.set({ paymentAnswer: 'lost-before' })
    await expect(paid(stage, id, card)).rejects.not.toHaveProperty('status')
    expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 0 })
    expect(stage.debits()).toBe(before)
  })

  test('lost after: no answer, and the order is paid', async () => {
    stage.switches.set({ paymentAnswer: 'lost-after' })
    await expect(paid(stage, id, card)).rejects.not.toHaveProperty('status')
    expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 2 })
  })

  test.each([400, 404, 429, 500, 502] as const)(
    'refused %i: HTTP says so, and nothing has happened',
    async (status) => {
      const before = stage.debits()
      stage.switches.set({ paymentAnswer: `refused-${status}` })
      await expect(paid(stage, id, card)).rejects.toMatchObject({ status })
      expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 0 })
      expect(stage.debits()).toBe(before)
    },
  )

  test.each([400, 404, 429, 500, 502] as const)('error %i: HTTP says so, and the order is paid', async (status) => {
    stage.switches.set({ paymentAnswer: `error-${status}` })
    await expect(paid(stage, id, card)).rejects.toMatchObject({ status })
    expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 2 })
  })

  test('malformed: half an answer', async () => {
    stage.switches.set({ paymentAnswer: 'malformed' })
    await expect(paid(stage, id, card)).rejects.toMatchObject({ status: 200, body: '{"errorCode":' })
    expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 2 })
  })

  test('a delay is waited before the payment is worked on, and by payments only', async () => {
    stage.switches.set({ gatewayDelay: 1_200_000 })
    const before = stage.clock.now()
    await stateOf(stage, id)
    expect(stage.clock.now()).toBe(before)
    expect(await paid(stage, id, card)).toMatchObject({ errorCode: '7' })
    expect(stage.clock.now()).toBe(before + 1_200_000)
    expect(await stateOf(stage, id)).toMatchObject({ actionCode: -2007 })
  })

  test('a registration and a status have switches of their own', async () => {
    stage.switches.set({
      registerAnswer: 'refused-502',
      registerDelay: 500,
      statusAnswer: 'malformed',
      statusDelay: 300,
    })
    const before = stage.clock.now()
    const orderNumber = newNumber()
    await expect(registered(stage, { orderNumber })).rejects.toMatchObject({ status: 502 })
    await expect(registered(stage, {}, 'registerPreAuth')).rejects.toMatchObject({ status: 502 })
    expect(stage.clock.now() - before).toBe(1000)
    await expect(stateOf(stage, id)).rejects.toMatchObject({ body: '{"errorCode":' })
    expect(stage.clock.now() - before).toBe(1300)
    expect(await paid(stage, id, card)).toMatchObject({ errorCode: '0' })
    stage.switches.set({ ...calm, registerAnswer: 'lost-after' })
    await expect(registered(stage, { orderNumber })).rejects.not.toHaveProperty('status')
    stage.switches.set(calm)
    await expect(registered(stage, { orderNumber })).rejects.toThrow(/already|number/i)
  })

  test.each([
    ['deposit', heldOrder, { amount: 1000 }, 2],
    ['reverse', heldOrder, {}, 3],
    ['refund', debitedOrder, { amount: 1000 }, 4],
    ['decline', registered, {}, 6],
  ] as const)(
    '%s: lost after, it is done and nobody knows; lost before, it is not',
    async (name, begun, fields, done) => {
      const orderId = await begun(stage)
      const before = await stateOf(stage, orderId)
      const ask = () => stage.gateway[name]({ ...credentials, orderId, ...fields } as never)
      stage.switches.set({ moneyAnswer: 'lost-before' })
      await expect(ask()).rejects.not.toHaveProperty('status')
      expect(await stateOf(stage, orderId)).toEqual(before)
      stage.switches.set({ moneyAnswer: 'refused-500' })
      await expect(ask()).rejects.toMatchObject({ status: 500 })
      expect(await stateOf(stage, orderId)).toEqual(before)
      stage.switches.set({ moneyAnswer: 'lost-after', moneyDelay: 700 })
      const start = stage.clock.now()
      await expect(ask()).rejects.not.toHaveProperty('status')
      expect(stage.clock.now() - start).toBe(700)
      expect(await stateOf(stage, orderId)).toMatchObject({ orderStatus: done })
    },
  )

  test('calls about stored cards: each has its trouble, and none other has it', async () => {
    const clientId = newClient()
    const bindingId = await stored(stage, clientId)
    const list = () => stage.gateway.getBindings({ ...credentials, clientId })
    stage.switches.set({ bindingAnswer: 'lost-after', bindingDelay: 300 })
    const start = stage.clock.now()
    await expect(stage.gateway.unBindCard({ ...credentials, bindingId })).rejects.not.toHaveProperty('status')
    expect(stage.clock.now() - start).toBe(300)
    await expect(list()).rejects.not.toHaveProperty('status')
    stage.switches.set({ bindingAnswer: 'error-502' })
    await expect(list()).rejects.toMatchObject({ status: 502 })
    expect(await paid(stage, id, card)).toMatchObject({ errorCode: '0' })
    stage.switches.set({ ...calm, bindingAnswer: 'refused-429' })
    await expect(stage.gateway.bindCard({ ...credentials, bindingId })).rejects.toMatchObject({ status: 429 })
    stage.switches.set(calm)
    expect(await list()).toMatchObject({ errorCode: '2' })
  })

  test.each(['motoPayment', 'recurrentPayment'] as const)('%s has the troubles of a payment', async (name) => {
    const { pan, expiry } = card
    const orderNumber = newNumber()
    const common = { ...credentials, orderNumber, amount: 1234 }
    const ways = {
      motoPayment: async () => ({ returnUrl: 'https://shop.test/back', pan, expiry, cardholder: 'A HOLDER' }),
      recurrentPayment: async () => ({ bindingId: await stored(stage, newClient(), { type: 'R' }) }),
    }
    const fields = { ...common, ...(await ways[name]()) }
    stage.switches.set({ paymentAnswer: 'lost-after' })
    await expect(stage.gateway[name](fields as never)).rejects.not.toHaveProperty('status')
    const status = await stage.gateway.getOrderStatusExtended({ ...credentials, orderNumber })
    expect(status).toMatchObject({ orderStatus: 2 })
  })

  test('a payment is declined with the actionCode that is set, and the issuer is not asked', async () => {
    const before = stage.debits()
    stage.switches.set({ declineWith: 116 })
    expect(await paid(stage, id, card)).toMatchObject({ errorCode: '0', error: expect.any(String) })
    expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 6, actionCode: 116 })
    expect(stage.debits()).toBe(before)
  })
})

describe('switches of one order', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await setStage(inProcess())
  })
  afterAll(() => stage.close())
  const numbered = async () => {
    const orderNumber = newNumber()
    return { orderNumber, id: await registered(stage, { orderNumber }) }
  }

  test('trouble its calls, whichever name they call it by, and no other’s', async () => {
    const [one, other] = [await numbered(), await numbered()]
    const troubles = { paymentAnswer: 'refused-500', statusAnswer: 'error-404', moneyAnswer: 'refused-400' } as const
    stage.switches.orders.set(one.orderNumber, troubles)
    await expect(stage.gateway.decline({ ...credentials, orderId: one.id })).rejects.toMatchObject({ status: 400 })
    await expect(paid(stage, one.id, card)).rejects.toMatchObject({ status: 500 })
    await expect(stateOf(stage, one.id)).rejects.toMatchObject({ status: 404 })
    const byNumber = stage.gateway.getOrderStatusExtended({ ...credentials, orderNumber: one.orderNumber })
    await expect(byNumber).rejects.toMatchObject({ status: 404 })
    await paid(stage, other.id, card)
    expect(await stateOf(stage, other.id)).toMatchObject({ orderStatus: 2 })
  })

  test('go before those for all, and count for further tries', async () => {
    const { orderNumber, id } = await numbered()
    stage.switches.set({ declineWith: 5 })
    stage.switches.orders.set(orderNumber, { declineWith: 0 })
    const second = await registered(stage, { orderNumber: `${orderNumber}-2` })
    const other = await registered(stage)
    for (const each of [id, second, other]) await paid(stage, each, card)
    const codes = [id, second, other].map(async (each) => (await stateOf(stage, each)).actionCode)
    expect(await Promise.all(codes)).toEqual([0, 0, 5])
    stage.switches.set(calm)
  })

  test('trouble a registration before there is an order', async () => {
    const orderNumber = newNumber()
    stage.switches.orders.set(orderNumber, { registerAnswer: 'refused-429' })
    await expect(registered(stage, { orderNumber })).rejects.toMatchObject({ status: 429 })
    expect(await registered(stage)).toEqual(expect.any(String))
    stage.switches.orders.clear(orderNumber)
    expect(await registered(stage, { orderNumber })).toEqual(expect.any(String))
  })
})

describe('a party that does not answer', () => {
  const gone = async (): Promise<Response> => {
    throw new TypeError('fetch failed')
  }

  test('an issuer that cannot be reached declines with 907', async () => {
    const stage = await setStage(inProcess(), { issuer: { debitCard: gone as never } })
    const id = await registered(stage)
    expect(await paid(stage, id, card)).toMatchObject({ errorCode: '0', error: expect.any(String) })
    expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 6, actionCode: 907 })
    await stage.close()
  })

  test('an access server that cannot be reached makes 3-D Secure impossible', async () => {
    const stage = await setStage(inProcess(), { carry: gone })
    const id = await registered(stage)
    await paid(stage, id, card)
    expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 6, actionCode: -2022 })
    expect(stage.debits()).toBe(0)
    await stage.close()
  })
})

test('a request that is no form is not read', async () => {
  const stage = await setStage(inProcess())
  const url = `${stage.base}/payment/rest/register.do`
  const json = new Request(url, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })
  expect((await stage.carry(json)).status).toBe(415)
  expect(await (await post(stage, url, {})).json()).toMatchObject({ errorCode: '5' })
  await stage.close()
})

test('the journal tells every exchange and no card', async () => {
  const stage = await setStage(inProcess())
  const id = await registered(stage)
  const challenged = cardNamed('4111111111111111')
  const fields = await payment(stage, id, challenged)
  const { threeDSServerTransId } = await stage.gateway.paymentorder(fields)
  await stage.gateway.paymentorder({ ...fields, threeDSServerTransId })
  await stateOf(stage, id)
  const said = stage.journal.entries()
  expect(
    said.filter(({ order }) => order === id).map(({ from, to, what, detail }) => [from, to, what, detail]),
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
  const whole = JSON.stringify(said)
  for (const secret of [challenged.pan, fields.seToken!, 'shop-password']) expect(whole).not.toContain(secret)
  await stage.close()
})
