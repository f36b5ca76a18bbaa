import { expect, test } from 'vitest'
import { Outcome } from '#contract/checkout.ts'
import { sentStates } from '#server-contract/merchant/webhooks.ts'
import {
  hasFailed,
  isDebited,
  isFinal,
  isInProgress,
  isPaid,
  mayBePaid,
  stateOf,
  tryStates,
} from '#contract/outcome.ts'

const outcomeStates = Outcome.def.options.map(({ shape }) => shape.state.def.values[0]!)
const states = [...new Set<string>([...outcomeStates, ...tryStates])]

const having = (fact: (state: string) => boolean): string[] => states.filter(fact).toSorted()

test('a state is open, in progress or final, and never two of them', () => {
  expect(states.length).toBe(12)
  for (const state of states)
    expect([state === 'open', isInProgress(state), isFinal(state)].filter(Boolean), state).toEqual([true])
})

test('what is true of each state', () => {
  expect(having(isPaid)).toEqual(['held', 'paid', 'refunded', 'verified'])
  expect(having(hasFailed)).toEqual(['cancelled', 'declined', 'expired'])
  expect(having(isInProgress)).toEqual(['authenticate', 'authenticating', 'pending'])
  expect(having(mayBePaid)).toEqual(['cancelled', 'declined', 'expired', 'open'])
  expect(having(isDebited)).toEqual(['paid', 'refunded'])
})

test('an outcome is expired by its reason, and has any other state by its name', () => {
  expect(stateOf({ state: 'declined', reason: 'order_expired' })).toBe('expired')
  expect(stateOf({ state: 'declined', reason: 'bank_declined' })).toBe('declined')
  for (const state of states) expect(stateOf({ state })).toBe(state)
})

test('an order that is paid is never paid again', () => {
  expect(having((state) => mayBePaid(state) && (isPaid(state) || isInProgress(state)))).toEqual([])
})

test('a webhook is sent of every state that is final', () => {
  expect(tryStates.filter(isFinal).toSorted()).toEqual([...sentStates].toSorted())
})

test('a word that is no state of an order has no meaning', () => {
  for (const word of ['loading', 'unknown', 'error', 'constructor', ''])
    expect(
      [isPaid, hasFailed, isFinal, isInProgress, mayBePaid, isDebited].some((fact) => fact(word)),
      word,
    ).toBe(false)
})
