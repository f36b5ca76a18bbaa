import { expect, test } from 'vitest'
import { exactOrderBundle, orderBundle } from '#contract/gateway/order-bundle.ts'

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
