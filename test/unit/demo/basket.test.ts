import { expect, test } from 'vitest'
import { basketSum, checkoutQuery, sumsOf } from '../../../demo/shop/catalogue.ts'
import { frontPage } from '../../../demo/shop/front-page.ts'
import { readWanted } from '../../../demo/shop/order.ts'

test.each([
  ['set-1', '', 3490],
  ['set-1.beans-2', 'post', 3490 + 2 * 1500 + 490],
  ['beans-3', 'courier', 3 * 1500 + 990],
  // What is not sold costs nothing, and neither does a delivery that there is not.
  ['toString-1.gold-9.set-0.set--1.set-1e3', '__proto__', 0],
])('the basket %s with delivery %s costs %i by the shop’s own prices', (items, delivery, sum) => {
  expect(basketSum(items, delivery)).toBe(sum)
})

test('the form of the first page leads to the checkout of what was chosen', () => {
  const form = new URLSearchParams('set=0&beans=2&kettle=1&delivery=courier&gold=5')
  expect(checkoutQuery(form).toString()).toBe('items=beans-2.kettle-1&delivery=courier')
  expect(checkoutQuery(new URLSearchParams('set=0&delivery=rocket')).toString()).toBe('items=set-1')
})

test('a page cannot say what its basket costs', () => {
  const query = new URLSearchParams('items=set-1&amount=1&currency=392&delivery=post')
  expect(readWanted(query)).toMatchObject({ amount: 3490 + 490, currency: '978' })
})

test('the first page has a field for each product, with its sum, and says what the checkout will take', () => {
  const html = frontPage('http://console')
  expect(html.match(/type="number"/g)).toHaveLength(3)
  expect(html).toContain('data-sum="set">€34.90<')
  expect(html).toContain('data-sum="kettle"><')
  expect(html).toContain('Go to the checkout <span data-sum="total">· €54.80</span></button>')
})

test('what is chosen anew has its sums at once, by the same prices', () => {
  expect(sumsOf(new URLSearchParams('set=0&beans=3&kettle=x&delivery=courier'))).toEqual({
    set: '',
    beans: '€45.00',
    kettle: '',
    total: '· €54.90',
  })
})
