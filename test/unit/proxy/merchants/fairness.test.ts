import { expect, test } from 'vitest'
import { fairTurns } from '#proxy/merchants/fair-turns.ts'
import { buildShares } from '#proxy/webhooks/shares.ts'
import { fakeClock } from '../../../support/clock.ts'

/** Requests to a process that is as busy as `state` says. */
function requests() {
  const planned: (() => void)[] = []
  const begun: string[] = []
  const state = { now: 0, utilization: 0.9 }
  const take = fairTurns<{ readonly merchant: string }>({
    now: () => state.now,
    soon: (act) => void planned.push(act),
    utilization: () => state.utilization,
  })
  const merchants = new Map(['a', 'b'].map((merchant) => [merchant, { merchant }]))
  return {
    planned,
    state,
    ask: (merchant: string, name = merchant): boolean => take(merchants.get(merchant)!, () => void begun.push(name)),
    /** What has begun since the last time, so many milliseconds later. */
    after(ms: number): readonly string[] {
      state.now += ms
      planned.shift()?.()
      return begun.splice(0)
    },
  }
}

const numbered = (merchant: string, first: number, last: number): readonly string[] =>
  Array.from({ length: last - first + 1 }, (_, at) => `${merchant}${first + at}`)

test('the first eight requests of a merchant begin at once, whatever another one has waiting', () => {
  const { ask, after } = requests()
  for (const name of numbered('a', 1, 500)) ask('a', name)
  for (const name of numbered('b', 1, 8)) ask('b', name)
  expect(after(0)).toEqual([...numbered('a', 1, 8), ...numbered('b', 1, 8)])
})

test('while the process is busy, one more of each merchant begins in twenty milliseconds', () => {
  const { ask, after } = requests()
  for (const name of numbered('a', 1, 10)) ask('a', name)
  expect([after(0), after(19), after(1), after(19), after(1)]).toEqual([numbered('a', 1, 8), [], ['a9'], [], ['a10']])
})

test('while it is not, one more begins each time, of one merchant after the other', () => {
  const { ask, after, planned, state } = requests()
  state.utilization = 0.5
  for (const merchant of ['a', 'b']) for (const name of numbered(merchant, 1, 11)) ask(merchant, name)
  expect(after(0)).toEqual([...numbered('a', 1, 8), ...numbered('b', 1, 8), 'a9'])
  expect(Array.from({ length: 5 }, () => after(1))).toEqual([['b9'], ['a10'], ['b10'], ['a11'], ['b11']])
  // Then nothing is left to be called.
  expect(planned).toEqual([])
})

test('more than a thousand that wait are refused, of this merchant alone', () => {
  const { ask } = requests()
  const taken = numbered('a', 1, 1008).map((name) => ask('a', name))
  expect([taken.includes(false), ask('a'), ask('b')]).toEqual([false, false, true])
})

test('ten webhooks of a merchant run at once; those beyond come back later, one after the other', () => {
  const enter = buildShares(fakeClock())
  const leave = Array.from({ length: 10 }, () => enter('webhooks', 'slow') as () => void)
  expect([enter('webhooks', 'slow'), enter('webhooks', 'slow')]).toEqual([1100, 1200])
  expect(enter('webhooks', 'other')).toBeTypeOf('function')
  leave[0]!()
  expect(enter('webhooks', 'slow')).toBeTypeOf('function')
})
