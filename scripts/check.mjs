// The checks that do not run the code: types, lint, format and dead code.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const checks = {
  types: ['typescript/bin/tsc', '-b'],
  lint: ['oxlint/bin/oxlint'],
  format: ['prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
  'dead code': ['knip/bin/knip.js'],
}

/** Runs a program of node_modules with this Node; returns whether it succeeded. */
export const run = ([program, ...args]) =>
  spawnSync(process.execPath, [join(root, 'node_modules', program), ...args], { cwd: root, stdio: 'inherit' })
    .status === 0

/** Runs all checks, also after one has failed; returns the names of the failed ones. */
export const check = () =>
  Object.entries(checks).flatMap(([name, command]) => {
    const isFine = run(command)
    console.log(`${name}: ${isFine ? 'ok' : 'FAILED'}`)
    return isFine ? [] : [name]
  })

if (process.argv[1] === import.meta.filename) process.exitCode = check().length ? 1 : 0
