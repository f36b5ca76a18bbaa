import { expect, test } from 'vitest'
import { notEnrolled } from '../../../conformance/gateway/stored-cards.ts'
import { openBank } from '../../proxy/merchant/bank.ts'

const terms = { orderNumber: 'A-17', amount: 4990, currency: '978', cardholder: 'A HOLDER' }

test('a refund whose answer is lost by the switch is reported as such, and one with a refundId is decided by the order', async () => {
  const bank = await openBank(async () => ({ TENDER_PLAIN_CARDS: 'allowed' }))
  const { pan, expiry, cvc } = notEnrolled
  expect(await bank.merchant.moto({ ...terms, pan, expiry, cvc })).toMatchObject({ state: 'paid' })
  bank.fixture.switches.orders.set('A-17', { moneyAnswer: 'lost-after' })
  const lost = await bank.refusal('orders/A-17/refund', { amount: 1000 })
  expect(lost).toMatchObject({ status: 504, code: 'answer_lost' })
  expect(await bank.merchant.order({ orderNumber: 'A-17' })).toMatchObject({ current: { refundedAmount: 1000 } })
  const result = await bank.order('orders/A-17/refund', { amount: 990, refundId: 'return-3' })
  expect(result).toMatchObject({ state: 'refunded', current: { refundedAmount: 1990 } })
  expect(bank.request('refund.do')).toBe(2)
})

test('a capture and a cancel whose answers are lost by the switch are decided by the order', async () => {
  const bank = await openBank(async () => ({ TENDER_PLAIN_CARDS: 'allowed' }))
  const { pan, expiry, cvc } = notEnrolled
  const card = { pan, expiry, cvc, preAuth: true }
  for (const orderNumber of ['H-1', 'H-2']) await bank.merchant.moto({ ...terms, orderNumber, ...card })
  bank.fixture.switches.set({ moneyAnswer: 'error-502' })
  expect(await bank.order('orders/H-1/capture', { amount: 4000 })).toMatchObject({
    state: 'paid',
    current: { depositedAmount: 4000 },
  })
  expect(await bank.order('orders/H-2/cancel', {})).toMatchObject({ state: 'reversed' })
})
