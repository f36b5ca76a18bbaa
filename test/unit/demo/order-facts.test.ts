import { expect, test } from 'vitest'
import type { Order, Try } from '#server-contract/merchant/merchant.ts'
import { operatorPage } from '#demo/operator/operator-page.ts'
import { orderFacts } from '#demo/operator/order-facts.ts'
import type { Numbered } from '#demo/shop/order.ts'

const orderWith = (more: Partial<Try>): Order => {
  const current: Try = { orderNumber: 'A-17', orderId: '0a4e', state: 'paid', amount: 4990, currency: '978', ...more }
  return { orderNumber: 'A-17', state: 'paid', current, tries: [current], version: 1 }
}

/** The shown facts by their labels. */
const shown = (order: Order) =>
  Object.fromEntries(
    [...orderFacts(order).matchAll(/<dt>(.*?)<\/dt><dd dir="ltr">(.*?)<\/dd>/g)].map(([, label, value]) => [
      label,
      value,
    ]),
  )

test('the operator sees what the merchant API returns of an order', () => {
  const order = orderWith({
    maskedPan: '411111**1111',
    expiration: '203412',
    approvalCode: '123456',
    authRefNum: '501208456791',
    eci: '05',
    terminalId: '12345678',
    bankName: 'A Bank',
    bankCountryCode: 'LT',
    bindingId: 'b-1',
    depositedAmount: 4990,
    feeAmount: 50,
    paymentWay: 'CARD_BINDING',
    tii: 'U',
  })
  expect(shown(order)).toMatchObject({
    Card: '411111**1111 203412',
    'Approval code': '123456',
    RRN: '501208456791',
    ECI: '05',
    Terminal: '12345678',
    Bank: 'A Bank LT',
    'Stored card': 'b-1',
    'Paid by': 'CARD_BINDING (tii U)',
  })
  expect(shown(order)['Debited']).toContain('49.90')
  expect(shown(order)['Fee']).toContain('0.50')
})

test('an order of which nothing is returned has no details, and no text becomes markup', () => {
  expect(orderFacts(orderWith({}))).toBe('')
  expect(shown(orderWith({ bankName: '<b>' }))).toEqual({ Bank: '&lt;b&gt;' })
})

test('the details of an order have a row of their own below it', () => {
  const office = {
    preset: { orderNumber: 'B-1', amount: 4990, currency: '978' } as Numbered,
    ticket: '',
    proxy: '',
    console: '',
    cards: [],
    query: '',
  }
  const rowsOf = (order: Order): string => operatorPage({ ...office, orders: [order], nextNumber: 'B-2' })
  expect(rowsOf(orderWith({ eci: '05' }))).toMatch(
    /<td dir="ltr">A-17<\/td>[^]*<\/tr><tr class="more"><td colspan="4"><details class="facts">/,
  )
  expect(rowsOf(orderWith({}))).not.toContain('class="more"')
})
