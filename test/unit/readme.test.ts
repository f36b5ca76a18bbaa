import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { expect, test } from 'vitest'
import { documents, withTables } from '../setup/readme.ts'

test.each(documents)('the tables of %s say what the code says (npm run readme writes them)', async (document) => {
  const path = join(import.meta.dirname, '../..', document)
  const text = readFileSync(path, 'utf8')
  expect(text).toMatch(/<!-- [\w-]+:begin -->/)
  expect(await format(withTables(text), { ...(await resolveConfig(path)), parser: 'markdown' })).toBe(text)
})
