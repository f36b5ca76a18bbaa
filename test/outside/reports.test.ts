import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/root.ts'

/**
 * Public reports about other products that were tried on this one, a line each:
 *
 * - `owner/repository#number` of the issue or pull request on GitHub, or its address;
 * - what went wrong there, as the kind of defect that it is a case of;
 * - `fixed` (this product had it too), `holds` (it had not) or `limit` (it has, and a document says so);
 * - the file of the test that shows it, or of the document that names the limit;
 * - the title of that test, or a sentence of that document, literally; without it the whole file is meant.
 */
const reports = readFileSync(join(import.meta.dirname, 'reports.txt'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split(' | '))

test.for(reports)('%s: %s', ([source, , decision, file = '', words = '']) => {
  expect(source).toMatch(/^[\w.-]+\/[\w.-]+#\d+$|^https:\/\//)
  expect(['fixed', 'holds', 'limit']).toContain(decision)
  expect(file).toMatch(decision === 'limit' ? /\.md$/ : /\.test\.ts$/)
  expect(readFileSync(join(root, file), 'utf8')).toContain(words)
})

test('a report stands in the table once for each test', () => {
  const rows = reports.map(([source, , , file]) => `${source} ${file}`)
  expect(rows.filter((row, at) => rows.indexOf(row) !== at)).toEqual([])
})
