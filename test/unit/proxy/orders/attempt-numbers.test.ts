import { expect, test } from 'vitest'
import { numberAt, orderOfLaterAttempt } from '#proxy/orders/attempts.ts'

test.each(['A-17', 'A-17-2', '7'])('every later number of %s leads back to it', (order) => {
  const later = Array.from({ length: 19 }, (_, index) => numberAt(order, index + 1))
  expect(later.map(orderOfLaterAttempt)).toEqual(later.map(() => order))
})

test.each(['A', 'A-1', 'A-21', 'A-02', 'A-2x', '-2', numberAt('A', 0), numberAt('A', 20)])(
  '%s is no later number of an order',
  (number) => {
    expect(orderOfLaterAttempt(number)).toBeUndefined()
  },
)
