import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { builtDocuments } from '../../docs/.vitepress/built.ts'
import { documents, placesIn, tableNames, written } from '../../scripts/documents/readme.ts'
import { variables } from '#proxy/config/variables.ts'
import { settingsExample, settingsExampleFile } from '../../scripts/documents/settings-example.ts'
import { root } from '../support/root.ts'
import { languageList, languageListFile } from '../../scripts/plugins/language-list.ts'

const read = (document: string): string => readFileSync(join(root, document), 'utf8')

test.each(documents)('the tables of %s say what the code says (npm run readme writes them)', async (document) => {
  expect(await written(document)).toBe(read(document))
})

test('the list of the languages is that of their files (npm run readme writes it)', async () => {
  expect(read(languageListFile)).toBe(await languageList())
})

test('the example of the settings has every variable (npm run readme writes it)', () => {
  const text = read(settingsExampleFile)
  expect(settingsExample(text)).toBe(text)
  const named = [...text.matchAll(/^#?(TENDER_\w+)=/gm)].map(([, name]) => name!)
  expect(named.toSorted()).toEqual(variables.map(({ name }) => name).toSorted())
})

test('every table has its place in a document, and every place its table', () => {
  const byHand = ['threats']
  const pages = [...documents, ...Object.values(builtDocuments)]
  expect(new Set(pages.flatMap((document) => placesIn(read(document))))).toEqual(new Set([...tableNames, ...byHand]))
})
