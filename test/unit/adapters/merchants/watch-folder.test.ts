import { afterEach, expect, test } from 'vitest'
import type { MerchantsFolder } from '#adapters/merchants/merchants-folder.ts'
import { watchFolder } from '#adapters/merchants/watch-folder.ts'
import { fakeClock } from '../../../support/clock.ts'

let close: () => Promise<void>
afterEach(() => close())

/** Watches a folder whose files are told by `now`, and notes what was done. */
function watched() {
  const clock = fakeClock()
  const state = { now: 'a' as string | Error, changes: [] as unknown[], checks: 0 }
  const signature = async (): Promise<string> => {
    if (state.now instanceof Error) throw state.now
    return state.now
  }
  const folder = { signature } as MerchantsFolder
  const watch = watchFolder(clock, folder, {
    changed: async () => void state.changes.push(state.now),
    checked: async () => {
      state.checks += 1
      throw new Error('not closed')
    },
  })
  close = watch.close
  return { clock, state }
}

test('what has changed is read within ten seconds, once, and when two looks see the same', async () => {
  const { clock, state } = watched()
  await clock.pass(30_000)
  expect(state.changes).toEqual([])
  state.now = 'half of a file'
  await clock.pass(3000)
  state.now = 'b'
  await clock.pass(3000)
  expect(state.changes).toEqual([])
  await clock.pass(4000)
  expect(state.changes).toEqual(['b'])
  await clock.pass(30_000)
  expect(state.changes).toEqual(['b'])
})

test('a folder that cannot be read changes nothing, and is looked at again', async () => {
  const { clock, state } = watched()
  await clock.pass(3000)
  state.now = new Error('EACCES')
  await clock.pass(30_000)
  state.now = 'a'
  await clock.pass(30_000)
  expect(state.changes).toEqual([])
  state.now = 'b'
  await clock.pass(10_000)
  expect(state.changes).toEqual(['b'])
})

test('idle apps are looked for after each look, also when one could not be closed, and no more after the end', async () => {
  const { clock, state } = watched()
  await clock.pass(9000)
  expect(state.checks).toBe(3)
  await close()
  await clock.pass(30_000)
  expect([state.checks, clock.waiting]).toEqual([3, 0])
})
