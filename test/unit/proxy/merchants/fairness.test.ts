import { expect, test } from 'vitest'
import { fairTurns } from '#proxy/merchants/fair-turns.ts'
import { buildShares } from '#proxy/webhooks/shares.ts'
import { fakeClock } from '../../../support/clock.ts'

/** Requests that begin in turns, each of which takes so many milliseconds; they are at work until they are ended. */
function turns() {
  const planned: (() => void)[] = []
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  let now = 0
  const take = fairTurns<{ readonly merchant: string }>({
    nextTurn: (act) => void planned.push(act),
    now: () => now,
  })
  const merchants = new Map(['a', 'b', 'c'].map((merchant) => [merchant, { merchant }]))
  return {
    planned,
    ask: (merchant: string, name = merchant): boolean =>
      take(merchants.get(merchant)!, (ended) => {
        begun.push(name)
        ends.set(name, ended)
      }),
    end: (name: string) => ends.get(name)!(),
    /** What has begun since the last time, after a turn that took so long. */
    after(ms: number): readonly string[] {
      now += ms
      planned.shift()?.()
      return begun.splice(0)
    },
    begun: () => begun.splice(0),
  }
}

test('the first request of a merchant begins at once, whatever another one has waiting', () => {
  const { ask, begun, after } = turns()
  for (let at = 0; at < 500; at += 1) ask('a', `a${at}`)
  ask('b')
  expect(begun()).toEqual(['a0', 'b'])
  expect(after(50)).toEqual([])
  ask('c')
  expect(begun()).toEqual(['c'])
})

test('after a long turn only those begin whose merchant has none at work', () => {
  const { ask, begun, after, end } = turns()
  for (const name of ['a1', 'a2', 'a3']) ask('a', name)
  for (const name of ['b1', 'b2']) ask('b', name)
  expect(begun()).toEqual(['a1', 'b1'])
  end('b1')
  expect(after(2)).toEqual(['b2'])
  expect(after(2)).toEqual([])
  end('a1')
  expect(after(2)).toEqual(['a2'])
})

test('after each short turn one more begins, of one merchant after the other', () => {
  const { ask, begun, after, planned } = turns()
  for (const merchant of ['a', 'b']) for (const at of [1, 2, 3]) ask(merchant, merchant + at)
  expect(begun()).toEqual(['a1', 'b1'])
  expect(Array.from({ length: 4 }, () => after(0.5))).toEqual([['a2'], ['b2'], ['a3'], ['b3']])
  // Then nothing is left to be called.
  expect([after(0.5), planned]).toEqual([[], []])
})

test('what is answered at once begins once in each turn', () => {
  const { ask, end, begun, after } = turns()
  ask('a', 'a1')
  end('a1')
  ask('a', 'a2')
  expect(begun()).toEqual(['a1'])
  expect(after(50)).toEqual(['a2'])
})

test('more than a thousand that wait are refused, of this merchant alone', () => {
  const { ask } = turns()
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
