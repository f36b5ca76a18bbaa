import { describe, expect, test } from 'vitest'
import { memoryLocks, withLock } from '#proxy/locks/lock-store.ts'
import { systemRandom } from '#ports/system.ts'
import { fakeClock } from '../../../support/clock.ts'

describe('locks in memory', () => {
  test('one holder at a time, until released', async () => {
    const locks = memoryLocks(fakeClock())
    const taken = await Promise.all([
      locks.take('A', '1', 1000),
      locks.take('A', '2', 1000),
      locks.take('B', '3', 1000),
    ])
    expect(taken).toEqual([true, false, true])
    await locks.release('A', '2')
    expect(await locks.isTaken('A')).toBe(true)
    await locks.release('A', '1')
    expect([await locks.isTaken('A'), await locks.take('A', '4', 1000)]).toEqual([false, true])
  })

  test('expire, and a late release does not end the next one', async () => {
    const clock = fakeClock()
    const locks = memoryLocks(clock)
    await locks.take('A', 'old', 1000)
    clock.advance(999)
    expect(await locks.take('A', 'new', 1000)).toBe(false)
    clock.advance(1)
    expect(await locks.take('A', 'new', 1000)).toBe(true)
    await locks.release('A', 'old')
    expect(await locks.isTaken('A')).toBe(true)
  })
})

test('a lock in memory that was taken again outlasts the first of its name', async () => {
  const clock = fakeClock()
  const locks = memoryLocks(clock)
  await locks.take('A', '1', 1500)
  clock.advance(1600)
  await locks.take('A', '2', 60_000)
  clock.advance(30_000)
  await locks.release('A', '1')
  expect(await locks.isTaken('A')).toBe(true)
  clock.advance(30_000)
  expect(await locks.isTaken('A')).toBe(false)
})

test('locks in memory are those of a model, over sweeps of those that have expired', async () => {
  const clock = fakeClock()
  const locks = memoryLocks(clock)
  const model = new Map<string, { nonce: string; until: number }>()
  const wrong: number[] = []
  const isHeld = (key: string): boolean => (model.get(key)?.until ?? 0) > clock.steady!()
  await locks.take('a token that is good for a day', '1', 86_400_000)
  for (let at = 0; at < 60_000; at++) {
    const key = `the request ${(at * 7919) % 30_011} for the order A-${at % 5}`
    const nonce = String(at % 3)
    const isFree = !isHeld(key)
    if ((await locks.take(key, nonce, 5000)) !== isFree) wrong.push(at)
    if (isFree) model.set(key, { nonce, until: clock.steady!() + 5000 })
    const other = `the request ${(at * 31) % 30_011} for the order A-${at % 5}`
    if (at % 2) await locks.release(other, nonce)
    if (at % 2 && model.get(other)?.nonce === nonce) model.delete(other)
    if ((await locks.isTaken(other)) !== isHeld(other)) wrong.push(at)
    if (at % 4 === 0) clock.advance(1)
  }
  expect(wrong).toEqual([])
  expect(await locks.isTaken('a token that is good for a day')).toBe(true)
})

test('locks in memory outlast a machine’s time that is put forward', async () => {
  const clock = fakeClock()
  const locks = memoryLocks(clock)
  await locks.take('A', '1', 1000)
  clock.putForward(3_600_000)
  expect([await locks.isTaken('A'), await locks.take('A', '2', 1000)]).toEqual([true, false])
  clock.advance(1000)
  expect(await locks.isTaken('A')).toBe(false)
})

describe('acting under a lock', () => {
  const options = () => {
    const clock = fakeClock()
    const config = { lockTtlMs: 1000, gateway: { timeoutMs: 400 } }
    const locks = memoryLocks(clock)
    return { clock, locks, codes: locks.codes!, random: systemRandom, config }
  }

  test('releases it at the end, also after a failure', async () => {
    const own = options()
    expect(await withLock(own, 'A', async () => own.locks.isTaken('A'))).toBe(true)
    await expect(withLock(own, 'A', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await own.locks.isTaken('A')).toBe(false)
  })

  test('keeps it when asked to, also after a failure', async () => {
    const own = options()
    await withLock(own, 'A', async (lock) => lock.keep())
    expect(await withLock(own, 'A', async () => 'acted')).toBeUndefined()
    await expect(
      withLock(own, 'B', async (lock) => {
        lock.keep()
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await own.locks.isTaken('B')).toBe(true)
  })

  test.each([
    ['by a clock that nobody can set', 'advance'],
    ['by the machine’s time, which alone goes on while it is suspended', 'putForward'],
  ] as const)('nothing is sent that could outlive it, %s', async (_, pass) => {
    const own = options()
    const slow = (ms: number) =>
      withLock(own, 'A', async (lock) => {
        own.clock[pass](ms)
        lock.keep()
        return 'sent'
      })
    await expect(slow(301)).rejects.toMatchObject({ code: 'busy' })
    expect(await slow(300)).toBe('sent')
  })

  test('a store that fails to release changes nothing about what was done', async () => {
    const own = options()
    own.locks.release = () => Promise.reject(new Error('no store'))
    expect(await withLock(own, 'A', async () => 'done')).toBe('done')
  })
})
