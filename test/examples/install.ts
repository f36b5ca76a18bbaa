import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../support/root.ts'
import type { Kit } from './pay-through.ts'
import type { ServerRendered } from './server-rendered.ts'
import { plain } from './shop.ts'

/** Packs the package into a new temporary folder, in which the examples are installed too. */
export function packHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'tender-examples-'))
  npm(root, 'pack', '--silent', '--pack-destination', home)
  return home
}

const tarballIn = (home: string): string =>
  join(
    home,
    readdirSync(home).find((file) => file.endsWith('.tgz'))!,
  )

/** The helpers for tests, from the tarball. */
export async function installKit(home: string): Promise<Kit> {
  const folder = join(home, 'kit')
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{"private":true,"dependencies":{}}')
  install(folder, home)
  const entry = join(folder, 'node_modules/tender-checkout/dist/server/testing.js')
  return (await import(pathToFileURL(entry).href)) as Kit
}

/** An empty folder in which the package is installed from the tarball and from the cache of npm, without the network. */
export function installOffline(home: string): string {
  const folder = join(home, 'offline')
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  npm(folder, 'install', '--offline', '--no-audit', '--no-fund', tarballIn(home))
  return folder
}

/** Copies an example into a folder of its own, with its dependencies installed; returns the folder. */
export function copyOf(name: string, home: string): string {
  const folder = join(home, name)
  cpSync(join(root, 'examples', name), folder, { recursive: true })
  if (existsSync(join(folder, 'package.json'))) install(folder, home)
  return folder
}

/** Writes a project with its dependencies installed; returns its folder. */
export function written(name: string, { start, dependencies, files }: ServerRendered, home: string): string {
  const folder = join(home, name)
  const manifest = { private: true, type: 'module', scripts: { start }, dependencies }
  for (const [file, text] of Object.entries({ ...files, 'package.json': JSON.stringify(manifest) })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  install(folder, home)
  return folder
}

/** Installs the exact versions that package.json names; the package itself from the tarball. */
function install(folder: string, home: string): void {
  const file = join(folder, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { dependencies: Record<string, string> }
  manifest.dependencies['tender-checkout'] = `file:${tarballIn(home)}`
  writeFileSync(file, JSON.stringify(manifest))
  npm(folder, 'install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--no-package-lock')
}

/** Runs the npm that called this program, which need not be the first on PATH. */
function npm(cwd: string, ...args: readonly string[]): void {
  const { npm_execpath: script } = process.env
  const [command, first] = script ? [process.execPath, [script]] : ['npm', []]
  const { status, stdout, stderr } = spawnSync(command, [...first, ...args], { cwd, encoding: 'utf8', env: plain() })
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed in ${cwd}: ${(stdout + stderr).slice(-3000)}`)
}
