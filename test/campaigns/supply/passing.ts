import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './package/lockfile.ts'
import type { Proof } from './proofs.ts'

/** How a test went; `titles` begins with those of what it stands in. */
export interface Result {
  readonly file: string
  readonly titles: readonly string[]
  readonly hasPassed: boolean
}

/** What Vitest's reporter for programs writes. */
interface Written {
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[]
      readonly title: string
      readonly status: string
    }[]
  }[]
}

/** Runs the tests of some files, each in its project, and tells how they went. */
export async function resultsOf(files: readonly string[]): Promise<readonly Result[]> {
  const home = await mkdtemp(join(tmpdir(), 'tender-proofs-'))
  const written = join(home, 'results.json')
  try {
    await ended([
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      ...files,
      '--reporter=json',
      `--outputFile=${written}`,
    ])
    const { testResults } = JSON.parse(await readFile(written, 'utf8')) as Written
    return testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ ancestorTitles, title, status }) => ({
        file: name.slice(root.length + 1),
        titles: [...ancestorTitles, title],
        hasPassed: status === 'passed',
      })),
    )
  } finally {
    await rm(home, { recursive: true })
  }
}

/** That some test failed is told by the results. */
const ended = (args: readonly string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
    child.once('error', reject).once('exit', () => resolve())
  })

/** What stands in a title for what differs by row. */
const BY_ROW = /%[a-zA-Z]|\$\{.*?\}|\$[\w.]+/

/** A title as the file has it, found in a title as it was run. */
const patternOf = (title: string): RegExp =>
  new RegExp(
    title
      .split(BY_ROW)
      .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
      .join('.+'),
  )

/** Whether there are tests of that name, or in what has that name, and all of them have passed: none failed, none was skipped. */
export function hasPassed({ file, title }: Proof, results: readonly Result[]): boolean {
  const pattern = patternOf(title)
  const meant = results.filter((one) => one.file === file && one.titles.some((name) => pattern.test(name)))
  return meant.length > 0 && meant.every((one) => one.hasPassed)
}
