import { expect, test } from 'vitest'
import { systemClock, systemRandom } from '#ports/system.ts'
import type { Channel } from '#proxy/workers/channel.ts'
import { primaryStore } from '#proxy/workers/primary-store.ts'
import { workerStore } from '#proxy/workers/worker-store.ts'
import { fakeClock } from '../../../support/clock.ts'

/** A primary, and workers whose messages are carried as JSON, in order, until they are killed. */
function openPrimary(clock = fakeClock()) {
  const store = primaryStore({ clock, random: systemRandom })
  const sent: unknown[] = []
  const worker = () => {
    const listeners: ((message: unknown) => void)[] = []
    const state = { isAlive: true, isDeaf: false }
    const sendTo = (to: number) => (message: object) => {
      if (!state.isAlive) throw new Error('The other side has ended')
      const text = JSON.stringify(message)
      if (to === 0) sent.push(JSON.parse(text))
      setImmediate(() => state.isAlive && !state.isDeaf && listeners[to]?.(JSON.parse(text)))
    }
    const end = (own: number): Channel => ({
      send: sendTo(1 - own),
      receive: (listen) => void (listeners[own] = listen),
    })
    store.serve(end(0))
    return { ...workerStore(end(1), clock), state }
  }
  return { clock, worker, sent }
}

test('of two workers one takes the lock, until it is released by who took it', async () => {
  const { worker } = openPrimary()
  const [one, other] = [worker(), worker()]
  const taken = await Promise.all([one, other, one].map(({ locks }, at) => locks.take('A', String(at), 1000)))
  expect(taken).toEqual([true, false, false])
  await other.locks.release('A', '1')
  expect([await one.locks.isTaken('A'), await other.locks.isTaken('A')]).toEqual([true, true])
  await one.locks.release('A', '0')
  expect(await other.locks.take('A', '3', 1000)).toBe(true)
})

test('a worker that is killed frees nothing: its locks last until they expire', async () => {
  const { worker, clock } = openPrimary()
  const [killed, other] = [worker(), worker()]
  await killed.locks.take('A', '1', 75_000)
  killed.state.isAlive = false
  clock.advance(74_999)
  expect(await other.locks.take('A', '2', 1000)).toBe(false)
  clock.advance(1)
  expect(await other.locks.take('A', '2', 1000)).toBe(true)
})

test('a primary that is gone, or does not answer, takes no lock, and one that it took late is released', async () => {
  const { worker, sent } = openPrimary()
  const gone = worker()
  gone.state.isAlive = false
  await expect(gone.locks.take('A', '1', 1000)).rejects.toThrow('ended')
  await expect(gone.counters.add('k', 'm', 1000)).rejects.toThrow('ended')
  const slow = workerStore({ send: (message) => void sent.push(message), receive: () => {} }, systemClock)
  await expect(slow.locks.take('A', '1', 1000)).rejects.toThrow('in time')
  await expect(slow.locks.check!()).rejects.toThrow('in time')
  expect(sent).toContainEqual({ tenderAsks: [[2, 'release', ['A', '1']]] })
})

test('the calls of one turn are one message', async () => {
  const { worker, sent } = openPrimary()
  const { locks, counters } = worker()
  await Promise.all([locks.isTaken('A'), locks.isTaken('B'), counters.count('C')])
  expect(sent).toHaveLength(1)
})

test('a worker that began later knows how long the primary has kept the locks', async () => {
  const { worker, clock } = openPrimary()
  clock.advance(50_000)
  const { locks } = worker()
  expect(locks.remembersFor!()).toBe(0)
  await locks.isTaken('A')
  expect(locks.remembersFor!()).toBe(50_000)
  clock.advance(10)
  expect(locks.remembersFor!()).toBe(50_010)
})

test('what one worker has registered the others know, unless it was before the primary began', async () => {
  const { worker, clock } = openPrimary()
  clock.advance(100)
  const [one, other] = [worker().locks.registrations!, worker().locks.registrations!]
  await one.note('A-1', 50, 1000)
  await one.note('A-2', 150, 1000)
  expect([await other.isNoted('A-1'), await other.isNoted('A-2')]).toEqual([true, false])
  clock.advance(1000)
  expect(await other.isNoted('A-1')).toBe(false)
})

test('tries are counted together', async () => {
  const { worker } = openPrimary()
  const [one, other] = [worker().counters, worker().counters]
  expect([await one.add('k', 'a', 1000), await other.add('k', 'b', 1000), await one.add('k', 'a', 1000)]).toEqual([
    1, 2, 2,
  ])
  expect([await one.remove('k', 'b'), await other.remove('k', 'b'), await other.count('k')]).toEqual([true, false, 1])
})
