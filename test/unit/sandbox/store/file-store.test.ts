import { copyFileSync, existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileStore } from '#sandbox/store/file-store.ts'
import type { Store } from '#sandbox/store/store.ts'
import { folder, endOfTurn } from './folder.ts'
import { runs } from '../../../support/extent.ts'

const path = folder()
let files = 0
const newFile = (): string => path(`data-${(files += 1)}`)

/** One change: a row is put, or removed when it is {@link GONE}. */
type Step = readonly [table: string, key: string, row: unknown]
const GONE = Symbol('removed')

const tables = ['one', 'two', '__proto__']
const keys = ['a', 'b', 'c', 'constructor']
/** Rows after a conversion to JSON and back, which changes -0 to 0. */
const rows = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown)
const steps = fc.tuple(
  fc.constantFrom(...tables),
  fc.constantFrom(...keys),
  fc.oneof({ weight: 3, arbitrary: rows }, { weight: 1, arbitrary: fc.constant(GONE) }),
)
const turns = fc.array(fc.array(steps, { minLength: 1, maxLength: 4 }), { maxLength: 8 })

function take(store: Store, turn: readonly Step[]): void {
  for (const [table, key, row] of turn)
    if (row === GONE) store.table(table).remove(key)
    else store.table(table).put(key, row)
}

/** All rows in their order, with their tables and keys. */
const contentOf = (store: Store): readonly unknown[] =>
  tables.map((name) => {
    const table = store.table(name)
    return [...table.keys()].map((key) => [key, table.get(key)])
  })

/** Writes the changes turn by turn and closes the store; returns its contents before the first turn and after each. */
async function written(file: string, wanted: readonly (readonly Step[])[]): Promise<readonly (readonly unknown[])[]> {
  const store = fileStore(file)
  const states = [contentOf(store)]
  for (const turn of wanted) {
    take(store, turn)
    states.push(contentOf(store))
    await endOfTurn()
  }
  store.close()
  return states
}

function reopened(file: string): readonly unknown[] {
  const store = fileStore(file)
  const content = contentOf(store)
  store.close()
  return content
}

test('whatever was put and removed is there after a reopening, in its order, and after another', async () => {
  await fc.assert(
    fc.asyncProperty(turns, turns, async (first, second) => {
      const file = newFile()
      const states = await written(file, first)
      expect(reopened(file)).toEqual(states.at(-1))
      const more = await written(file, second)
      expect(more[0]).toEqual(states.at(-1))
      expect(reopened(file)).toEqual(more.at(-1))
    }),
    { numRuns: runs(40) },
  )
})

test('a file cut at any byte is what it was after some whole turn', async () => {
  await fc.assert(
    fc.asyncProperty(turns, fc.double({ min: 0, max: 1, noNaN: true }), async (wanted, at) => {
      const file = newFile()
      const states = await written(file, wanted)
      truncateSync(file, Math.floor(statSync(file).size * at))
      expect(states).toContainEqual(reopened(file))
    }),
    { numRuns: runs(60) },
  )
})

test('a file cut at each of its bytes loses no more turns than it must', async () => {
  const file = newFile()
  const wanted = [
    [['one', 'a', { b: 'ü' }]],
    [['one', 'b', 1] as const, ['two', 'a', GONE]],
    [['one', 'a', GONE]],
  ] as const
  const states = await written(file, wanted)
  const bytes = readFileSync(file)
  const cut = newFile()
  for (let length = 0; length <= bytes.length; length += 1) {
    const kept = bytes.subarray(0, length)
    writeFileSync(cut, kept)
    const lines = kept.filter((byte) => byte === 10).length
    expect(reopened(cut)).toEqual(states[Math.max(lines - 1, 0)])
  }
})

test('the changes of one turn are one line, written before anything else goes on', async () => {
  const file = newFile()
  const store = fileStore(file)
  const linesNow = () => readFileSync(file, 'utf8').trimEnd().split('\n').length
  take(store, [
    ['one', 'a', 1],
    ['two', 'a', 2],
    ['one', 'a', 3],
  ])
  expect(linesNow()).toBe(1)
  await endOfTurn()
  expect(linesNow()).toBe(2)
  take(store, [['one', 'b', 1]])
  await endOfTurn()
  expect(linesNow()).toBe(3)
  store.close()
})

test('what was put in the turn of the closing is kept, what is put later is not', async () => {
  const file = newFile()
  const store = fileStore(file)
  store.table('one').put('a', 1)
  store.close()
  store.table('one').put('b', 2)
  await endOfTurn()
  store.close()
  expect(reopened(file)).toEqual([[['a', 1]], [], []])
})

test('an unfinished last line is dropped with a word about it, a whole one without', async () => {
  const file = newFile()
  await written(file, [[['one', 'a', 1]], [['one', 'b', 2]]])
  truncateSync(file, statSync(file).size - 1)
  const message: string[] = []
  const store = fileStore(file, (sentence) => message.push(sentence))
  expect(contentOf(store)[0]).toEqual([['a', 1]])
  expect(message).toEqual([`${file}: its last line was not finished and is dropped`])
  store.close()
  fileStore(file, (sentence) => message.push(sentence)).close()
  expect(message).toHaveLength(1)
})

test('opening writes the file anew with the rows only, for its owner alone', async () => {
  const file = newFile()
  await written(
    file,
    Array.from({ length: 100 }, (_, at) => [['one', 'a', at] as const]),
  )
  const before = statSync(file).size
  reopened(file)
  expect(statSync(file).size).toBeLessThan(before / 10)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(existsSync(`${file}.new`)).toBe(false)
})

test.each([
  ['a text', 'Dear diary,\n', /is no data file of this sandbox/],
  ['one line of JSON', '{"a":1}', /is no data file of this sandbox/],
  ['a later version', '{"tender-sandbox":2}\n', /is no data file of this sandbox/],
  ['a damaged line', '{"tender-sandbox":1}\n[["a","b",1]]\nxx\n[]\n', /damaged at line 3/],
  ['a line of something else', '{"tender-sandbox":1}\n{"a":1}\n', /damaged at line 2/],
  ['a row without a key', '{"tender-sandbox":1}\n[["a"]]\n', /damaged at line 2/],
])('%s is refused and left as it is', (_, text, sentence) => {
  const file = newFile()
  writeFileSync(file, text)
  expect(() => fileStore(file)).toThrow(sentence)
  expect(readFileSync(file, 'utf8')).toBe(text)
  expect(existsSync(`${file}.lock`)).toBe(false)
})

test('a folder that is not there is reported as such', () => {
  expect(() => fileStore(path('nowhere/data'))).toThrow(/nowhere.data cannot be kept: ENOENT/)
})

test('a copy taken at any time is a file of its own', async () => {
  const file = newFile()
  const store = fileStore(file)
  take(store, [['one', 'a', 1]])
  await endOfTurn()
  const copy = newFile()
  copyFileSync(file, copy)
  expect(reopened(copy)).toEqual([[['a', 1]], [], []])
  store.close()
})
