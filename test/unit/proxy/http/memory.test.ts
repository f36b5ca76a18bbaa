import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { systemRandom } from '#ports/system.ts'

setFlagsFromString('--expose_gc')
const collect = runInNewContext('gc') as () => void

/** The memory that finalizers release is free only after the second collection. */
function settle(): void {
  collect()
  collect()
}

const MANY = 50_000

/** Bytes of the heap that each object takes while it is kept. */
function bytesOf(make: () => string): number {
  settle()
  const before = process.memoryUsage().heapUsed
  const kept = Array.from({ length: MANY }, make)
  settle()
  return (process.memoryUsage().heapUsed - before) / kept.length
}

test('a UUID that is kept takes little more than its text', () => {
  expect(bytesOf(() => systemRandom.uuid())).toBeLessThan(120)
  expect(bytesOf(() => Buffer.alloc(300, 'x').toString('latin1'))).toBeGreaterThan(250) // other tests' garbage may go meanwhile
})
