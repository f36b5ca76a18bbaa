import { expect, test } from 'vitest'
import { buildDeadline } from '#gateway-client/deadline.ts'
import { fakeClock } from '../../support/clock.ts'

const LIMIT = 1000

/** A deadline with a clock that counts sleeps; `over` records the requests whose time ran out. */
function fixture() {
  const clock = fakeClock()
  const seen = { asleep: 0, sleeps: 0, over: [] as string[] }
  const sleep = (ms: number, signal?: AbortSignal): Promise<void> => {
    seen.asleep += 1
    seen.sleeps += 1
    return clock.sleep(ms, signal).finally(() => (seen.asleep -= 1))
  }
  const deadline = buildDeadline({ now: clock.now, sleep }, LIMIT)
  const wait = (name: string) => deadline(() => void seen.over.push(name))
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms)
    await new Promise(setImmediate)
  }
  return { clock, seen, wait, pass }
}

test('what is not answered is given up at the limit, and not before', async () => {
  const { seen, wait, pass } = fixture()
  wait('a')
  await pass(LIMIT - 1)
  expect(seen.over).toEqual([])
  await pass(1)
  expect(seen.over).toEqual(['a'])
  await pass(10 * LIMIT)
  expect(seen.over).toEqual(['a'])
})

test('what was answered is not, and nobody sleeps on for it', async () => {
  const { seen, wait, pass } = fixture()
  wait('a')()
  await pass(0)
  expect(seen).toMatchObject({ sleeps: 1, asleep: 0 })
  await pass(LIMIT)
  expect(seen.over).toEqual([])
})

test('those that begin together share a sleep, which lasts as long as one of them', async () => {
  const { seen, wait, pass } = fixture()
  const endings = ['a', 'b', 'c'].map(wait)
  expect(seen.sleeps).toBe(1)
  endings[0]!()
  endings[1]!()
  await pass(LIMIT)
  expect(seen.over).toEqual(['c'])
})

test('those that begin apart have each their own time', async () => {
  const { seen, wait, pass } = fixture()
  wait('a')
  await pass(LIMIT / 2)
  wait('b')
  await pass(LIMIT / 2)
  expect(seen.over).toEqual(['a'])
  await pass(LIMIT / 2)
  expect(seen.over).toEqual(['a', 'b'])
})

test('nobody joins a sleep that was ended', async () => {
  const { seen, wait, pass } = fixture()
  wait('a')()
  wait('b')
  await pass(LIMIT)
  expect(seen.over).toEqual(['b'])
})

test('a machine whose time is put back gives up in time all the same', async () => {
  const { clock, seen, wait, pass } = fixture()
  wait('a')
  clock.advance(-3_600_000)
  wait('b')
  await pass(3_600_000 + LIMIT)
  expect(seen.over).toEqual(['a', 'b'])
})
