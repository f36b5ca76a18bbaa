import { describe, expect, test } from 'vitest'
import { cardNamed, credentials, payment, registered } from '../../../conformance/gateway/fixture.ts'
import { byChild } from '../../../conformance/gateway/merchants.ts'
import { sealStamp, sealText } from '../../../conformance/gateway/seal-card.ts'
import { openBank, ownWallets, plain, watching, type OwnWallets } from './bank.ts'

type Bank = Awaited<ReturnType<typeof openBank>>

const terms = { amount: 1234, currency: '933' }
const merchantLogin = byChild.userName

/** A bank that keeps the fields of each request to the gateway. */
async function openWatched(env: Parameters<typeof openBank>[0] = async () => ({})) {
  const bank = await openBank(async (fixture) => ({ ...watching, ...(await env(fixture)) }))
  const fields: Record<string, Readonly<Record<string, unknown>>> = {}
  bank.state.wire = async (request, fetch) => {
    const body = await request.clone().text()
    const isJson = request.headers.get('content-type') === 'application/json'
    const name = request.url.replace(/^.*\/payment\/(?:rest\/)?/, '')
    fields[name] = isJson
      ? (JSON.parse(body) as object as typeof fields)
      : Object.fromEntries(new URLSearchParams(body))
    return fetch(request)
  }
  return { ...bank, fields }
}

/** Stores a card of a client, by default of the proxy's merchant. */
async function storedCard({ fixture }: Pick<Bank, 'fixture'>, caller: object = credentials): Promise<string> {
  const orderId = await registered(fixture, { ...caller, clientId: 'jane', features: ['FORCE_CREATE_BINDING'] })
  await fixture.gateway.paymentorder({ ...(await payment(fixture, orderId, cardNamed(plain.pan))), ...caller })
  const { bindings } = await fixture.gateway.getBindings({ ...credentials, ...caller, clientId: 'jane' })
  return bindings![0]!.bindingId!
}

const sealedCard = async ({ fixture }: Pick<Bank, 'fixture'>): Promise<string> => {
  const { keys } = await fixture.gateway.sealingKeys({})
  return sealText([...sealStamp, plain.pan, '123', plain.expiry, ''].join('/'), keys[0]!.keyValue)
}

const item = {
  positionId: 1,
  name: 'Tea',
  quantity: { value: 1, measure: 'box' },
  itemDetails: { itemDetailsParams: [{ value: 'green', name: 'kind' }] },
  itemPrice: 1234,
  tax: { taxType: 6 },
}

describe('charge', () => {
  test('sends what register.do takes of such an order', async () => {
    const bank = await openWatched()
    const bindingId = await storedCard(bank)
    const order = {
      ...terms,
      orderNumber: 'S-1',
      clientId: 'jane',
      bindingId,
      jsonParams: { contract: '17' },
      orderBundle: { cartItems: { items: Array.from({ length: 100 }, (_, at) => ({ ...item, positionId: at + 1 })) } },
      taxSystem: 1,
      additionalOfdParams: { cashier: 'Ann' },
      postAddress: 'Some street 1',
      feeInput: 66,
      dynamicCallbackUrl: 'https://shop.example/own-callbacks',
      billingPayerData: { billingCity: 'Minsk' },
      orderPayerData: { mobilePhone: '375291234567' },
      ip: '192.0.2.7',
    }
    const paid = await bank.order('charges', order)
    expect(paid).toMatchObject({ state: 'paid', current: { amount: 1234, feeAmount: 66, totalAmount: 1300 } })
    expect(bank.fields['register.do']).toMatchObject({
      postAddress: 'Some street 1',
      feeInput: '66',
      dynamicCallbackUrl: 'https://shop.example/own-callbacks',
      ip: '192.0.2.7',
      jsonParams: expect.stringContaining('"contract":"17"'),
      orderBundle: JSON.stringify(order.orderBundle),
      taxSystem: '1',
      additionalOfdParams: '{"cashier":"Ann"}',
      billingPayerData: '{"billingCity":"Minsk"}',
      orderPayerData: '{"mobilePhone":"375291234567"}',
    })
  })

  test('charges for a child merchant by a card of its own client, and reads that order', async () => {
    const bank = await openWatched()
    const bindingId = await storedCard(bank, byChild)
    const order = { ...terms, orderNumber: 'S-2', clientId: 'jane', bindingId }
    expect(await bank.refusal('charges', order)).toMatchObject({ code: 'not_found', field: 'bindingId' })
    expect(await bank.order('charges', { ...order, merchantLogin })).toMatchObject({ state: 'paid' })
    expect(await bank.order('charges', { ...order, merchantLogin })).toMatchObject({ state: 'paid' })
    expect(await bank.order('orders/S-2')).toMatchObject({ state: 'paid' })
    expect(bank.request('paymentOrderBinding.do')).toBe(1)
  })
})

describe('moto', () => {
  test('sends the addresses of the merchant', async () => {
    const bank = await openWatched()
    const addresses = { returnUrl: 'https://shop.example/phone', failUrl: 'https://shop.example/phone/failed' }
    const order = { ...terms, orderNumber: 'M-1', cardholder: 'JANE DOE', ...addresses }
    expect(await bank.order('charges/moto', { ...order, seToken: await sealedCard(bank) })).toMatchObject({
      state: 'paid',
    })
    expect(bank.fields['motoPayment.do']).toMatchObject(addresses)
  })

  test('charges for a child merchant', async () => {
    const bank = await openWatched()
    const order = { ...terms, orderNumber: 'M-2', cardholder: 'JANE DOE', merchantLogin }
    expect(await bank.order('charges/moto', { ...order, seToken: await sealedCard(bank) })).toMatchObject({
      state: 'paid',
    })
    const read = await bank.fixture.gateway.getOrderStatusExtended({ ...byChild, orderNumber: 'M-2' })
    expect(read).toMatchObject({ orderStatus: 2 })
    expect(await bank.order('orders/M-2')).toMatchObject({ state: 'paid' })
  })
})

describe('a wallet', () => {
  const google = { ...terms, wallet: 'googlePay', clientId: 'jane', ip: '192.0.2.7' }
  const addresses = { returnUrl: 'https://shop.example/w', failUrl: 'https://shop.example/w/failed' }

  test('that the gateway opens has its addresses, and callbacks of its own', async () => {
    const bank = await openWatched(async () => ({ TENDER_GATEWAY_MERCHANT: credentials.userName }))
    const { wallets } = bank.fixture
    const paymentToken = wallets.googlePayToken({
      card: plain,
      merchant: credentials.userName,
      authMethod: 'CRYPTOGRAM_3DS',
    })
    const given = { ...addresses, dynamicCallbackUrl: 'https://shop.example/own-callbacks' }
    const order = { ...google, orderNumber: 'W-1', open: false, paymentToken, ...given }
    expect(await bank.order('charges/wallet', order)).toMatchObject({ state: 'paid' })
    expect(bank.fields['google/payment.do']).toMatchObject(given)
  })

  test('that the proxy opens is charged for a child merchant, in the version of 3-D Secure that is given', async () => {
    let own: OwnWallets | undefined
    const bank = await openWatched(async (fixture) => (own = await ownWallets(fixture)).env)
    const given = { merchantLogin, threeDSProtocolVersion: '2.2.0' }
    const order = { ...terms, wallet: 'applePay', orderNumber: 'W-2', paymentToken: await own!.apple(), ...given }
    expect(await bank.order('charges/wallet', order)).toMatchObject({ state: 'paid' })
    const fields = { merchant: merchantLogin, threeDSProtocolVersion: '2.2.0' }
    expect(bank.fields['applepay/paymentDirect.do']).toMatchObject(fields)
    const read = await bank.fixture.gateway.getOrderStatusExtended({ ...byChild, orderNumber: 'W-2' })
    expect(read).toMatchObject({ orderStatus: 2 })
  })

  test('that the proxy opens has its addresses', async () => {
    let own: OwnWallets | undefined
    const bank = await openWatched(async (fixture) => (own = await ownWallets(fixture)).env)
    const order = { ...google, orderNumber: 'W-4', paymentToken: own!.google(), ...addresses }
    expect(await bank.order('charges/wallet', order)).toMatchObject({ state: 'paid' })
    expect(bank.fields['google/paymentDirect.do']).toMatchObject(addresses)
  })

  test.each([
    ['failUrl', 'https://shop.example/failed', 'applePay', false],
    ['dynamicCallbackUrl', 'https://shop.example/callbacks', 'googlePay', true],
    ['threeDSProtocolVersion', '2.2.0', 'googlePay', false],
  ])('is refused with %s where its operation has no such field', async (field, value, wallet, open) => {
    const bank = await openWatched(async (fixture) => (await ownWallets(fixture)).env)
    const order = { ...google, wallet, open, orderNumber: 'W-3', paymentToken: '{}', [field]: value }
    expect(await bank.refusal('charges/wallet', order)).toMatchObject({ code: 'field_invalid', field })
    expect(bank.sent).toEqual([])
  })
})

test.each([
  ['be', 'by'],
  ['kk', 'kk'],
  ['fr', 'fr'],
  ['km', 'kh'],
  ['zh', 'cn'],
  ['ja', undefined],
])('the language %s of a charge is %s at the gateway', async (language, sent) => {
  const bank = await openWatched()
  const order = { ...terms, orderNumber: 'M-3', cardholder: 'JANE DOE', language }
  expect(await bank.order('charges/moto', { ...order, seToken: await sealedCard(bank) })).toMatchObject({
    state: 'paid',
  })
  expect(bank.fields['motoPayment.do']!['language']).toBe(sent)
})
