// Writes the README's tables from the tables that the code reads.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { register } from 'tsx/esm/api'
import * as prettier from 'prettier'

register()
const { withTables } = await import('../test/setup/readme.ts')
const path = join(import.meta.dirname, '../README.md')
const style = { ...(await prettier.resolveConfig(path)), parser: 'markdown' }
writeFileSync(path, await prettier.format(withTables(readFileSync(path, 'utf8')), style))
