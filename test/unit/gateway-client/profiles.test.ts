import { expect, test } from 'vitest'
import { gatewayClient } from '#gateway-client/gateway-client.ts'
import { gatewayProfiles, type ProfileName } from '#gateway-client/profiles/profiles.ts'
import { fakeClock } from '../../support/clock.ts'
import { onRequest } from '../../support/on-request.ts'

/** A client of a kind of system, whose gateway gives one answer to everything. */
function clientOf(profile: ProfileName, answer: object, status = 200) {
  const sent: Request[] = []
  const client = gatewayClient({
    base: 'https://gateway.example',
    profile: gatewayProfiles[profile],
    credentials: { userName: 'shop-api', password: 'password' },
    clock: fakeClock(),
    asksOnce: true,
    timeoutMs: 5000,
    fetch: onRequest(async (request) => {
      sent.push(request)
      return new Response(JSON.stringify(answer), { status })
    }),
  })
  return { client, sent }
}

const order = { orderNumber: 'A-17', amount: 4990, currency: '643', returnUrl: 'https://shop.example/' }

test('login and password are in the header where the bank has them there, and in no field', async () => {
  const { client, sent } = clientOf('bt-ipay', { orderId: 'id', formUrl: 'https://gateway.example/form' })
  await client.register(order)
  expect(sent[0]!.headers.get('authorization')).toBe(`Basic ${btoa('shop-api:password')}`)
  expect(await sent[0]!.text()).not.toMatch(/userName|password/)
})

test('fields are JSON where the bank takes nothing else, with texts as texts, and without empty ones', async () => {
  const { client, sent } = clientOf('sber-ecomm', { orderId: 'id', formUrl: 'https://gateway.example/form' })
  const jsonParams = { sberbankOnlineAttributes: '{"language":"ru"}' }
  expect(await client.register({ ...order, clientId: '', jsonParams })).toMatchObject({ kind: 'answered' })
  expect(sent[0]!.url).toBe('https://gateway.example/ecomm/gw/partner/api/v1/register.do')
  expect(await sent[0]!.json()).toEqual({ userName: 'shop-api', password: 'password', ...order, jsonParams })
})

test.each([
  [undefined, 'FR'],
  ['ar', 'AR'],
  ['de', 'FR'],
])('the language %s is sent as %s where a request must name one of the bank’s', async (language, named) => {
  const { client, sent } = clientOf('satim', { orderId: 'id', formUrl: 'https://gateway.example/form' })
  await client.register({ ...order, ...(language && { language }) })
  expect(new URLSearchParams(await sent[0]!.text()).get('language')).toBe(named)
})

test.each([
  [{ ErrorCode: '0', OrderStatus: 2 }, { orderStatus: 2 }],
  [
    { ErrorCode: '2', OrderStatus: 6, actionCode: 116 },
    { orderStatus: 6, actionCode: 116 },
  ],
  [{ ErrorCode: 2 }, { orderStatus: 6 }],
  [
    { ErrorCode: '0', OrderStatus: 4, depositAmount: 990 },
    { orderStatus: 4, paymentAmountInfo: { refundedAmount: 4000 } },
  ],
  [
    { ErrorCode: '0', OrderStatus: 2, Pan: '6280****7215', approvalCode: '913180' },
    { cardAuthInfo: { pan: '6280****7215', approvalCode: '913180' } },
  ],
  [
    { ErrorCode: '0', OrderStatus: 2, params: { respCode_desc: 'Paiement accepté' } },
    { actionCodeDescription: 'Paiement accepté' },
  ],
])('the old status %o is read as the extended one', async (answer, read) => {
  const { client, sent } = clientOf('satim', { OrderNumber: 'A-17', Amount: 4990, currency: '012', ...answer })
  expect(await client.getOrderStatusExtended({ orderId: 'id' })).toMatchObject({
    kind: 'answered',
    answer: {
      orderNumber: 'A-17',
      amount: 4990,
      currency: '012',
      attributes: [{ name: 'mdOrder', value: 'id' }],
      ...read,
    },
  })
  expect(sent[0]!.url).toBe('https://gateway.example/payment/rest/getOrderStatus.do')
})

test('the old status is not asked without an orderId', async () => {
  const { client, sent } = clientOf('satim', {})
  expect(await client.getOrderStatusExtended({ orderNumber: 'A-17' })).toMatchObject({ kind: 'refused', errorCode: 1 })
  expect(sent).toEqual([])
})

test.each([
  [401, { error: 'Unauthorized' }, 'credentials'],
  [401, { errorCode: '5' }, 'credentials'],
  [403, { error: 'Forbidden' }, 'credentials'],
  [500, { error: 'Internal Server Error' }, 'network'],
] as const)('HTTP %d with %o is an error of the kind %s', async (status, answer, kind) => {
  const { client } = clientOf('khan', answer, status)
  expect(await client.getOrderStatusExtended({ orderId: 'id' })).toMatchObject({ error: { kind } })
})
