import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.ts'

/** An entry of the report that scripts/plugins/written-files.ts writes on a bundle's files. */
export interface Chunk {
  readonly file: string
  readonly isEntry: boolean
  readonly exports: readonly string[]
  /** Chunks by their file, and libraries left outside by their name. */
  readonly imports: readonly string[]
  readonly dynamicImports: readonly string[]
  /** Paths from the repository's root; only modules of which the bundle contains some code. */
  readonly modules: readonly string[]
}

export function readReport(file: string): Chunk[] {
  return JSON.parse(readFileSync(join(root, file), 'utf8')) as Chunk[]
}
