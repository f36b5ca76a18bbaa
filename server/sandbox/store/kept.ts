import type { Table } from './store.ts'

/** The row under `key`; made and stored at its first use. */
export function kept<Row>(table: Table<Row>, key: string, make: () => Row): Row {
  const there = table.get(key)
  if (there !== undefined) return there
  const made = make()
  table.put(key, made)
  return made
}
