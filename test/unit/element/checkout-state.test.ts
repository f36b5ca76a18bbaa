import { describe, expect, test } from 'vitest'
import { busy, follow, checkoutEvents, states } from '#element/state/checkout-state.ts'
import type { CheckoutEvent, State } from '#element/state/checkout-state.ts'

const order: readonly CheckoutEvent[] = [
  'load',
  'submit',
  'fail',
  'open',
  'authenticate',
  'paid',
  'held',
  'verified',
  'refunded',
  'declined',
  'cancelled',
  'expired',
  'pending',
]

/** The whole table, a row for each state, in the order of the events. */
const expected: Record<State, string> = {
  //       load submit fail open authenticate paid held verified refunded declined cancelled expired pending
  loading: `loading loading failed ${announcements()}`,
  ready: `loading submitting failed ${announcements()}`,
  submitting: `loading submitting failed ${announcements()}`,
  authenticating: `loading authenticating failed ${announcements()}`,
  paid: always('paid'),
  held: always('held'),
  verified: always('verified'),
  refunded: always('refunded'),
  declined: `loading submitting failed ${announcements()}`,
  cancelled: `loading cancelled failed ${announcements()}`,
  expired: `loading expired failed ${announcements()}`,
  pending: `pending pending pending ${announcements()}`,
  failed: `loading failed failed ${announcements('failed')}`,
}

test('the table here knows every event and every state', () => {
  expect(order.toSorted()).toEqual(checkoutEvents.toSorted())
  expect(Object.keys(expected).toSorted()).toEqual(states.toSorted())
})

describe.each(states)('%s', (state) => {
  const row = expected[state].split(/\s+/)
  test.each(order.map((event, at) => [event, row[at]!] as const))('%s → %s', (event, next) => {
    expect(follow(state, event)).toBe(next)
  })
})

test('paid, held, verified and refunded are never left, whatever happens and however often', () => {
  for (const state of ['paid', 'held', 'verified', 'refunded'] as const)
    for (const event of checkoutEvents) expect(follow(follow(state, event), event)).toBe(state)
})

test('no form is shown over a payment that nobody knows the end of, but by an outcome', () => {
  for (const event of ['load', 'submit', 'fail'] as const) expect(follow('pending', event)).toBe('pending')
})

test('every busy state can come to rest', () => {
  for (const state of busy) expect(checkoutEvents.some((event) => !busy.has(follow(state, event)))).toBe(true)
})

/** The states that the outcomes lead to, where all are possible. */
function announcements(open = 'ready'): string {
  return `${open} authenticating paid held verified refunded declined cancelled expired pending`
}

function always(state: State): string {
  return Array.from({ length: order.length }, () => state).join(' ')
}
