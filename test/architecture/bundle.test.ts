import { isBuiltin } from 'node:module'
import { expect, test } from 'vitest'
import { bundles, moduleOf } from './modules.ts'
import { brotliBytes, readReport } from '../support/report.ts'
import type { Chunk } from '../support/report.ts'

/** The files that every visitor loads: the entry, the element that a loader imports, and their imports. */
function loadedAtOnce(chunks: readonly Chunk[], isLoader: boolean): string[] {
  const entry = chunks.find((chunk) => chunk.isEntry)!
  const loaded = new Set<string>()
  const load = (file: string) => {
    if (loaded.has(file)) return
    loaded.add(file)
    chunks.find((chunk) => chunk.file === file)?.imports.forEach(load)
  }
  const element = entry.dynamicImports.filter((file) => file.includes('/define-'))
  for (const file of [entry.file, ...(isLoader ? element : [])]) load(file)
  return [...loaded]
}

/** `node_modules/@scope/name/file.js` → `@scope/name`. */
function libraryOf(module: string): string | undefined {
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module)?.[1]
}

for (const [name, { report, budget, modules: own, libraries, isLoader = false, lazy = [] }] of Object.entries(
  bundles,
)) {
  const chunks = readReport(report)
  const modules = chunks.flatMap((chunk) => chunk.modules)

  test(`the ${name} is made of nothing but its modules and libraries`, () => {
    const strangers = modules.filter((module) => {
      const library = libraryOf(module)
      if (library) return !libraries.includes(library)
      return module !== 'rolldown/runtime.js' && !own.includes(moduleOf(module) ?? '')
    })
    expect(strangers).toEqual([])
  })

  test(`the ${name} is in its bundle at all`, () => {
    expect(modules.map(moduleOf)).toContain(own[0])
  })

  if (lazy.length > 0)
    test(`the ${name} fetches what not everybody needs only when it is needed`, () => {
      const atOnce = loadedAtOnce(chunks, isLoader)
      const early = chunks.filter(({ file }) => atOnce.includes(file)).flatMap((chunk) => chunk.modules)
      expect(lazy.filter((module) => !modules.includes(module) || early.includes(module))).toEqual([])
    })

  test(`the ${name} costs at most ${budget} bytes`, () => {
    const sizes = Object.fromEntries(loadedAtOnce(chunks, isLoader).map((file) => [file, brotliBytes(file)]))
    const total = Object.values(sizes).reduce((sum, size) => sum + size, 0)
    expect(total, JSON.stringify(sizes)).toBeLessThanOrEqual(budget)
  })
}

test('the bank’s part of the element waits for no other file: one that a browser remembers as lost would keep it away', () => {
  const chunks = readReport(bundles['element']!.report)
  const bank = chunks.find(({ modules }) => modules.includes('src/element/three-ds/three-ds.ts'))!
  const atOnce = loadedAtOnce(chunks, true)
  expect(bank.imports.filter((file) => !atOnce.includes(file))).toEqual([])
  expect(atOnce).toHaveLength(2)
})

test('the command loads no library until it knows which command it runs', () => {
  const chunks = readReport('dist/server/server.report.json')
  const queue = ['dist/server/cli.js']
  for (const file of queue)
    queue.push(...(chunks.find((chunk) => chunk.file === file)?.imports ?? []).filter((name) => !queue.includes(name)))
  expect(queue.filter((file) => !file.startsWith('dist/') && !isBuiltin(file))).toEqual([])
})
