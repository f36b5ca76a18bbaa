import { describe, expect, test } from 'vitest'
import { busy, follow, happenings, states } from '#element/journey.ts'
import type { Happening, State } from '#element/journey.ts'

/** The whole table, a row for each state, in the order of the happenings. */
const expected: Record<State, string> = {
  //               load           submit         fail      open     authenticate   paid held declined cancelled pending
  loading: 'loading        loading        failed    ready    authenticating paid held declined cancelled pending',
  ready: 'loading        submitting     failed    ready    authenticating paid held declined cancelled pending',
  submitting: 'loading        submitting     failed    ready    authenticating paid held declined cancelled pending',
  authenticating:
    'loading        authenticating failed    ready    authenticating paid held declined cancelled pending',
  paid: 'paid           paid           paid      paid     paid           paid paid paid     paid      paid',
  held: 'held           held           held      held     held           held held held     held      held',
  declined: 'loading        declined       failed    ready    authenticating paid held declined cancelled pending',
  cancelled: 'loading        cancelled      failed    ready    authenticating paid held declined cancelled pending',
  pending: 'pending        pending        pending   ready    authenticating paid held declined cancelled pending',
  failed: 'loading        failed         failed    failed   authenticating paid held declined cancelled pending',
}

const order: readonly Happening[] = [
  'load',
  'submit',
  'fail',
  'open',
  'authenticate',
  'paid',
  'held',
  'declined',
  'cancelled',
  'pending',
]

test('the table here knows every happening and every state', () => {
  expect(order.toSorted()).toEqual(happenings.toSorted())
  expect(Object.keys(expected).toSorted()).toEqual(states.toSorted())
})

describe.each(states)('%s', (state) => {
  const row = expected[state].split(/\s+/)
  test.each(order.map((happening, at) => [happening, row[at]!] as const))('%s → %s', (happening, next) => {
    expect(follow(state, happening)).toBe(next)
  })
})

test('paid and held are never left, whatever happens and however often', () => {
  for (const state of ['paid', 'held'] as const)
    for (const happening of happenings) expect(follow(follow(state, happening), happening)).toBe(state)
})

test('no form is shown over a payment that nobody knows the end of, but by an outcome', () => {
  for (const happening of ['load', 'submit', 'fail'] as const) expect(follow('pending', happening)).toBe('pending')
})

test('every busy state can come to rest', () => {
  for (const state of busy) expect(happenings.some((happening) => !busy.has(follow(state, happening)))).toBe(true)
})
