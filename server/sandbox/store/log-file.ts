import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** A row after its change; without a row, it was removed. */
export type Written = readonly [table: string, key: string, row?: unknown]

/** The changes of one synchronous turn, a line of the file. */
export type Batch = readonly Written[]

const HEADER = '{"tender-sandbox":1}'

/** The content of a file; `torn` means that its last line was not completely written and is left out. */
export interface LogContent {
  readonly batches: readonly Batch[]
  readonly torn: boolean
}

/** Reads a file; a missing one is empty. Throws when it is of another kind, or damaged. */
export function readLog(path: string): LogContent {
  const lines = textOf(path).split('\n')
  // Text after the last line break is an unfinished line.
  const rest = lines.pop()!
  const [header, ...batches] = lines
  if (header === undefined ? !HEADER.startsWith(rest) : header !== HEADER)
    throw new Error(`${path} is no data file of this sandbox (its first line is not ${HEADER}); it was left as it is`)
  return { batches: batches.map((line, at) => batchIn(path, line, at + 2)), torn: rest !== '' }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw new Error(`${path} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

function batchIn(path: string, line: string, number: number): Batch {
  try {
    const batch: unknown = JSON.parse(line)
    if (Array.isArray(batch) && batch.every(isWritten)) return batch
  } catch {
    // Thrown below, as for JSON that is not a batch.
  }
  throw new Error(`${path} is damaged at line ${number}, which is no list of rows; it was left as it is`)
}

const isWritten = (one: unknown): one is Written =>
  Array.isArray(one) && one.length >= 2 && typeof one[0] === 'string' && typeof one[1] === 'string'

export const lineOf = (batch: Batch): string => `${JSON.stringify(batch)}\n`

/** Replaces `path` by a file with one batch, atomically, even if the machine stops meanwhile. */
export function writeAnew(path: string, batch: Batch): void {
  const fresh = `${path}.new`
  // A real card may be sent to a sandbox by mistake, so only the owner may read the file.
  const file = openSync(fresh, 'w', 0o600)
  try {
    writeFileSync(file, `${HEADER}\n${batch.length ? lineOf(batch) : ''}`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(fresh, path)
  syncFolder(dirname(path))
}

/** Makes a rename durable; if a folder cannot be opened (Windows), the system does it. */
function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r')
    fsyncSync(handle)
    closeSync(handle)
  } catch {
    // The file itself is synced already.
  }
}
