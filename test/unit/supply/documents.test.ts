import { describe, expect, test } from 'vitest'
import { requirements } from '../../supply/asvs-numbers.ts'
import { asvsAnswers, missingIn, proofsIn, textOf, threats } from '../../supply/proofs.ts'

describe('the threats of SECURITY.md', () => {
  test('are all there, each with a proof', () => {
    expect(threats().map(({ number }) => number)).toEqual(Array.from({ length: 58 }, (_, at) => at + 1))
    expect(threats().filter(({ proofs }) => !proofs.length)).toEqual([])
  })
})

describe('docs/asvs.md', () => {
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

describe.each(['SECURITY.md', 'docs/asvs.md', 'docs/inventory.md', 'docs/csp.md'])('%s', (document) => {
  const text = textOf(document)

  test('names no test that is not there', () => {
    expect(missingIn(proofsIn(text))).toEqual([])
  })

  test('leads nowhere that is not there', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)]
    const broken = links.filter(([, path, anchor]) => !leads(document, path!, anchor))
    expect(broken.map(([link]) => link)).toEqual([])
  })
})

function leads(from: string, path: string, anchor: string | undefined): boolean {
  const to = path ? new URL(path, `file:///${from}`).pathname.slice(1) : from
  try {
    return anchor === undefined || anchorsOf(textOf(to)).includes(anchor)
  } catch {
    return false
  }
}

/** Headings as GitHub names them. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

test('a proof that is not there would be found', () => {
  const proofs = proofsIn(
    '`test/rooms.ts` “no such title”; `test/none.test.ts` “x”; `test/unit/readme.test.ts` “markdown”',
  )
  expect(missingIn(proofs)).toEqual(['test/rooms.ts “no such title”', 'test/none.test.ts “x”'])
})
