import { annotationOf, isScalar } from './annotation.ts'
import type { DocumentFacts, Fact, OperationFacts, ShapeFacts } from '../facts.ts'
import { linesOf, type Line } from './lines.ts'
import { readBullets, readTable, type Read } from './read-fields.ts'
import { groupBy } from './split.ts'
import { unplacedIn } from './unplaced.ts'

/** Bullets first state one side, then the other; a line that opens a side says which. */
const opens: readonly (readonly [RegExp, 'request' | 'response'])[] = [
  [/^(?:Response\b|Its response|orderStatus object|The first call returns|3-D Secure 2 flow)/, 'response'],
  [/^The repeated call/, 'response'],
  [/^(?:Request\b|The second call)/, 'request'],
]

function sidesOf(lines: readonly Line[]): Readonly<Record<'request' | 'response', readonly Line[]>> {
  const sides: Record<'request' | 'response', Line[]> = { request: [], response: [] }
  let side: 'request' | 'response' = 'request'
  for (const line of lines) {
    side = opens.find(([pattern]) => pattern.test(line.text))?.[1] ?? side
    sides[side].push(line)
  }
  return sides
}

function readLines(lines: readonly Line[]): Read {
  const isRow = ({ text }: Line): boolean => text.startsWith('|')
  const table = readTable(lines.filter(isRow))
  const bullets = readBullets(levelled(lines.filter((line) => !isRow(line))))
  return { fields: [...table.fields, ...bullets.fields], unread: [...table.unread, ...bullets.unread] }
}

/** Bullets below a line that is none, such as `orderStatus object`, are nested in it. */
const levelled = (lines: readonly Line[]): readonly Line[] =>
  lines.map((line) => {
    const text = line.text.replace(/^(orderStatus) object \([^)]*\)/, '$1')
    return { ...line, text }
  })

const METHOD = /^(?:POST|GET) (\/[\w/.]+)/

/** The operation of a heading: a gateway's path, or an issuer's name. */
const operationOf = ({ heading, section }: Line): string | undefined =>
  METHOD.exec(heading)?.[1] ??
  (section.startsWith('4.') && !/^[A-Z]\w+(?:,|$| \w+$)/.test(heading) ? heading : undefined)

const isOperation = (name: string | undefined): name is string =>
  name !== undefined && /^(?:\/|[a-z])|^PIN read/.test(name)

interface Part<Facts> {
  readonly facts: Facts
  readonly unread: readonly number[]
}

function readOperation(operation: string, lines: readonly Line[]): Part<OperationFacts> {
  const { request, response } = sidesOf(lines)
  const [asked, answered] = [readLines(request), readLines(response)]
  const { section, at, heading, text } = lines[0]!
  const inAddress = [...heading.matchAll(/[?&](\w+)=/g)].map(([, name]) => ({
    name: name!,
    place: '',
    line: at,
    ...annotationOf(text),
    need: 'mandatory' as const,
  }))
  return {
    facts: { operation, section, line: at, request: [...inAddress, ...asked.fields], response: answered.fields },
    unread: [...asked.unread, ...answered.unread],
  }
}

function readShape(shape: string, lines: readonly Line[]): Part<ShapeFacts> {
  const { fields, unread } = readLines(lines.map(asShape))
  const members = fields.filter(({ name }) => !shape.endsWith(` ${name}`))
  // A block without members is a field by itself.
  const own = members.length ? members : fields.filter(({ type }) => isScalar(type))
  const need = /\ball Optional|\(Optional fields/.test(lines[0]!.text) && { need: 'optional' as const }
  const stated = merged(own).map((field) => ({ ...need, ...field }))
  return { facts: { shape, line: lines[0]!.at, fields: stated }, unread }
}

/** A resource's member may be shown through the operation that lists it. */
const asShape = (line: Line): Line => ({
  ...line,
  text: line.text
    .replace(/^Listed by \S+ as \{(.*)\}\.$/, '$1.')
    .replace(/^\w+ \((?:Object|all Optional|Optional fields)[^)]*\):?$/, '')
    .replace(/^\w+ \(bindingType \w, (bindingCategory) (\w+)\).*/, '$1 (only $2)')
    .replace(/^Wallet requests accept only empty, (\w+) and (\w+)\.$/, 'wallet.tii ($1 or $2)')
    .replace(/^.*the response is an object with (responseCode \(.*\))\.$/, '$1')
    .replace(/^Authentication parameters \(see section 5\): /, 'Known: '),
})

/** Facts of one field in several lines become one. */
const merged = (fields: readonly Fact[]): readonly Fact[] =>
  groupBy(fields, ({ place, name }) => `${place}/${name}`).map(([first, ...others]) => {
    const values = [first!, ...others].flatMap((fact) => fact.values ?? [])
    return { ...(Object.assign({}, ...others.toReversed(), first) as Fact), ...(values.length && { values }) }
  })

const shapeOf = ({ section, heading }: Line): string =>
  section !== '2.4' || heading.startsWith('Limit')
    ? section
    : `2.4 ${heading.startsWith('Shared') || heading.startsWith('Auth') ? 'Authentication parameters' : heading}`.trim()

/** Reads everything that a document shows of operations and resources. */
export function extract(document: string, text: string): DocumentFacts {
  const lines = linesOf(text)
  const shapes = groupBy(
    lines.filter(({ section, text }) => /^2\.\d/.test(section) || text.startsWith('All are POST')),
    shapeOf,
  ).map((group) => readShape(shapeOf(group[0]!), group))
  const inOperations = lines.filter((line) => isOperation(operationOf(line)))
  const operations = groupBy(inOperations, (line) => `${line.section} ${operationOf(line)}`).map((group) =>
    readOperation(operationOf(group[0]!)!, group),
  )
  const facts = { shapes: shapes.map((part) => part.facts), operations: operations.map((part) => part.facts) }
  return {
    document,
    tables: [
      ...facts.shapes.map(({ fields }) => fields),
      ...facts.operations.flatMap((one) => [one.request, one.response]),
    ].filter(({ length }) => length).length,
    ...facts,
    unread: [...shapes, ...operations].flatMap(({ unread }) => unread).toSorted((one, other) => one - other),
    unplaced: unplacedIn(lines, facts),
  }
}
