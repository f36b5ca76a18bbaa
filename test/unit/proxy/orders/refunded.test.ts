import { describe, expect, test } from 'vitest'
import type { OrderState } from '#server-contract/gateway/orders.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import { outcomeOf } from '#proxy/orders/outcome.ts'

const ticket = { orderNumber: 'A-17', amount: 4990, currency: '978' } as Ticket
const about = {
  orderId: '0a4e',
  again: false,
  config: { gateway: { profile: {} } },
  resume: () => ({ kind: 'resume', nonce: 'n', redirectUrl: 'u' }) as const,
} as const

const sums = (depositedAmount: number, refundedAmount: number) => ({
  paymentAmountInfo: { paymentState: 'ANY', approvedAmount: depositedAmount, depositedAmount, refundedAmount },
})

const outcome = (orderStatus: number, more: object = {}) =>
  outcomeOf({ orderStatus, actionCode: 0, amount: 4990, ...more } as OrderState, ticket, about)

describe('what a shopper is shown of an order that was given back', () => {
  test.each([
    ['refunded in part', 4, sums(4990, 1000), 1000],
    ['refunded in whole', 4, sums(4990, 4990), 4990],
    ['refunded, of which the gateway returns no sums', 4, {}, 4990],
    ['refunded in part, and still deposited at the gateway', 2, sums(4990, 1000), 1000],
    ['completed in part and refunded in part', 8, sums(3000, 1000), 1000],
    ['reversed after it was debited', 3, sums(4990, 0), 4990],
  ])('%s: a refund with its sum, and never a payment that was not made', (_, status, more, refundedAmount) => {
    expect(outcome(status, more)).toMatchObject({ state: 'refunded', amount: 4990, refundedAmount })
  })

  test('a hold that was given back is cancelled: nothing has been charged', () => {
    expect(outcome(3, sums(0, 0))).toMatchObject({ state: 'cancelled', reason: 'cancelled', again: false })
    expect(outcome(3)).toMatchObject({ state: 'cancelled' })
  })

  test('a payment of which nothing was given back is paid', () => {
    expect(outcome(2, sums(4990, 0))).toMatchObject({ state: 'paid' })
    expect(outcome(2)).toMatchObject({ state: 'paid' })
  })
})
