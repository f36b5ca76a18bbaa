import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** Names files in a folder that is gone after the tests of a file. */
export function folder(): (name: string) => string {
  const path = mkdtempSync(join(tmpdir(), 'tender-store-'))
  afterAll(() => rmSync(path, { recursive: true }))
  return (name) => join(path, name)
}

/** Lets a synchronous turn end. */
export const turnOver = (): Promise<void> => Promise.resolve()
