import type { Table } from './store.ts'

/** Finds the rows with a common value, ordered by time; a span of time is found by binary search. */
export interface Timeline<Row> {
  of(value: string): readonly Row[]
  /** Those from one instant to another, both included. */
  between(value: string, from: number, to: number): readonly Row[]
}

/** Indexes `table` by `valueOf`, ordered by time; the time of a row must not change. */
export function timelineBy<Row>(
  table: Table<Row>,
  valueOf: (row: Row) => string | undefined,
  timeOf: (row: Row) => number,
): Timeline<Row> {
  const lines = new Map<string, string[]>()
  const keysOf = (value: string): string[] => lines.get(value) ?? []
  const rowsOf = (keys: readonly string[]): Row[] => keys.map((key) => table.get(key)!)
  /** How many rows are before `time`. */
  const before = (keys: readonly string[], time: number): number => halve(keys, (key) => timeOf(table.get(key)!) < time)

  const enter = (value: string, key: string, time: number): void => {
    const keys = lines.get(value)
    if (keys)
      keys.splice(
        halve(keys, (one) => timeOf(table.get(one)!) <= time),
        0,
        key,
      )
    else lines.set(value, [key])
  }
  const remove = (value: string, key: string): void => {
    const left = keysOf(value).filter((one) => one !== key)
    if (left.length) lines.set(value, left)
    else lines.delete(value)
  }
  table.watch(({ key, before: old, after }) => {
    const [was, is] = [old && valueOf(old), after && valueOf(after)]
    if (was === is) return
    if (was !== undefined) remove(was, key)
    if (is !== undefined) enter(is, key, timeOf(after!))
  })
  return {
    of: (value) => rowsOf(keysOf(value)),
    between(value, from, to) {
      const keys = keysOf(value)
      // The least number above `to` ends the span, since times are whole milliseconds.
      return rowsOf(keys.slice(before(keys, from), before(keys, to + 1)))
    },
  }
}

/** Binary search: the number of first entries for which `holds`; if it holds for one, it does for those before it. */
function halve<Entry>(entries: readonly Entry[], holds: (entry: Entry) => boolean): number {
  let [low, high] = [0, entries.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(entries[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}
