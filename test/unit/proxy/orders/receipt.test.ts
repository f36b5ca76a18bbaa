import { expect, test } from 'vitest'
import { receiptOf, type ReceiptFacts } from '#proxy/orders/receipt.ts'
import { openShop } from '../support/sandbox-shop.ts'

const shop = { shopName: 'Tea & more', shopSupport: '+371 6000 0000' }

type Config = Partial<ReceiptFacts['config']>
const facts = (config: Config = {}): ReceiptFacts => ({
  orderId: 'b8f5',
  config: { gateway: { profile: {} }, ...config },
})
/** Of a bank that demands the sentence in one of its languages, as SATIM does. */
const certifying = { gateway: { profile: { languages: ['FR', 'AR', 'EN'] } } }

const card = { maskedPan: '444455**3333', paymentSystem: 'VISA' }

test.each([
  ['a card', { cardAuthInfo: card, authDateTime: 7, paymentWay: 'CARD' }, { brand: 'visa', lastDigits: '3333', at: 7 }],
  [
    'a payment by its numbers, without the sentence of the bank',
    {
      cardAuthInfo: { ...card, approvalCode: '332157' },
      authRefNum: '633302000024',
      actionCodeDescription: 'Approved',
      terminalId: '1',
      ip: '192.0.2.7',
    },
    { brand: 'visa', lastDigits: '3333', approvalCode: '332157', refNum: '633302000024' },
  ],
  ['a card that is called pan', { cardAuthInfo: { pan: '220000**0004' } }, { brand: 'mir', lastDigits: '0004' }],
  ['a wallet, whose number is on no card', { cardAuthInfo: card, paymentWay: 'APPLE_PAY' }, { brand: 'visa' }],
  ['a number that is masked to its end', { cardAuthInfo: { pan: '4444**********33' } }, { brand: 'visa' }],
])('the receipt of %s', (_, order, receipt) => {
  expect(receiptOf(order as Parameters<typeof receiptOf>[0], facts(), 'paid')).toEqual({ receipt })
})

test('a bank that names its languages has its identifier and its sentence on the receipt, a long one cut', () => {
  expect(receiptOf({ actionCodeDescription: 'x'.repeat(512) }, facts(certifying), 'paid')).toEqual({
    receipt: { paymentId: 'b8f5', bankAnswer: 'x'.repeat(200) },
  })
})

test('the receipt names the shop, and where a payer finds help', () => {
  expect(receiptOf({}, facts(shop), 'paid')).toEqual({ receipt: { shop: 'Tea & more', support: '+371 6000 0000' } })
})

test('an order of which the gateway reports nothing has none', () => {
  expect(receiptOf({}, facts(), 'paid')).toEqual({})
})

test.each([
  ['paid', true],
  ['held', false],
  ['verified', false],
  ['refunded', false],
] as const)('an order that is %s says what the bank said of a payment: %s', (state, isSaid) => {
  const { receipt = {} } = receiptOf({ actionCodeDescription: 'The payment is done' }, facts(certifying), state)
  expect(receipt.bankAnswer !== undefined).toBe(isSaid)
})

test.each(['ru', 'de'])('the bank is asked for its sentence in the language of a ticket: %s', async (language) => {
  const shop = await openShop({ TENDER_SHOP_NAME: 'Tea & more' })
  const claims = { orderNumber: 'A-1', language }
  const orderId = await shop.prepared(claims)
  await shop.outcome('pay', await shop.cardBody(orderId), claims)
  const outcome = await shop.outcome('outcome', undefined, claims)
  expect(outcome).toMatchObject({ state: 'paid', receipt: { shop: 'Tea & more', approvalCode: expect.any(String) } })
  expect(outcome).not.toHaveProperty('receipt.bankAnswer')
  const read = shop.request('getOrderStatusExtended.do').map((body) => new URLSearchParams(body).get('language'))
  expect(new Set(read)).toEqual(new Set([language]))
})
