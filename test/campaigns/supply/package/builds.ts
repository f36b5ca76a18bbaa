import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './lockfile.ts'

/** All files that a build may read. */
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
  /** The number of built files. */
  readonly files: number
  /** Files that differ between the two builds, or exist in only one. */
  readonly different: readonly string[]
}

/** Puts the libraries into a folder. */
type Equip = (folder: string, earlier: string | undefined) => Promise<void>

const installed =
  (report: (line: string) => void): Equip =>
  async (folder, earlier) => {
    if (earlier === undefined) {
      report('installs without scripts')
      ran('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], folder)
    } else
      await cp(join(earlier, 'node_modules'), join(folder, 'node_modules'), {
        recursive: true,
        verbatimSymlinks: true,
      })
  }

/** Each library by itself: what a build leaves among them stays in its own folder. */
const lent: Equip = async (folder) => {
  await mkdir(join(folder, 'node_modules'))
  const libraries = (await readdir(join(root, 'node_modules'))).filter((name) => !name.startsWith('.'))
  for (const name of libraries) await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name))
}

/** The scripts that build what is published. */
const published = ['build.mjs', 'types.mjs']

/** Builds the published files twice, in clean folders of different depth, from an installation without scripts. */
export const buildTwice = (report: (line: string) => void): Promise<Builds> => twice(published, installed(report))

/**
 * The same in seconds, with this installation's libraries. Unpublished reports do not count: they contain the
 * libraries' paths.
 */
export const buildTwiceHere = (): Promise<Builds> => twice(published, lent, (file) => !file.endsWith('.report.json'))

async function twice(scripts: readonly string[], equip: Equip, counts?: (file: string) => boolean): Promise<Builds> {
  const home = await mkdtemp(join(tmpdir(), 'tender-builds-'))
  const folders = [join(home, 'one'), join(home, 'the/other/at a place of its own')] as const
  try {
    // All sources are copied first, since they may change during the builds.
    for (const folder of folders) await copied(folder)
    // The libraries are copied before the first build, which leaves files among them.
    for (const [at, folder] of folders.entries()) await equip(folder, folders[at - 1])
    for (const folder of folders) for (const script of scripts) ran(process.execPath, [join('scripts', script)], folder)
    const [one, other] = await Promise.all(folders.map((folder) => hashesIn(join(folder, 'dist'))))
    return compared(one!, other!, counts)
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

export function compared(
  one: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
  counts: (file: string) => boolean = () => true,
): Builds {
  const names = [...new Set([...one.keys(), ...other.keys()])].filter(counts)
  return { files: names.length, different: names.filter((name) => one.get(name) !== other.get(name)) }
}
