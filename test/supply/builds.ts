import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './lockfile.ts'

/** All that a build may read. */
const sources = [
  'src',
  'server',
  'demo',
  'test',
  'scripts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
]

export interface Builds {
  /** Files that were built. */
  readonly files: number
  /** Files that came out otherwise the second time, or only once. */
  readonly different: readonly string[]
}

/** Builds what is published twice, in clean folders of different depth, from an installation without scripts. */
export async function buildTwice(tell: (line: string) => void, scripts = ['build.mjs', 'types.mjs']): Promise<Builds> {
  const home = await mkdtemp(join(tmpdir(), 'tender-builds-'))
  const folders = [join(home, 'one'), join(home, 'the/other/at a place of its own')]
  try {
    for (const folder of folders) await copied(folder)
    tell('installs without scripts')
    ran('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], folders[0]!)
    await cp(join(folders[0]!, 'node_modules'), join(folders[1]!, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
    })
    for (const folder of folders) {
      tell('builds')
      for (const script of scripts) ran(process.execPath, [join('scripts', script)], folder)
    }
    return compared(await hashesIn(join(folders[0]!, 'dist')), await hashesIn(join(folders[1]!, 'dist')))
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

async function copied(folder: string): Promise<void> {
  for (const source of sources) await cp(join(root, source), join(folder, source), { recursive: true })
}

function ran(command: string, args: readonly string[], cwd: string): void {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${(stdout + stderr).slice(-2000)}`)
}

/** SHA-256 of every file in a folder, by its name there. */
export async function hashesIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
  return new Map(
    await Promise.all(
      files.map(async (file) => {
        const hash = createHash('sha256')
          .update(await readFile(file))
          .digest('hex')
        return [file.slice(folder.length + 1), hash] as const
      }),
    ),
  )
}

export function compared(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): Builds {
  const names = new Set([...one.keys(), ...other.keys()])
  return { files: names.size, different: [...names].filter((name) => one.get(name) !== other.get(name)) }
}
