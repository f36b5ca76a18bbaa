import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../test/support/root.ts'

/** Where the peers are installed and built: not below test/, whose files the checks of this repository read. */
export const home = join(root, 'node_modules/.cache/tender-peers')

/** The manifest of the peers, which are no dependencies of this package. */
const source = join(root, 'scripts/bench/peers')
const manifests = ['package.json', 'package-lock.json', '.npmrc'] as const
/** The lockfile that was installed in full. */
const stamp = join(home, 'installed.json')
const lockfile = join(source, 'package-lock.json')

const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=1', '--fetch-retry-mintimeout=1000']

/** Installs what the peers' lockfile names; returns whether it is there. */
export function installPeers(report: (line: string) => void): boolean {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === readFileSync(lockfile, 'utf8')) return true
  report('installing the peers from npm')
  rmSync(home, { recursive: true, force: true })
  mkdirSync(home, { recursive: true })
  for (const file of manifests) copyFileSync(join(source, file), join(home, file))
  if (!npm('ci', '--prefix', home, ...flags)) return false
  copyFileSync(lockfile, stamp)
  return true
}

/** Runs the npm that called this program, which need not be the first on PATH; its output goes to stderr. */
function npm(...args: readonly string[]): boolean {
  const { npm_execpath: script } = process.env
  const [command, first] = script ? [process.execPath, [script]] : ['npm', []]
  return spawnSync(command, [...first, ...args], { cwd: home, stdio: ['ignore', 2, 2] }).status === 0
}

/** Writes a file below the peers' folder, and returns its path. */
export function writeBelow(path: string, text: string): string {
  const file = join(home, path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, text)
  return file
}
