import { expect, test } from 'vitest'
import { retryImport } from '#browser/retry-import.ts'
import { fakeClock } from '../../support/clock.ts'

/** Imports of a file, with the results that the test gives. */
function imports(...endings: (string | Error | Promise<string>)[]) {
  const queries: (string | undefined)[] = []
  const get = async (query?: string): Promise<string> => {
    queries.push(query)
    const end = endings[queries.length - 1] ?? new TypeError('Failed to fetch dynamically imported module: /a.js')
    if (end instanceof Error) throw end
    return end
  }
  return { get, queries }
}

const lost = new TypeError('lost')
const never = new Promise<string>(() => {})

test('a file that is there is asked for once, at its own address, and nothing is waited for', async () => {
  const clock = fakeClock(0)
  const { get, queries } = imports('there')
  expect(await retryImport(get, clock)).toBe('there')
  expect([queries, clock.waiting]).toEqual([[''], 0])
})

test('a lost file is asked for again after growing pauses, each time at another address', async () => {
  const clock = fakeClock(0)
  const { get, queries } = imports(lost, lost, lost, 'there')
  const got = retryImport(get, clock)
  const counts: number[] = []
  for (const pause of [0, 499, 1, 999, 1, 1_999, 1]) {
    await clock.pass(pause)
    counts.push(queries.length)
  }
  expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4])
  expect(await got).toBe('there')
  expect(new Set(queries).size).toBe(4)
  expect(queries.slice(1)).toEqual(Array(3).fill(expect.stringMatching(/^\?retry=\d+$/)))
})

test('what is asked for later has other addresses still', async () => {
  const clock = fakeClock(0)
  const [first, second] = [imports(lost, 'there'), imports(lost, 'there')]
  const both = [retryImport(first.get, clock), retryImport(second.get, clock)]
  await clock.pass(500)
  await Promise.all(both)
  expect(first.queries[1]).not.toBe(second.queries[1])
})

test('a file that never comes is given up with its address', async () => {
  const clock = fakeClock(0)
  const { get, queries } = imports()
  const given = retryImport(get, clock).catch((error: unknown) => error)
  await clock.pass(7_500)
  expect(await given).toMatchObject({ name: 'script_failed', message: expect.stringContaining('/a.js') })
  expect([queries.length, clock.waiting]).toEqual([5, 0])
})

test('a file without an answer is asked for again, and the first of all answers counts', async () => {
  const clock = fakeClock(0)
  let answer!: (text: string) => void
  const slow = new Promise<string>((resolve) => (answer = resolve))
  const { get, queries } = imports(slow, never)
  const got = retryImport(get, clock)
  await clock.pass(9_999)
  expect(queries).toHaveLength(1)
  await clock.pass(501)
  expect(queries).toHaveLength(2)
  answer('late, but there')
  expect(await got).toBe('late, but there')
})
