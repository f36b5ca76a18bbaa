import { expect, test } from 'vitest'
import { indexBy } from '#sandbox/store/index-by.ts'
import { kept } from '#sandbox/store/kept.ts'
import { keepRecent } from '#sandbox/store/recent.ts'
import { memoryStore, memoryTable, type RowChange } from '#sandbox/store/store.ts'

interface Row {
  readonly owner?: string
}

test('an index finds the rows that are there already and follows every change', () => {
  const table = memoryTable<Row>()
  table.put('1', { owner: 'ann' })
  const owners = indexBy(table, ({ owner }) => owner)
  table.put('2', { owner: 'ann' })
  table.put('3', {})
  expect(owners.of('ann')).toEqual([{ owner: 'ann' }, { owner: 'ann' }])
  table.put('1', { owner: 'bob' })
  table.remove('2')
  expect(owners.of('ann')).toEqual([])
  expect(owners.of('bob')).toEqual([{ owner: 'bob' }])
  expect([...owners.values()]).toEqual(['bob'])
})

test('a table reports what is there and each change, and nothing when nothing was removed', () => {
  const table = memoryTable<number>()
  table.put('a', 1)
  const seen: RowChange<number>[] = []
  table.watch((change) => seen.push(change))
  table.put('a', 2)
  table.remove('b')
  table.remove('a')
  expect(seen).toEqual([
    { key: 'a', before: undefined, after: 1 },
    { key: 'a', before: 1, after: 2 },
    { key: 'a', before: 2, after: undefined },
  ])
})

test('a table of recent rows forgets the oldest, not the ones that change', () => {
  const table = keepRecent(memoryTable<number>(), 2)
  table.put('a', 1)
  table.put('b', 1)
  table.put('a', 2)
  expect([...table.keys()]).toEqual(['a', 'b'])
  table.put('c', 1)
  expect([...table.keys()]).toEqual(['b', 'c'])
})

test('a name is one table, and a row that is kept is made once', () => {
  const store = memoryStore()
  const made = (what: string) => kept(store.table<string>('keys'), 'key', () => what)
  expect(made('first')).toBe('first')
  expect(made('second')).toBe('first')
  expect(store.table('other').size).toBe(0)
})
