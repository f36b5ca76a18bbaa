import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkouts } from './checkouts.ts'
import { codes } from './codes.ts'
import { deployment } from './deployment.ts'
import { installation } from './installation.ts'
import { layout } from './layout.ts'
import { shopPages } from './shop-pages.ts'
import { oldBrowsers } from './old-browsers.ts'
import { fields } from './fields.ts'
import { network } from './network.ts'
import { translators } from './translators.ts'
import { servers } from './servers.ts'
import { firstSteps } from './first-steps.ts'
import type { Report } from './report.ts'

const root = join(import.meta.dirname, '../..')
const reports: readonly Report[] = [
  ...oldBrowsers,
  ...translators,
  ...fields,
  ...shopPages,
  ...servers,
  ...network,
  ...firstSteps,
  ...installation,
  ...deployment,
  ...codes,
  ...checkouts,
  ...layout,
]

test.for(reports)('$source: $kind', ({ source, decision, file, words = '' }) => {
  expect(source).toMatch(/^[\w.-]+\/[\w.-]+#\d+$|^https:\/\//)
  expect(file).toMatch(decision === 'limit' ? /\.md$/ : /\.test\.ts$/)
  expect(readFileSync(join(root, file), 'utf8')).toContain(words)
})

test('a report stands in the tables once for each test', () => {
  const rows = reports.map(({ source, file }) => `${source} ${file}`)
  expect(rows.filter((row, at) => rows.indexOf(row) !== at)).toEqual([])
})
