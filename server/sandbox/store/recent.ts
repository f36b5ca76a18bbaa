import type { Table } from './store.ts'

const MAX_ROWS = 5000

/** Removes the oldest row of a table when it grows too large, since a sandbox may run for weeks. */
export function keepRecent<Row>(table: Table<Row>, most = MAX_ROWS): Table<Row> {
  table.watch(({ before, after }) => {
    if (before === undefined && after !== undefined && table.size > most) table.remove(table.keys().next().value!)
  })
  return table
}
