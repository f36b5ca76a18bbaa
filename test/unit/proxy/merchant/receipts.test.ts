import { expect, test } from 'vitest'
import { paid, registered } from '../../../conformance/gateway/fixture.ts'
import { debitedOrder, refund } from '../../../conformance/gateway/paid-orders.ts'
import { basket } from '../../../conformance/gateway/right-requests.ts'
import { notEnrolled } from '../../../conformance/gateway/stored-cards.ts'
import { openBank } from './bank.ts'
import { Secret } from '#proxy/config/secret.ts'
import { termsParam } from '#proxy/orders/order-terms.ts'
import { buildSigner } from '#proxy/tickets/signatures.ts'
import { configOf, environment } from '../support/test-proxy.ts'

test('the receipts of an order are of its payment and its refunds, each in one set of words', async () => {
  const { fixture, merchant, request } = await openBank()
  const orderId = await registered(fixture, { orderNumber: 'A-17', orderBundle: basket })
  expect(await merchant.receipts({ orderNumber: 'A-17' })).toEqual({ receipts: [] })
  await paid(fixture, orderId, notEnrolled)
  const paidAt = fixture.clock.now()
  fixture.clock.advance(60_000)
  await refund(fixture, orderId, 34)
  const { receipts } = await merchant.receipts({ orderNumber: 'A-17' })
  expect(receipts).toEqual([
    {
      kind: 'payment',
      state: 'delivered',
      uuid: expect.stringMatching(/^[\da-f-]{36}$/),
      amountTotal: '12.34',
      receiptDateTime: String(paidAt),
      shiftNumber: '1',
      fiscalReceiptNumber: '1',
      fnNumber: '9999078900000001',
      ecrRegistrationNumber: '0000000000000001',
      fiscalDocumentNumber: expect.stringMatching(/^\d+$/),
      fiscalDocumentAttribute: expect.stringMatching(/^\d+$/),
    },
    expect.objectContaining({ kind: 'refund', state: 'sent', amountTotal: '0.34', fiscalReceiptNumber: '2' }),
  ])
  expect(request('getReceiptStatus.do')).toBe(2)
})

test('the receipts of an order are those of the try that may be paid', async () => {
  const { fixture, merchant, state } = await openBank()
  await fixture.gateway.decline({
    userName: 'shop-api',
    password: 'shop-password',
    orderId: await registered(fixture, { orderNumber: 'A-17' }),
  })
  const orderId = await debitedOrder(fixture, { orderNumber: 'A-17-2', orderBundle: basket })
  const asked: string[] = []
  state.wire = async (request, fetch) => {
    if (request.url.endsWith('getReceiptStatus.do'))
      asked.push(new URLSearchParams(await request.clone().text()).get('orderId')!)
    return fetch(request)
  }
  expect((await merchant.receipts({ orderNumber: 'A-17' })).receipts).toMatchObject([{ kind: 'payment' }])
  expect(asked).toEqual([orderId])
})

test.each([
  ['6', 200, { receipts: [] }],
  ['2', 200, { receipts: [] }],
  ['5', 422, { error: { code: 'gateway_refused' } }],
])('a gateway that answers the question for receipts with errorCode %s', async (errorCode, status, expected) => {
  const { fixture, state, answer } = await openBank()
  await debitedOrder(fixture, { orderNumber: 'A-17' })
  state.wire = async (request, fetch) =>
    request.url.endsWith('getReceiptStatus.do')
      ? new Response(JSON.stringify({ errorCode, errorMessage: 'It says so' }))
      : fetch(request)
  expect(await answer('orders/A-17/receipts')).toMatchObject({ status, body: expected })
})

test('a receipt whose status nobody knows is shown without it, and an order that there is not is refused', async () => {
  const { fixture, state, merchant, refusal } = await openBank()
  await debitedOrder(fixture, { orderNumber: 'A-17' })
  state.wire = async (request, fetch) =>
    request.url.endsWith('getReceiptStatus.do')
      ? new Response(JSON.stringify({ errorCode: 0, receipt: [{ receiptStatus: 9, uuid: 'r-1', shift_number: '7' }] }))
      : fetch(request)
  expect(await merchant.receipts({ orderNumber: 'A-17' })).toEqual({ receipts: [{ uuid: 'r-1', shiftNumber: '7' }] })
  expect(await refusal('orders/none/receipts')).toMatchObject({ status: 404, code: 'order_unknown' })
})

test('are read by the number of a later try too', async () => {
  const { fixture, answer } = await openBank()
  const signer = buildSigner(new Secret(environment.TENDER_SIGNING_SECRET))
  const ofOrder = { orderNumber: 'A-17', amount: 1234, currency: '933' }
  const jsonParams = termsParam({ config: configOf(), signer }, ofOrder)
  await debitedOrder(fixture, { orderNumber: 'A-17-2', jsonParams })
  expect(await answer('orders/A-17-2/receipts')).toEqual({ status: 200, body: { receipts: [] } })
})
