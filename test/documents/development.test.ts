import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/root.ts'

/** All that the code of a folder says, in one text. */
const textOf = (folder: string): string =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|mjs)$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')

/** The rows of a document's table, each as its cells. */
const rowsOf = (document: string): readonly (readonly string[])[] =>
  readFileSync(join(root, document), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) => line.split('|').slice(1, -1))

const quotedIn = (cell: string): readonly string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text!)

const product = ['src', 'server'].map(textOf).join('\n')

test.each(rowsOf('docs/development/symptoms.md'))('%s leads to what the code says', (_, said, file) => {
  expect(quotedIn(said!).filter((text) => !product.includes(text))).toEqual([])
  expect(quotedIn(file!).filter((path) => path !== 'at' && !existsSync(join(root, path)))).toEqual([])
})

test.each(rowsOf('docs/development/words.md'))('the word %s is defined in a file that exists', (_, __, place) => {
  expect(quotedIn(place!).filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('no retired name is declared again, and no file has one', () => {
  const [, section = ''] = readFileSync(join(root, 'docs/development/words.md'), 'utf8').split('## Names that do not')
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
const shown = rowsOf('docs/behaviour.md').filter((row) => row.at(-1)!.includes('.test.ts'))

test.each(shown)('%s is shown by tests that exist', (...cells) => {
  expect(shown.length).toBeGreaterThan(15)
  expect(quotedIn(cells.at(-1)!).filter((file) => !existsSync(join(root, file)))).toEqual([])
})
