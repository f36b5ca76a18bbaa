import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './evaluated.ts'

/** The module of a language. */
const LANGUAGE = /\/src\/texts\/[\w-]+\/[\w-]+\.ts$/

/** Everything from which the files of languages are built. */
const sources = ['src/texts', 'scripts/plugins', 'vite.config.ts', 'package-lock.json']

/** The files of a folder in an order that does not depend on the file system, or the path of a file itself. */
const filesIn = (path: string): readonly string[] =>
  statSync(path).isFile()
    ? [path]
    : readdirSync(path)
        .toSorted()
        .flatMap((name) => filesIn(join(path, name)))

/**
 * One hash for all languages. The script tag has their addresses, in which a hash of each file could not be compressed.
 */
const languagesHash = createHash('sha256')
  .update(
    sources
      .flatMap((path) => filesIn(join(root, path)))
      .map((path) => readFileSync(path, 'utf8'))
      .join('\0'),
  )
  .digest('base64url')
  .slice(0, 8)

/** The name of a chunk of the script tag or the element, with a hash in it. */
export const chunkFileName = ({ facadeModuleId }: { readonly facadeModuleId?: string | null }): string =>
  `chunks/[name]-${LANGUAGE.test(facadeModuleId ?? '') ? languagesHash : '[hash]'}.js`
