/** Rows by key, in the order of their first `put`. A row is a plain JSON value and is never changed in place. */
export interface Table<Row> {
  get(key: string): Row | undefined
  put(key: string, row: Row): void
  remove(key: string): void
  rows(): Iterable<Row>
  keys(): IterableIterator<string>
  readonly size: number
  /** Calls `seen` after every change, and at once for every present row. */
  watch(seen: (change: RowChange<Row>) => void): void
}

export interface RowChange<Row> {
  readonly key: string
  readonly before: Row | undefined
  readonly after: Row | undefined
}

/** All state of the sandbox. Changes of one synchronous turn are atomic: all of them are stored, or none. */
export interface Store {
  /** The table of that name, empty at its first use. */
  table<Row>(name: string): Table<Row>
}

/** Stores in memory, until the process ends. */
export function memoryStore(): Store {
  const tables = new Map<string, Table<never>>()
  return {
    table<Row>(name: string): Table<Row> {
      const there = tables.get(name) ?? memoryTable<never>()
      tables.set(name, there)
      return there as Table<Row>
    },
  }
}

export function memoryTable<Row>(): Table<Row> {
  const rows = new Map<string, Row>()
  const watchers: ((change: RowChange<Row>) => void)[] = []
  const emit = (change: RowChange<Row>): void => watchers.forEach((seen) => seen(change))
  return {
    get: (key) => rows.get(key),
    put(key, row) {
      const before = rows.get(key)
      rows.set(key, row)
      emit({ key, before, after: row })
    },
    remove(key) {
      const before = rows.get(key)
      if (rows.delete(key)) emit({ key, before, after: undefined })
    },
    rows: () => rows.values(),
    keys: () => rows.keys(),
    get size() {
      return rows.size
    },
    watch(seen) {
      watchers.push(seen)
      for (const [key, row] of rows) seen({ key, before: undefined, after: row })
    },
  }
}
