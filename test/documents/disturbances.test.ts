import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const rows = readFileSync(join(root, 'docs/disturbances.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)

test.each(rows)('is shown by tests that exist: %s', (row) => {
  const files = [
    ...row
      .split('|')
      .at(-2)!
      .matchAll(/`([^`]+)`/g),
  ].map(([, file]) => file!)
  expect(files).not.toEqual([])
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
})
