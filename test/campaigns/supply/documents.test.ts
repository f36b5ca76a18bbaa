import { describe, expect, test } from 'vitest'
import { requirements } from './asvs-numbers.ts'
import { brokenLinks, publicDocuments } from '../../support/links.ts'
import { root } from './package/lockfile.ts'
import { asvsAnswers, missingIn, proofsIn, textOf, threats } from './proofs.ts'

describe('the threats of docs/security/threats.md', () => {
  test('are all there, each with a proof', () => {
    expect(threats().map(({ number }) => number)).toEqual(Array.from({ length: 70 }, (_, at) => at + 1))
    expect(threats().filter(({ proofs }) => !proofs.length)).toEqual([])
  })
})

describe('docs/security/asvs.md', () => {
  test('answers every requirement of levels 1 and 2, and of chapter 3 all, once', () => {
    expect(requirements.filter(({ level }) => level < 3)).toHaveLength(253)
    expect(
      asvsAnswers()
        .flatMap(({ ids }) => ids)
        .toSorted(),
    ).toEqual(requirements.map(({ id }) => id).toSorted())
  })

  test('by a test, a document or a reason', () => {
    const isReason = (answer: string) => /^(?:Not applicable|The operator's): .{5}/.test(answer) || answer.length > 60
    const open = asvsAnswers().filter(
      ({ answer }) => !proofsIn(answer).length && !/\]\(/.test(answer) && !isReason(answer),
    )
    expect(open).toEqual([])
  })
})

describe.each(publicDocuments)('%s', (document) => {
  test('names no test that is not there', () => {
    expect(missingIn(proofsIn(textOf(document)))).toEqual([])
  })

  test('leads to files and headings that are there', () => {
    expect(brokenLinks(root, document)).toEqual([])
  })
})

test.each([
  ['README.md', 10],
  ['SECURITY.md', 12],
])('%s has at most %d KB', (document, most) => {
  expect(Buffer.byteLength(textOf(document))).toBeLessThanOrEqual(most * 1000)
})

test('a proof that is not there would be found', () => {
  const proofs = proofsIn('`test/architecture/modules.ts`; `test/none.test.ts`; `test/documents/readme.test.ts`')
  expect(missingIn(proofs)).toEqual(['test/none.test.ts'])
})
