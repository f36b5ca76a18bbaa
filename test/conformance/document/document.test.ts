import { describe, expect, test } from 'vitest'
import { compare, type Comparison } from './compare.ts'
import { documentTable } from './counts.ts'
import { differences, isAddition, knownLines, lineOf } from './differences.ts'
import { quotesOf } from './known/known.ts'
import { documentNames, hasSource, missingSource, sourceLines, storedFacts, type DocumentName } from './stored.ts'

/** Names that a line gives in other words: a whole block, a range of fields, a column of a table, a list. */
const inOtherWords = /^(?:\*|\w+PayerData|f[5-7]\d|parameters|cards|tii|wallet|orderId)$/

const compared = Object.fromEntries(documentNames.map((document) => [document, compare(document)])) as Record<
  DocumentName,
  Comparison
>
const found = (document: DocumentName) => compared[document].differences

const linesOf = (document: DocumentName): readonly string[] =>
  found(document)
    .filter((one) => !isAddition(one))
    .map(({ operation, side, field, kind }) => lineOf(operation, side, field, kind))

const without = (some: readonly string[], others: readonly string[]): readonly string[] => {
  const known = new Set(others)
  return some.filter((line) => !known.has(line))
}

describe.each(documentNames)('our description of the %s', (document) => {
  test('differs from the document only where it is known, or marked as an addition', () => {
    expect(without(linesOf(document), knownLines(document))).toEqual([])
  })

  test('still differs everywhere that the table of differences says', () => {
    expect(without(knownLines(document), linesOf(document))).toEqual([])
  })

  test('names each known difference once', () => {
    const lines = knownLines(document)
    expect(lines.filter((line, at) => lines.indexOf(line) !== at)).toEqual([])
  })

  test('contradicts the document only where two of its lines contradict one another', () => {
    const all = differences[document].filter((known) => known.class === 'contradiction').flatMap(quotesOf)
    expect(all.length).toBeGreaterThan(0)
    expect(all.filter(([, quotes]) => Object.keys(quotes).length < 2)).toEqual([])
  })

  test('quotes the sentence that says what no list of fields does', () => {
    const all = differences[document].filter((known) => known.class === 'text').flatMap(quotesOf)
    expect(all.length).toBeGreaterThan(0)
    expect(all.filter(([, quotes]) => Object.keys(quotes).length < 1)).toEqual([])
  })

  test('quotes the document word for word', ({ skip }) => {
    if (!hasSource(document)) return skip(missingSource(document))
    const lines = sourceLines(document)
    const quotes = differences[document].flatMap(quotesOf).flatMap(([, quotes]) => Object.entries(quotes))
    expect(quotes.filter(([line, words]) => !lines[Number(line) - 1]?.includes(words))).toEqual([])
  })
})

test.for(documentNames)(
  'each field that is kept of the %s is named in its line of the document',
  (document, { skip }) => {
    if (!hasSource(document)) return skip(missingSource(document))
    const lines = sourceLines(document)
    const { shapes, operations } = storedFacts(document)
    const facts = [...shapes.map(({ fields }) => fields), ...operations.map((one) => [...one.request, ...one.response])]
    const strange = facts
      .flat()
      .filter(({ name, line }) => !inOtherWords.test(name) && !lines[line - 1]!.includes(name))
    expect(strange.map(({ name, line }) => `${name} (${line})`)).toEqual([])
  },
)

test('every operation of the documents is compared', () => {
  const shown = documentNames.flatMap((document) =>
    storedFacts(document).operations.map(({ operation }) => [document, operation] as const),
  )
  const ours = new Map(documentNames.map((document) => [document, new Set(compared[document].operations)]))
  expect(shown.filter(([document, operation]) => !ours.get(document)!.has(operation))).toEqual([])
})

test.each(documentNames)('the table of the %s counts every difference', (document) => {
  expect(documentTable(document)).toContain(`| ${found(document).length} |`)
})
