import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Figure } from '../support/figure.ts'
import { main } from '../../scripts/figures/main.ts'
import { documents } from '../../scripts/documents/readme.ts'
import { topics } from '../../scripts/documents/topics.ts'
import { root as ours } from '../support/root.ts'

const figure: Figure = { name: 'apples that fall far', target: '0 of 12', measured: '3 of 12', isMet: false }

let root: string
let lines: string[]
beforeEach(async () => {
  lines = []
  root = await mkdtemp(join(tmpdir(), 'figures-'))
  for (const file of [...documents, 'docs/data/figures.json', 'docs/data/registry.json']) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await cp(join(ours, file), join(root, file))
  }
})
afterEach(() => rm(root, { recursive: true }))

const receive = (line: string): void => void lines.push(line)
const run = (...args: string[]): Promise<number> =>
  main(args, { root, measureOf: async () => async () => [figure], print: receive, report: receive })

const measurements = (): Promise<string> => readFile(join(root, 'docs/development/measurements.md'), 'utf8')

test('what was measured stands in docs/development/measurements.md and in docs/data/figures.json', async () => {
  expect(await run('fuzz')).toBe(1)
  expect(await measurements()).toContain('\n| apples that fall far | 0 of 12 | 3 of 12 | **no** | `fuzz` |\n')
  const kept = JSON.parse(await readFile(join(root, 'docs/data/figures.json'), 'utf8')) as Record<string, unknown>
  expect(kept['fuzz']).toEqual([figure])
  expect(lines).toEqual(['MISS  apples that fall far: 3 of 12 (target 0 of 12)'])
})

test('a small measure is only printed', async () => {
  const before = await measurements()
  expect(await run('--small', 'fuzz')).toBe(1)
  expect(lines).toHaveLength(1)
  expect(await measurements()).toBe(before)
})

test('a topic that there is not is measured for nobody', async () => {
  expect(await run('fuzz', 'fruit')).toBe(2)
  expect(lines.join()).toMatch(/There is no topic fruit; there are .*fuzz/)
})

test('every topic has its module in scripts/figures', () => {
  expect(topics.filter((topic) => !existsSync(join(ours, 'scripts/figures', `${topic}.ts`)))).toEqual([])
})
