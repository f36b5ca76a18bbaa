import { expect, test } from 'vitest'
import { busy, follow, checkoutEvents, states } from '#element/state/checkout-state.ts'

test('paid, held, verified and refunded are never left, whatever happens and however often', () => {
  for (const state of ['paid', 'held', 'verified', 'refunded'] as const)
    for (const event of checkoutEvents) expect(follow(follow(state, event), event)).toBe(state)
})

test('no form is shown over a payment that nobody knows the end of, but by an outcome', () => {
  for (const event of ['load', 'submit', 'fail'] as const) expect(follow('pending', event)).toBe('pending')
})

test('a payment begins only where the form is shown', () => {
  const begun = states.filter((state) => follow(state, 'submit') !== state)
  expect(begun.map((state) => [state, follow(state, 'submit')])).toEqual([
    ['ready', 'submitting'],
    ['declined', 'submitting'],
  ])
})

test('a form that could not be loaded is not shown by an outcome that is open', () => {
  expect(follow('failed', 'open')).toBe('failed')
})

test('every busy state can come to rest', () => {
  for (const state of busy) expect(checkoutEvents.some((event) => !busy.has(follow(state, event)))).toBe(true)
})
