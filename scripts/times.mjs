// Writes into CONTRIBUTING.md how long each suite takes: runs the named ones, or all. With --summed it runs nothing,
// and sums what Vitest has kept of the files of its last run.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { register } from 'tsx/esm/api'
import { run } from './check.mjs'

register()
const { suites, timesFile, timesOf } = await import('./documents/suites.ts')
const { writeDocuments } = await import('./documents/readme.ts')

const root = join(import.meta.dirname, '..')
const args = process.argv.slice(2)
const named = args.filter((arg) => arg !== '--summed')

function measured({ args }) {
  const start = performance.now()
  if (!run(['vitest/vitest.mjs', 'run', ...args])) throw new Error(`${args.join(' ')} failed: its time says nothing`)
  return { seconds: Math.round((performance.now() - start) / 1000) }
}

/** The files of a run share its workers: three in Node, two in the browser (vite.config.ts). */
function summed({ args: [, project, ...paths] }) {
  const kept = join(root, 'node_modules/.vite/vitest')
  const files = readdirSync(kept).flatMap(
    (folder) => JSON.parse(readFileSync(join(kept, folder, 'results.json'), 'utf8')).results,
  )
  const isOf = ([file]) =>
    file.startsWith(project) && (!paths.length || paths.some((path) => file.includes(`:${path}`)))
  const total = files.filter(isOf).reduce((sum, [, { duration }]) => sum + duration, 0)
  return { seconds: Math.ceil(total / (project === 'browser' ? 2 : 3) / 1000), summed: true }
}

for (const [name, suite] of Object.entries(suites)) {
  if (named.length && !named.includes(name)) continue
  const time = args.includes('--summed') ? summed(suite) : measured(suite)
  writeFileSync(timesFile(root), `${JSON.stringify({ ...timesOf(root), [name]: time }, null, 2)}\n`)
}
await writeDocuments()
