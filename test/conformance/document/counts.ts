import { compare } from './compare.ts'
import { isAddition, knownLines } from './differences.ts'
import { classes } from './known/known.ts'
import { storedFacts, type DocumentName } from './stored.ts'

/** The table of the documents that says how much of a contract is held against its specification. */
export function documentTable(document: DocumentName, ofOwnContract = 0): string {
  const { checked, ownOnly, differences } = compare(document)
  const { document: file, tables, operations } = storedFacts(document)
  const rows: readonly (readonly [what: string, count: number])[] = [
    [`Operations that \`${file}\` shows`, operations.length],
    ['Tables of fields in it', tables],
    ['Fields checked against it', checked],
    ['Fields that it does not show, checked only against our own contract', ownOnly],
    ['Cases of single fields, generated from our own contract', ofOwnContract],
    ...(['contradiction', 'text'] as const).map(
      (name) => [`Differences: ${classes[name]}`, knownLines(document, name).length] as const,
    ),
    ...(['family', 'sandbox'] as const).map(
      (name) => [`Differences: ${classes[name]}`, differences.filter((one) => isAddition(one, name)).length] as const,
    ),
    ['**Differences together**', differences.length],
  ]
  return `| What | How many |\n| --- | --: |\n${rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}`
}
