import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documents, placesIn, tableNames, written } from '../../scripts/documents/readme.ts'
import { root } from '../support/root.ts'
import { languageList, languageListFile } from '../../scripts/plugins/language-list.ts'

const read = (document: string): string => readFileSync(join(root, document), 'utf8')

test.each(documents)('the tables of %s say what the code says (npm run readme writes them)', async (document) => {
  expect(await written(document)).toBe(read(document))
})

test('the list of the languages is that of their files (npm run readme writes it)', async () => {
  expect(read(languageListFile)).toBe(await languageList())
})

test('every table has its place in a document, and every place its table', () => {
  const byHand = ['threats']
  expect(new Set(documents.flatMap((document) => placesIn(read(document))))).toEqual(
    new Set([...tableNames, ...byHand]),
  )
})
