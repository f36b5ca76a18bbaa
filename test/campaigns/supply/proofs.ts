import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { requirements } from './asvs-numbers.ts'
import { root } from './package/lockfile.ts'

export const textOf = (document: string): string => readFileSync(join(root, document), 'utf8')

/** The files of tests that a text names as its proofs. */
export const proofsIn = (text: string): readonly string[] =>
  [...text.matchAll(/`(test\/[^`]+\.ts)`/g)].map(([, file]) => file!)

/** Tests that are disabled, or expected to fail; `only` disables the others of the file. */
const SWITCHED_OFF = /^(?!\s*\/\/).*\b(?:test|it|describe)(?:\.\w+)*\.(?:skip|todo|fails|only)\b/m

/** Proofs that are missing, or have a test that is disabled. */
export const missingIn = (proofs: readonly string[]): readonly string[] =>
  proofs.filter((file) => !existsSync(join(root, file)) || SWITCHED_OFF.test(textOf(file)))

/** The rows of the first table after a mark, as cells. */
export function rowsAfter(document: string, mark: string): readonly (readonly string[])[] {
  const text = textOf(document)
  const [, ...lines] = text.slice(text.indexOf(mark)).split('\n')
  const table = lines.slice(lines.findIndex((line) => line.startsWith('|')))
  const end = table.findIndex((line) => !line.startsWith('|'))
  return table.slice(2, end).map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

export interface Threat {
  readonly number: number
  readonly proofs: readonly string[]
}

export const threats = (): readonly Threat[] =>
  rowsAfter('docs/security/threats.md', '<!-- threats:begin -->').map(([number, , , , , proof]) => ({
    number: Number(number),
    proofs: proofsIn(proof!),
  }))

/** A row of docs/security/asvs.md: the requirements, and the answer. */
export interface Answer {
  readonly ids: readonly string[]
  readonly answer: string
}

/** The rows of all chapters of that document. */
export const asvsAnswers = (): readonly Answer[] =>
  textOf('docs/security/asvs.md')
    .split('\n')
    .flatMap((line) => {
      const [, numbers, , answer] = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
      return /^\d+\.\d+\.\d+/.test(numbers ?? '')
        ? [{ ids: numbers!.split(', ').flatMap(numbered), answer: answer! }]
        : []
    })

/** The existing requirements in a range such as `3.3.1 to 3.3.5`. */
function numbered(text: string): string[] {
  const [first = '', last = first] = text.split(' to ')
  const section = sectionOf(first)
  const isWithin = (id: string): boolean =>
    sectionOf(id) === section && numberOf(id) >= numberOf(first) && numberOf(id) <= numberOf(last)
  return requirements.map(({ id }) => id).filter(isWithin)
}

const sectionOf = (id: string): string => id.slice(0, id.lastIndexOf('.'))

const numberOf = (id: string): number => Number(id.slice(id.lastIndexOf('.') + 1))
