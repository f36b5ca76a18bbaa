import type { Table } from './store.ts'

/** Finds the rows with a common value, in the order in which they got it, without reading other rows. */
export interface Index<Row> {
  of(value: string): readonly Row[]
  readonly values: () => Iterable<string>
}

/** Indexes `table` by `valueOf`; a row without a value is not in the index. */
export const indexBy = <Row>(table: Table<Row>, valueOf: (row: Row) => string | undefined): Index<Row> =>
  indexByEach(table, (row) => {
    const value = valueOf(row)
    return value === undefined ? none : [value]
  })

const none: readonly string[] = []

/** An index of rows that have several values each. */
export function indexByEach<Row>(table: Table<Row>, valuesOf: (row: Row) => readonly string[]): Index<Row> {
  const keys = new Map<string, Set<string>>()
  const remove = (value: string, key: string): void => {
    const left = keys.get(value)
    left?.delete(key)
    if (left?.size === 0) keys.delete(value)
  }
  table.watch(({ key, before, after }) => {
    const [old, values] = [before ? valuesOf(before) : [], after ? valuesOf(after) : []]
    for (const value of old) if (!values.includes(value)) remove(value, key)
    for (const value of values) if (!old.includes(value)) keys.set(value, (keys.get(value) ?? new Set()).add(key))
  })
  return {
    of: (value) => Array.from(keys.get(value) ?? [], (key) => table.get(key)!),
    values: () => keys.keys(),
  }
}
