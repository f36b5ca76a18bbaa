import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './evaluated.ts'

const folder = join(root, 'src/texts/languages')

/** What the file of a language depends on: its texts, which of them a page needs, and the programs that bundle them. */
const sources = [
  ...readdirSync(folder).map((name) => join(folder, name)),
  join(root, 'src/texts/texts.ts'),
  join(root, 'package-lock.json'),
]

const hash = createHash('sha256')
  .update(sources.map((source) => readFileSync(source, 'utf8')).join('\0'))
  .digest('base64url')
  .slice(0, 8)

/**
 * The name of a chunk of the script tag, with a hash of its content. Languages have one hash together, since the script
 * tag has all of their names, and hashes are what no compression makes smaller.
 */
export const chunkName = ({ facadeModuleId }: { readonly facadeModuleId?: string | null }): string =>
  facadeModuleId?.startsWith(folder) ? `chunks/[name]-${hash}.js` : 'chunks/[name]-[hash].js'
