// Everything that can be said of the code without running it.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const checks = {
  types: ['typescript/bin/tsc', '-b'],
  lint: ['oxlint/bin/oxlint'],
  format: ['prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
  'dead code': ['knip/bin/knip.js'],
}

/** Runs a program of node_modules with this Node, and says whether it was content. */
export const run = ([program, ...args]) =>
  spawnSync(process.execPath, [join(root, 'node_modules', program), ...args], { cwd: root, stdio: 'inherit' })
    .status === 0

/** Runs them all, also after one has failed; gives the names of those that did. */
export const check = () =>
  Object.entries(checks).flatMap(([name, command]) => {
    const isFine = run(command)
    console.log(`${name}: ${isFine ? 'ok' : 'FAILED'}`)
    return isFine ? [] : [name]
  })

if (process.argv[1] === import.meta.filename) process.exitCode = check().length ? 1 : 0
