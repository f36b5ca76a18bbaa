import type { DocumentFacts } from '../facts.ts'
import type { Line } from './lines.ts'

/** What looks like the name of a field: a capital inside, or a `$` before it. */
const looksLikeName = /(?<![\w/.<-])(?:\$[A-Z]+|[a-z][a-z0-9]*(?:[A-Z][A-Za-z0-9]*)+)(?![\w(/]|\.do)/g

/** Names that the lines of operations and resources mention, and that no field has. */
export function unplacedIn(
  lines: readonly Line[],
  { shapes, operations }: Pick<DocumentFacts, 'shapes' | 'operations'>,
): DocumentFacts['unplaced'] {
  const fields = [
    ...shapes.flatMap(({ fields }) => fields),
    ...operations.flatMap(({ request, response }) => [...request, ...response]),
  ]
  const known = new Set([...fields.map(({ name }) => name), ...operations.map(({ operation }) => operation)])
  const found = lines
    .filter(({ section }) => /^[24]\./.test(section))
    .flatMap(({ at, text }) => [...text.matchAll(looksLikeName)].map(([name]) => [name, at] as const))
  return found.filter(([name]) => !known.has(name))
}
