import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** Paths in a temporary folder, which is removed after the tests of a file. */
export function folder(): (name: string) => string {
  const path = mkdtempSync(join(tmpdir(), 'tender-store-'))
  afterAll(() => rmSync(path, { recursive: true }))
  return (name) => join(path, name)
}

/** Waits for the end of the current synchronous turn. */
export const endOfTurn = (): Promise<void> => Promise.resolve()
