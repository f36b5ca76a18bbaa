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

test('a request of a merchant that sends few begins at once, whatever another one has waiting', () => {
  const { ask, after } = requests()
  for (let at = 0; at < 500; at += 1) ask('a', `a${at}`)
  ask('b')
  expect(after(0)).toEqual(['a0', 'b'])
})

test('while the process is busy, one of each merchant begins in twenty milliseconds', () => {
  const { ask, after } = requests()
  for (const name of ['a1', 'a2', 'a3']) ask('a', name)
  expect([after(0), after(19), after(1), after(19), after(1)]).toEqual([['a1'], [], ['a2'], [], ['a3']])
})

test('while it is not, one more begins each time, of one merchant after the other', () => {
  const { ask, after, planned, state } = requests()
  state.utilization = 0.5
  for (const merchant of ['a', 'b']) for (const at of [1, 2, 3]) ask(merchant, merchant + at)
  expect(after(0)).toEqual(['a1', 'b1', 'a2'])
  expect(Array.from({ length: 3 }, () => after(1))).toEqual([['b2'], ['a3'], ['b3']])
  // Then nothing is left to be called.
  expect(planned).toEqual([])
})

test('more than a thousand that wait are refused, of this merchant alone', () => {
  const { ask } = requests()
  for (let at = 0; at <= 1000; at += 1) expect(ask('a')).toBe(true)
  expect([ask('a'), ask('b')]).toEqual([false, true])
})

test('ten webhooks of a merchant run at once; those beyond come back later, one after the other', () => {
  const enter = buildShares(fakeClock())
  const leave = Array.from({ length: 10 }, () => enter('webhooks', 'slow') as () => void)
  expect([enter('webhooks', 'slow'), enter('webhooks', 'slow')]).toEqual([1100, 1200])
  expect(enter('webhooks', 'other')).toBeTypeOf('function')
  leave[0]!()
  expect(enter('webhooks', 'slow')).toBeTypeOf('function')
})
