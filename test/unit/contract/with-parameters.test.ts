import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { withParameters } from '#contract/with-parameters.ts'

const shop = 'https://shop.example'

test.each([
  ['/orders/A-17', '/orders/A-17?orderId=1f'],
  ['/?order&success', '/?order&success&orderId=1f'],
  ['/?', '/?orderId=1f'],
  ['/?a=1&', '/?a=1&orderId=1f'],
  ['/index.php?route=extension/payment/tender&x[]=1', '/index.php?route=extension/payment/tender&x[]=1&orderId=1f'],
  ['/?q=a+b%20c%2bd&e==', '/?q=a+b%20c%2bd&e==&orderId=1f'],
  ['/?orderId=17', '/?orderId=17&orderId=1f'],
  ['/#/paid?here', '/?orderId=1f#/paid?here'],
  ['/?a#b#c', '/?a&orderId=1f#b#c'],
  ['', '?orderId=1f'],
  ['/a/../b/%7Euser', '/a/../b/%7Euser?orderId=1f'],
])('appends to %j and changes nothing of it', (given, expected) => {
  expect(withParameters(shop + given, { orderId: '1f' })).toBe(shop + expected)
})

test('leads an app to its own address', () => {
  expect(withParameters('shopapp://Orders/17?done', { orderId: '1f' })).toBe('shopapp://Orders/17?done&orderId=1f')
})

test('encodes what a header cannot carry, a half of a surrogate pair too', () => {
  expect(withParameters(`${shop}/заказ?ok`, { orderId: '1f' })).toBe(
    `${shop}/%D0%B7%D0%B0%D0%BA%D0%B0%D0%B7?ok&orderId=1f`,
  )
  expect(withParameters(`${shop}/\uD800`, { orderId: '1f' })).toBe(`${shop}/%EF%BF%BD?orderId=1f`)
})

test('a page reads each parameter that was there, in its order, and then the new ones', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.string())), fc.string(), (before, value) => {
      const query = new URLSearchParams(before).toString()
      const read = new URL(withParameters(`${shop}/?${query}#end`, { orderId: value, lang: 'en' }))
      const all = new URLSearchParams([...new URLSearchParams(query), ['orderId', value], ['lang', 'en']])
      expect([...read.searchParams]).toEqual([...all])
      expect(read.hash).toBe('#end')
    }),
  )
})
