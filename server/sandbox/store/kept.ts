import type { Table } from './store.ts'

/** The row under `key`, made at its first use and the same ever after. */
export function kept<Row>(table: Table<Row>, key: string, make: () => Row): Row {
  const there = table.get(key)
  if (there !== undefined) return there
  const made = make()
  table.put(key, made)
  return made
}
