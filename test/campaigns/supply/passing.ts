import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './package/lockfile.ts'
import type { Proof } from './proofs.ts'

/** The result of a test; `titles` begins with those of its describe blocks. */
export interface Result {
  readonly file: string
  readonly titles: readonly string[]
  readonly hasPassed: boolean
}

/** The output of Vitest's JSON reporter. */
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

/** Runs what documents name as proofs, each in its project and with all that the full extent has; returns the results. */
export async function resultsOf(proofs: readonly Proof[]): Promise<readonly Result[]> {
  const home = await mkdtemp(join(tmpdir(), 'tender-proofs-'))
  const written = join(home, 'results.json')
  try {
    await ended([
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      ...new Set(proofs.map(({ file }) => file)),
      `--testNamePattern=${proofs.map(({ title }) => patternOf(title).source).join('|')}`,
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

/** The results contain failed tests, so the exit status is ignored. */
const ended = (args: readonly string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const env = { ...process.env, EXTENT: 'full' }
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
    child.once('error', reject).once('exit', () => resolve())
  })

/** Placeholders in a title for what differs by row. */
const BY_ROW = /%[a-zA-Z]|\$\{.*?\}|\$[\w.]+/

/** A pattern of a title in the file, which matches that title in a run. */
const patternOf = (title: string): RegExp =>
  new RegExp(
    title
      .split(BY_ROW)
      .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
      .join('.+'),
  )

/** Whether there are tests with that title, or in a block with it, and all have passed: none failed or was skipped. */
export function hasPassed({ file, title }: Proof, results: readonly Result[]): boolean {
  const pattern = patternOf(title)
  const meant = results.filter((one) => one.file === file && one.titles.some((name) => pattern.test(name)))
  return meant.length > 0 && meant.every((one) => one.hasPassed)
}
