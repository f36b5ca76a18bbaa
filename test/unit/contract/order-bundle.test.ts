import { expect, test } from 'vitest'
import { exactOrderBundle, orderBundle } from '#server-contract/gateway/order-bundle.ts'

const quantity = { value: 1, measure: 'pcs' }
const priced = (itemPrice: unknown) => ({
  cartItems: { items: [{ positionId: 1, name: 'A cup', quantity, itemPrice }] },
})

test('itemPrice has up to 18 digits', () => {
  for (const itemPrice of [0, 2 ** 53, JSON.parse('999999999999999999')])
    expect(orderBundle.safeParse(priced(itemPrice)).success).toBe(true)
  for (const itemPrice of [-1, 1.5, 1e19, NaN, Infinity, '5'])
    expect(orderBundle.safeParse(priced(itemPrice)).success).toBe(false)
})

test('a price that JSON has rounded is not passed on', () => {
  expect(exactOrderBundle.safeParse(priced(2 ** 53 - 1)).success).toBe(true)
  expect(exactOrderBundle.safeParse(priced(2 ** 53)).error?.issues[0]?.message).toMatch('which JSON carries exactly')
})

const receipt = {
  ffdVersion: '1.2',
  receiptType: 'sell',
  company: { email: 'shop@shop.example', sno: 'osn', inn: '7700000001', paymentAddress: 'https://shop.example' },
  payments: [{ type: 1, sum: 4990 }],
  total: 4990,
  installments: { productID: '10', productType: 'INSTALLMENT' },
  orderCreationDate: '2030-01-01T00:00:00',
  customerDetails: { contact: 'Jane', email: 'jane@shop.example', phone: '79001234567', inn: '770000000123' },
  cartItems: {
    items: [
      {
        ...priced(4990).cartItems.items[0],
        tax: { taxType: 6, taxSum: 832 },
        itemAttributes: { attributes: [{ name: 'paymentMethod', value: '4' }, { name: 'supplier_info.inn' }] },
        itemDetails: { itemDetailsParams: [{ name: 'size', value: 'L' }] },
        discount: { discountType: 'percent', discountValue: 10 },
        agentInterest: { interestType: 'agentPercent', interestValue: '4' },
        depositedItemAmount: 4990,
      },
    ],
  },
}

test('a fiscal receipt keeps every field that the family has', () => {
  expect(exactOrderBundle.parse(receipt)).toEqual(receipt)
})
