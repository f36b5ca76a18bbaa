import type { Table } from './store.ts'

const KEPT = 5000

/** Lets a table forget its oldest row when it grows too large, since a sandbox may run for weeks. */
export function keepRecent<Row>(table: Table<Row>, most = KEPT): Table<Row> {
  table.watch(({ before, after }) => {
    if (before === undefined && after !== undefined && table.size > most) table.remove(table.keys().next().value!)
  })
  return table
}
