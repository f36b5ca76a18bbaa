import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs'
import { lock } from './lock.ts'
import { lineOf, readLog, writeAnew, type Batch, type Written } from './log-file.ts'
import { memoryTable, type Store, type Table } from './store.ts'

/** A store whose rows outlive the process. */
export interface FileStore extends Store {
  /** Writes pending changes and closes the file; later changes are not stored. */
  close(): void
}

/**
 * Stores in one file: a line of JSON for each synchronous turn, which is complete or missing after the process was
 * killed. Opening reads the file and rewrites it with the rows only. Throws when the file is of another kind or in use
 * by another process; calls `emit` for an unfinished last line, which is dropped.
 */
export function fileStore(path: string, emit: (sentence: string) => void = () => {}): FileStore {
  const unlock = lock(path)
  try {
    const { batches, torn } = readLog(path)
    if (torn) emit(`${path}: its last line was not finished and is dropped`)
    const tables = tablesFrom(batches)
    writeAnew(path, rowsOf(tables))
    return keeping(tables, openSync(path, 'a'), unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

type Tables = Map<string, Table<unknown>>

function tablesFrom(batches: readonly Batch[]): Tables {
  const tables: Tables = new Map()
  for (const [name, key, ...row] of batches.flat()) {
    const table = tables.get(name) ?? memoryTable<unknown>()
    tables.set(name, table)
    if (row.length) table.put(key, row[0])
    else table.remove(key)
  }
  return tables
}

const rowsOf = (tables: Tables): Written[] =>
  [...tables].flatMap(([name, table]) => [...table.keys()].map((key) => [name, key, table.get(key)] as const))

function keeping(tables: Tables, file: number, unlock: () => void): FileStore {
  let batch: Written[] = []
  let open = true
  const write = (): void => {
    const written = batch
    batch = []
    if (open && written.length) writeFileSync(file, lineOf(written))
  }
  const note = (written: Written): void => {
    // The microtask runs at the end of the turn, before any other work of the process.
    if (batch.push(written) === 1) queueMicrotask(write)
  }
  for (const [name, table] of tables) follow(name, table, note)
  return {
    table<Row>(name: string): Table<Row> {
      const there = tables.get(name) ?? follow(name, memoryTable<unknown>(), note)
      tables.set(name, there)
      return there as Table<Row>
    },
    close() {
      if (!open) return
      write()
      open = false
      fsyncSync(file)
      closeSync(file)
      unlock()
    },
  }
}

/** Records every later change of a table. */
function follow(name: string, table: Table<unknown>, note: (written: Written) => void): Table<unknown> {
  let started = false
  table.watch(({ key, after }) => {
    if (started) note(after === undefined ? [name, key] : [name, key, after])
  })
  started = true
  return table
}
