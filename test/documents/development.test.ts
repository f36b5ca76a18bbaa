import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { proseOf, publicDocuments } from '../support/links.ts'
import { root } from '../support/root.ts'

const read = (document: string): string => readFileSync(join(root, document), 'utf8')

/** All that the code of a folder says, in one text. */
const textOf = (folder: string): string =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|mjs)$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')

/** The section of a document below a heading of the second level. */
const sectionOf = (document: string, heading: string): string =>
  read(document).split(`\n## ${heading}\n`)[1]!.split('\n## ')[0]!

/** The rows of a text's table, each as its cells. */
const rowsOf = (text: string): readonly (readonly string[])[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) => line.split('|').slice(1, -1))

const quotedIn = (cell: string): readonly string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text!)

const product = ['src', 'server'].map(textOf).join('\n')

test.each(rowsOf(sectionOf('docs/development/symptoms.md', 'A symptom')))(
  '%s leads to what the code says',
  (_, said, file) => {
    expect(quotedIn(said!).filter((text) => !product.includes(text))).toEqual([])
    expect(quotedIn(file!).filter((path) => path !== 'at' && !existsSync(join(root, path)))).toEqual([])
  },
)

/** A path of the repository: one with a part that a reader fills in, such as `<tag>`, is none. */
const isPath = (text: string): boolean => /^(?:src|server|demo|scripts|test|deploy|examples)\/[\w./-]+$/.test(text)

test.each(publicDocuments)('the files that %s names exist', (document) => {
  const files = quotedIn(proseOf(root, document)).filter(isPath)
  expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test.each(rowsOf(read('docs/development/words.md')))('the word %s is defined in a file that exists', (_, __, place) => {
  expect(quotedIn(place!).filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('no retired name is declared again, and no file has one', () => {
  const [, section = ''] = read('docs/development/words.md').split('## Names that do not')
  const retired = quotedIn(section).filter((name) => !['src', 'server', 'demo', 'scripts'].includes(name))
  expect(retired.length).toBeGreaterThan(20)
  const anyOf = `(?:${retired.join('|')})`
  const declared = new RegExp(
    `\\b(?:const|let|function|type|interface|class) ${anyOf}\\b|^  (?:readonly )?${anyOf}\\??[:(]`,
    'gm',
  )
  const folders = ['src', 'server', 'demo', 'scripts']
  expect(folders.flatMap((folder) => textOf(folder).match(declared) ?? [])).toEqual([])
  const files = folders.flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }))
  expect(files.filter((file) => new RegExp(`(?:^|/)${anyOf}(?:\\.|$)`).test(file))).toEqual([])
})

/** The table of what is in the way has a column for the tests that show it. */
const shown = rowsOf(read('docs/behaviour.md')).filter((row) => row.at(-1)!.includes('.test.ts'))

test.each(shown)('%s is shown by tests that exist', (...cells) => {
  expect(shown.length).toBeGreaterThan(15)
  expect(quotedIn(cells.at(-1)!).filter((file) => !existsSync(join(root, file)))).toEqual([])
})
