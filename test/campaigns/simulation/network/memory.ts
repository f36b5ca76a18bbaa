import { memoryTable, type Store, type Table } from '#sandbox/store/store.ts'

/** A memory that can forget everything since a moment, without being built anew. */
export interface RewindableStore extends Store {
  /** How many changes there were. */
  readonly changes: number
  /** What it remembers now is what it goes back to. */
  mark(): void
  rewind(): void
}

export function rewindableStore(): RewindableStore {
  const tables = new Map<string, Rewindable>()
  let changes = 0
  return {
    table<Row>(name: string): Table<Row> {
      const there = tables.get(name) ?? rewindable(() => (changes += 1))
      tables.set(name, there)
      return there.table as Table<unknown> as Table<Row>
    },
    get changes() {
      return changes
    },
    mark: () => tables.forEach((one) => one.mark()),
    rewind: () => tables.forEach((one) => one.rewind()),
  }
}

interface Rewindable {
  readonly table: Table<never>
  mark(): void
  rewind(): void
}

/** Undoes change by change, last first, so that all who watch the table see each of them undone. */
function rewindable(changed: () => void): Rewindable {
  const table = memoryTable<never>()
  let changes: { readonly key: string; readonly before: never | undefined }[] = []
  let isRewinding = false
  table.watch(({ key, before }) => {
    changed()
    if (!isRewinding) changes.push({ key, before })
  })
  return {
    table,
    mark: () => (changes = []),
    rewind() {
      isRewinding = true
      for (const { key, before } of changes.toReversed())
        if (before === undefined) table.remove(key)
        else table.put(key, before)
      isRewinding = false
      changes = []
    },
  }
}
