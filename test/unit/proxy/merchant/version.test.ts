import { expect, test } from 'vitest'
import type { Try, TryState } from '#contract/merchant/merchant.ts'
import { versionOf } from '#proxy/orders/version.ts'

const tryIn = (state: TryState, more: Partial<Try> = {}): Try => ({
  orderNumber: 'A-17',
  orderId: '0a4e',
  state,
  amount: 4990,
  ...more,
})

test('the version grows with whatever happens to an order', () => {
  const declined = tryIn('declined')
  const course: readonly (readonly Try[])[] = [
    [tryIn('open')],
    [declined],
    [declined, tryIn('open')],
    [declined, tryIn('held', { approvedAmount: 4990 })],
    [declined, tryIn('paid', { depositedAmount: 4000 })],
    [declined, tryIn('refunded', { depositedAmount: 4000, refundedAmount: 1000 })],
    [declined, tryIn('refunded', { depositedAmount: 4000, refundedAmount: 4000 })],
  ]
  const versions = course.map(versionOf)
  expect(versions).toEqual(versions.toSorted((one, other) => one - other))
  expect(new Set(versions).size).toBe(course.length)
})

test('the greatest sums of the longest order are whole numbers that JSON carries', () => {
  const most = 999_999_999_999
  const last = tryIn('refunded', { depositedAmount: most, refundedAmount: most })
  const tries = [...Array.from({ length: 19 }, () => tryIn('declined')), last]
  expect(Number.isSafeInteger(versionOf(tries))).toBe(true)
  expect(versionOf(tries)).toBeLessThan(versionOf([...tries, tryIn('open')]))
})
