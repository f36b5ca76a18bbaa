// The checks that do not run the code: types, lint, format and dead code.
import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const checks = {
  types: ['typescript/bin/tsc', '-b'],
  lint: ['oxlint/bin/oxlint'],
  format: ['oxfmt/bin/oxfmt', '--check'],
  'dead code': ['knip/bin/knip.js'],
}

const commandOf = ([program, ...args]) => [process.execPath, [join(root, 'node_modules', program), ...args]]

/** Runs a program of node_modules with this Node; returns whether it succeeded. */
export const run = (command) => spawnSync(...commandOf(command), { cwd: root, stdio: 'inherit' }).status === 0

/** Runs a program of node_modules beside others; resolves to its output and whether it succeeded. */
const runBeside = (command) =>
  new Promise((resolve) => {
    const child = spawn(...commandOf(command), { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    const output = []
    child.stdout.on('data', (part) => output.push(part))
    child.stderr.on('data', (part) => output.push(part))
    child.once('close', (code) => resolve({ output: Buffer.concat(output), isFine: code === 0 }))
  })

/** Runs all checks side by side, since most of them use one core; returns the names of the failed ones. */
export async function check() {
  const running = Object.entries(checks).map(([name, command]) => [name, runBeside(command)])
  const failed = []
  for (const [name, result] of running) {
    const { output, isFine } = await result
    process.stdout.write(output)
    console.log(`${name}: ${isFine ? 'ok' : 'FAILED'}`)
    if (!isFine) failed.push(name)
  }
  return failed
}

if (process.argv[1] === import.meta.filename) process.exitCode = (await check()).length ? 1 : 0
