import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { requirements } from './asvs-numbers.ts'
import { root } from './package/lockfile.ts'

/** A test that a document names as its proof. */
export interface Proof {
  readonly file: string
  readonly title: string
}

export const textOf = (document: string): string => readFileSync(join(root, document), 'utf8')

/** The proofs in a text: `test/….ts` “its title, or the name of its row”. */
export const proofsIn = (text: string): readonly Proof[] =>
  [...text.matchAll(/`(test\/[^`]+\.ts)` “([^”]+)”/g)].map(([, file, title]) => ({ file: file!, title: title! }))

const isThere = ({ file, title }: Proof): boolean => existsSync(join(root, file)) && hasTest(textOf(file), title)

/** Tests that are disabled, or expected to fail; `only` disables the others of the file. */
const SWITCHED_OFF = /\b(?:test|it|describe)(?:\.\w+)*\.(?:skip|todo|fails|only)\b/

/** Whether a file contains such a title, and no test in it is disabled or commented out. */
export function hasTest(text: string, title: string): boolean {
  const code = text.replace(/^\s*\/\/.*$/gm, '')
  return !SWITCHED_OFF.test(code) && ["'", '"', '`'].some((quote) => code.includes(quote + title + quote))
}

/** Proofs whose file or title is missing, or that are disabled. */
export const missingIn = (proofs: readonly Proof[]): readonly string[] =>
  proofs.filter((proof) => !isThere(proof)).map(({ file, title }) => `${file} “${title}”`)

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
  readonly proofs: readonly Proof[]
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
      const [, numbers, , , answer] = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
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
