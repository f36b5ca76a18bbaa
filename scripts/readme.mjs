// Writes the tables of the README and of the reference from the tables that the code reads.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { register } from 'tsx/esm/api'
import * as prettier from 'prettier'

register()
const { documents, withTables } = await import('../test/setup/readme.ts')
for (const document of documents) {
  const path = join(import.meta.dirname, '..', document)
  const style = { ...(await prettier.resolveConfig(path)), parser: 'markdown' }
  writeFileSync(path, await prettier.format(withTables(readFileSync(path, 'utf8')), style))
}
