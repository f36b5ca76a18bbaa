import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../support/root.ts'
import type { DocumentFacts, Fact } from './facts.ts'

/** The documents, and the files that keep their facts. */
const documents = { gateway: 'online-gateway.md', issuer: 'card-management.md' } as const
export type DocumentName = keyof typeof documents

export const documentNames = Object.keys(documents) as readonly DocumentName[]
const sourceOf = (name: DocumentName): string => join(root, '../shared/spec', documents[name])
const storedAt = (name: DocumentName): string => join(import.meta.dirname, `${name}.json`)

/** Whether the document itself is here: outside its authors' machines only its facts are. */
export const hasSource = (name: DocumentName): boolean => existsSync(sourceOf(name))

/** Prints why a test is skipped, which the summary only counts, and returns it. */
export function missingSource(name: DocumentName): string {
  const reason = `skipped: the document of the ${name} is not beside this checkout`
  process.stdout.write(`${reason}\n`)
  return reason
}

/** The lines of the document, as they are. */
export const sourceLines = (name: DocumentName): readonly string[] => readFileSync(sourceOf(name), 'utf8').split('\n')

/** Gives each field the line that it is stored in, and the place that is left out. */
const asFacts = (key: string, value: unknown): unknown =>
  ['fields', 'request', 'response'].includes(key)
    ? (value as readonly (readonly [number, ...Fact[]])[]).flatMap(([line, ...fields]) =>
        fields.map((field) => ({ ...field, place: field.place ?? '', line })),
      )
    : value

export const storedFacts = (name: DocumentName): DocumentFacts =>
  JSON.parse(readFileSync(storedAt(name), 'utf8'), asFacts) as DocumentFacts
