import { expect, test } from 'vitest'
import { fairTurns } from '#proxy/merchants/fair-turns.ts'
import { buildShares } from '#proxy/webhooks/shares.ts'
import { fakeClock } from '../../../support/clock.ts'

function turns() {
  const waiting: (() => void)[] = []
  const begun: string[] = []
  const take = fairTurns<string>((act) => void waiting.push(act))
  return {
    begun,
    ask: (merchant: string, name = merchant) => take(merchant, () => void begun.push(name)),
    next: () => void waiting.shift()?.(),
    waiting,
  }
}

test('the first request of a merchant in a turn begins at once, whatever another one has waiting', () => {
  const { ask, begun, next } = turns()
  for (let at = 0; at < 500; at += 1) ask('a', `a${at}`)
  ask('b')
  expect(begun).toEqual(['a0', 'b'])
  next()
  ask('c')
  expect(begun).toEqual(['a0', 'b', 'a1', 'c'])
})

test('what waits begins in order, one in each turn, and then nothing is left to be called', () => {
  const { ask, begun, next, waiting } = turns()
  for (const name of ['a1', 'a2', 'a3']) ask('a', name)
  for (let turn = 0; turn < 3; turn += 1) next()
  expect(begun).toEqual(['a1', 'a2', 'a3'])
  expect(waiting).toEqual([])
  expect(ask('a', 'a4')).toBe(true)
  expect(begun.at(-1)).toBe('a4')
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
