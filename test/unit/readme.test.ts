import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { expect, test } from 'vitest'
import { withTables } from '../setup/readme.ts'

test('the tables of the README say what the code says (npm run readme writes them)', async () => {
  const path = join(import.meta.dirname, '../../README.md')
  const readme = readFileSync(path, 'utf8')
  expect(readme).toContain('<!-- test-cards:begin -->')
  expect(await format(withTables(readme), { ...(await resolveConfig(path)), parser: 'markdown' })).toBe(readme)
})
