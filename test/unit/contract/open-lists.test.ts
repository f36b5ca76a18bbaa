import { expect, test } from 'vitest'
import { BindingsQuestion } from '#server-contract/gateway/bindings.ts'
import { CardPayment } from '#server-contract/gateway/card-payments.ts'
import { OrderState, Registration } from '#server-contract/gateway/orders.ts'
import { WalletADirect, WalletBPayment } from '#server-contract/gateway/wallets.ts'

const registration = { orderNumber: 'A-1', amount: 100, returnUrl: 'https://shop.test/' }
const payment = { MDORDER: 'an-order', TEXT: 'A HOLDER', language: 'en' }
const direct = { username: 'shop-api', password: 'secret', orderNumber: 'A-1', paymentToken: 'e30=' }

/** Values that no list of the specification excludes: it shows none (online gateway 2.4, 4.1, 4.8). */
const indicators = {
  shippingPayerData: { shippingMethodIndicator: 99, deliveryTimeframe: 0 },
  preOrderPayerData: { preOrderPurchaseInd: 17, reorderItemsInd: 3 },
  billingAndShippingAddressMatchIndicator: 'X',
}

test.each([
  ['register.do', Registration, { ...registration, ...indicators, features: ['ANYTHING'] }],
  ['paymentorder.do', CardPayment, { ...payment, ...indicators }],
  [
    'paymentDirect.do',
    WalletADirect,
    { ...direct, ...indicators, externalScaExemptionIndicator: 'OTHER', features: 'X'.repeat(300) },
  ],
] as const)('%s has no list where the text has none', (_, schema, fields) => {
  expect(schema.parse(fields)).toEqual(fields)
})

test('the lengths that the text has are kept', () => {
  const wrong = [
    { shippingPayerData: { shippingMethodIndicator: 100 } },
    { preOrderPayerData: { reorderItemsInd: 1.5 } },
    { billingAndShippingAddressMatchIndicator: 'YN' },
  ]
  for (const one of wrong) expect(Registration.safeParse({ ...registration, ...one }).success).toBe(false)
})

test('a clientId has 0 to 255 characters', () => {
  for (const clientId of ['', 'c'.repeat(255)]) {
    expect(BindingsQuestion.safeParse({ clientId }).success).toBe(true)
    const fields = { merchant: 'shop', orderNumber: 'A-1', paymentToken: 'e30=', clientId, ip: '192.0.2.1', amount: 1 }
    expect(WalletBPayment.safeParse({ ...fields, returnUrl: 'https://shop.test/' }).success).toBe(true)
  }
})

test('paymentState may be absent from an answer about an order', () => {
  const answer = { errorCode: '0', orderStatus: 2, paymentAmountInfo: { depositedAmount: 100 } }
  expect(OrderState.parse(answer)).toEqual(answer)
})
