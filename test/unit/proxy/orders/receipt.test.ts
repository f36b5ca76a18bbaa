import { expect, test } from 'vitest'
import { receiptOf } from '#proxy/orders/receipt.ts'

const card = { maskedPan: '444455**3333', paymentSystem: 'VISA' }

test.each([
  ['a card', { cardAuthInfo: card, authDateTime: 7, paymentWay: 'CARD' }, { brand: 'visa', lastDigits: '3333', at: 7 }],
  [
    'what banks certify',
    { cardAuthInfo: { ...card, approvalCode: '332157' }, authRefNum: '633302000024', terminalId: '1', ip: '192.0.2.7' },
    { brand: 'visa', lastDigits: '3333', approvalCode: '332157', refNum: '633302000024' },
  ],
  ['a card that is called pan', { cardAuthInfo: { pan: '220000**0004' } }, { brand: 'mir', lastDigits: '0004' }],
  ['a wallet, whose number is on no card', { cardAuthInfo: card, paymentWay: 'APPLE_PAY' }, { brand: 'visa' }],
  ['a number that is masked to its end', { cardAuthInfo: { pan: '4444**********33' } }, { brand: 'visa' }],
])('the receipt of %s', (_, order, receipt) => {
  expect(receiptOf(order as Parameters<typeof receiptOf>[0])).toEqual({ receipt })
})

test('an order of which the gateway reports neither card nor time has none', () => {
  expect(receiptOf({})).toEqual({})
})
