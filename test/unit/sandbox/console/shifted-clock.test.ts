import { expect, test } from 'vitest'
import { shiftedClock } from '#sandbox/scenario/shifted-clock.ts'
import { memoryStore } from '#sandbox/store/store.ts'
import { fakeClock } from '../../../support/clock.ts'

function sleeper(ms: number, signal?: AbortSignal) {
  const real = fakeClock()
  const clock = shiftedClock(real)
  const result: string[] = []
  const slept = clock.sleep(ms, signal).then(
    () => result.push('woke'),
    () => result.push('stopped'),
  )
  const turn = () => new Promise(setImmediate)
  return { real, clock, result, slept, turn }
}

test('it goes with the other clock, ahead by what it was set to, and remembers that', () => {
  const [real, store] = [fakeClock(0), memoryStore()]
  const clock = shiftedClock(real, store)
  clock.forward(1000)
  clock.forward(500)
  expect([clock.now(), clock.ahead(), shiftedClock(real, store).now()]).toEqual([1500, 1500, 1500])
})

test('who sleeps until a moment that is skipped wakes at once', async () => {
  const { clock, result, turn, real } = sleeper(1000)
  clock.forward(1000)
  await turn()
  expect(result).toEqual(['woke'])
  expect(real.waiting).toBe(0)
})

test('who sleeps longer sleeps on for what is left', async () => {
  const { real, clock, result, turn } = sleeper(1000)
  await real.pass(100)
  clock.forward(600)
  await turn()
  await real.pass(299)
  expect(result).toEqual([])
  await real.pass(1)
  await turn()
  expect(result).toEqual(['woke'])
})

test('sleep ends with its signal, before and after the clock was put forward', async () => {
  const early = AbortSignal.abort(new Error('over'))
  await expect(shiftedClock(fakeClock()).sleep(1, early)).rejects.toThrow('over')
  const stop = new AbortController()
  const { clock, result, turn, slept, real } = sleeper(1000, stop.signal)
  clock.forward(1)
  await turn()
  stop.abort(new Error('over'))
  await slept
  expect(result).toEqual(['stopped'])
  expect(real.waiting).toBe(0)
})
