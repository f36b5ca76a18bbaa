import { memoryTable, type Store, type Table } from '#sandbox/store/store.ts'

/** A store that can return to an earlier state without being built again. */
export interface RewindableStore extends Store {
  /** The number of changes so far. */
  readonly changes: number
  /** Marks the current state, to which `rewind` returns. */
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

/** Undoes the changes one by one, last first, so that all watchers of the table receive each of them. */
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
