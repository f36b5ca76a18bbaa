import { expect, test } from 'vitest'
import { receiptOf } from '#proxy/orders/receipt.ts'
import { openShop } from '../support/sandbox-shop.ts'

const shop = { shopName: 'Tea & more', shopSupport: '+371 6000 0000' }

const card = { maskedPan: '444455**3333', paymentSystem: 'VISA' }

test.each([
  ['a card', { cardAuthInfo: card, authDateTime: 7, paymentWay: 'CARD' }, { brand: 'visa', lastDigits: '3333', at: 7 }],
  [
    'what banks certify',
    {
      cardAuthInfo: { ...card, approvalCode: '332157' },
      authRefNum: '633302000024',
      actionCodeDescription: 'Approved',
      terminalId: '1',
      ip: '192.0.2.7',
    },
    { brand: 'visa', lastDigits: '3333', approvalCode: '332157', refNum: '633302000024', bankAnswer: 'Approved' },
  ],
  ['a long sentence of the bank, cut', { actionCodeDescription: 'x'.repeat(512) }, { bankAnswer: 'x'.repeat(200) }],
  ['a card that is called pan', { cardAuthInfo: { pan: '220000**0004' } }, { brand: 'mir', lastDigits: '0004' }],
  ['a wallet, whose number is on no card', { cardAuthInfo: card, paymentWay: 'APPLE_PAY' }, { brand: 'visa' }],
  ['a number that is masked to its end', { cardAuthInfo: { pan: '4444**********33' } }, { brand: 'visa' }],
])('the receipt of %s', (_, order, receipt) => {
  expect(receiptOf(order as Parameters<typeof receiptOf>[0], {}, 'paid')).toEqual({ receipt })
})

test('the receipt names the shop, and where a payer finds help', () => {
  expect(receiptOf({}, shop, 'paid')).toEqual({ receipt: { shop: 'Tea & more', support: '+371 6000 0000' } })
})

test('an order of which the gateway reports nothing has none', () => {
  expect(receiptOf({}, {}, 'paid')).toEqual({})
})

test.each([
  ['paid', true],
  ['held', false],
  ['verified', false],
  ['refunded', false],
] as const)('an order that is %s says what the bank said of a payment: %s', (state, isSaid) => {
  const { receipt = {} } = receiptOf({ actionCodeDescription: 'The payment is done' }, shop, state)
  expect(receipt.bankAnswer !== undefined).toBe(isSaid)
})

test.each([
  ['ru', /[а-я]/],
  ['de', /^[\w ]+/],
])('the bank is asked for its sentence in the language of a ticket: %s', async (language, sentence) => {
  const shop = await openShop({ TENDER_SHOP_NAME: 'Tea & more' })
  const claims = { orderNumber: 'A-1', language }
  const orderId = await shop.prepared(claims)
  await shop.outcome('pay', await shop.cardBody(orderId), claims)
  const receipt = { shop: 'Tea & more', bankAnswer: expect.stringMatching(sentence) as string }
  expect(await shop.outcome('outcome', undefined, claims)).toMatchObject({ state: 'paid', receipt })
  const read = shop.request('getOrderStatusExtended.do').map((body) => new URLSearchParams(body).get('language'))
  expect(new Set(read)).toEqual(new Set([language]))
})
