import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { systemRandom } from '#ports/system.ts'
import { memoryLocks } from '#proxy/locks/lock-store.ts'
import { fakeClock } from '../../../support/clock.ts'

setFlagsFromString('--expose_gc')
const collect = runInNewContext('gc') as () => void

/** Bytes of the heap after a collection; what finalizers release is free only after the second one. */
function heap(): number {
  collect()
  collect()
  return process.memoryUsage().heapUsed
}

const MANY = 50_000

/** Bytes of the heap that each object takes while it is kept. */
function bytesOf(make: () => string): number {
  const before = heap()
  const kept = Array.from({ length: MANY }, make)
  return (heap() - before) / kept.length
}

test('a UUID that is kept takes little more than its text', () => {
  expect(bytesOf(() => systemRandom.uuid())).toBeLessThan(120)
  expect(bytesOf(() => Buffer.alloc(300, 'x').toString('latin1'))).toBeGreaterThan(250) // other tests' garbage may go meanwhile
})

describe('the memory of locks that have expired', () => {
  /** Bytes of the heap for each of many locks that `ms` passed after, before another one was taken. */
  async function bytesAfter(ms: number): Promise<number> {
    const clock = fakeClock()
    const locks = memoryLocks(clock)
    const before = heap()
    for (let at = 0; at < MANY; at += 1) await locks.take(`the request ${systemRandom.uuid()}`, 'nonce', 5000)
    clock.advance(ms)
    expect(await locks.take('another one', 'nonce', 5000)).toBe(true)
    const after = heap()
    expect(await locks.isTaken('another one')).toBe(true)
    return (after - before) / MANY
  }

  test('is free with the first lock that is taken ten seconds later', async () => {
    expect(await bytesAfter(9000)).toBeGreaterThan(100)
    expect(await bytesAfter(10_000)).toBeLessThan(20)
  })
})
