import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { language as en } from '#texts/languages/en.ts'
import { language as de } from '#texts/languages/de.ts'
import { bundles } from './bundles.ts'
import { moduleOf } from './modules.ts'
import { readReport } from '../support/report.ts'
import type { Chunk } from '../support/report.ts'
import { root } from '../support/root.ts'

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

for (const [name, { report, modules: own, libraries, isLoader = false, lazy = [] }] of Object.entries(bundles)) {
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
}

test('the bank’s part of the element waits for no other file: one that a browser remembers as lost would keep it away', () => {
  const chunks = readReport(bundles['element']!.report)
  const bank = chunks.find(({ modules }) => modules.includes('src/element/three-ds/three-ds.ts'))!
  const atOnce = loadedAtOnce(chunks, true)
  expect(bank.imports.filter((file) => !atOnce.includes(file))).toEqual([])
  expect(atOnce).toHaveLength(2)
})

test('the shop’s page loads only the texts that the element shows', async () => {
  const chunks = readReport(bundles['element']!.report)
  for (const [module, texts] of [
    ['src/texts/languages/en.ts', en],
    ['src/texts/languages/de.ts', de],
  ] as const) {
    const { file } = chunks.find(({ modules }) => modules.includes(module))!
    const code = readFileSync(join(root, file), 'utf8')
    expect(code).toContain(texts.checkout.paid)
    expect(code).toContain(texts.card.anotherCard)
    expect(code).not.toContain(texts.card.numberMissing)
    expect(code).not.toContain(texts.addressWords.line2)
    expect(code).not.toContain(texts.proxyPages.close)
  }
})

test('the card frame loads no texts but the words of an address', () => {
  const modules = readReport(bundles['card frame']!.report).flatMap((chunk) => chunk.modules)
  expect(modules.filter((module) => module.startsWith('src/texts/')).toSorted()).toEqual([
    'src/texts/address-words.ts',
    'src/texts/formats.ts',
    'src/texts/overrides.ts',
    'src/texts/texts.ts',
  ])
})

/**
 * What old libraries that are still in shops' pages replace by something else. They come before the element, so that a
 * form that they break breaks the checkout.
 */
const replaced: readonly (readonly [form: string, use: RegExp])[] = [
  ['Array.from, which Prototype and MooTools replace by one that takes no second argument', /\bArray\.from\b/],
  ['entries() of an array, which are its items in Prototype', /\.entries\(\)/],
  ['scrollTo() of an element, which scrolls the page in Prototype and MooTools', /\.scrollTo\(/],
  ['classes that MooTools replaces by its own', /\b(?:new|instanceof) (?:Event|Request|Document|Element|Window)\b/],
]

test.each(replaced)('no file of the element uses %s', (_, use) => {
  const files = readReport(bundles['element']!.report).map(({ file }) => file)
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter((file) => use.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})

test('the command loads no library until it knows which command it runs', () => {
  const chunks = readReport('dist/server/server.report.json')
  const queue = ['dist/server/cli.js']
  for (const file of queue)
    queue.push(...(chunks.find((chunk) => chunk.file === file)?.imports ?? []).filter((name) => !queue.includes(name)))
  expect(queue.filter((file) => !file.startsWith('dist/') && !isBuiltin(file))).toEqual([])
})
