/** Whether a field must be given; `undefined` where the document states nothing. */
export type Need = 'mandatory' | 'optional' | 'conditional'

/** A field as the document shows it: facts only, none of its prose. */
export interface Fact {
  readonly name: string
  /** The path of the object around it; `[]` ends the name of a list. */
  readonly place: string
  readonly line: number
  readonly type?: string | undefined
  /** `1..36`, or `3` where the document states a single number. */
  readonly length?: string | undefined
  readonly need?: Need | undefined
  readonly values?: readonly string[] | undefined
  readonly list?: true | undefined
  /** Its members stand in another section, or in a named block of it. */
  readonly shape?: string | undefined
  /** The operation, or the section, that describes it further. */
  readonly like?: string | undefined
  /** Only an example, or a sentence about one, shows it. */
  readonly example?: true | undefined
}

export interface OperationFacts {
  /** The path of a gateway's operation, or the name of an issuer's. */
  readonly operation: string
  readonly section: string
  readonly line: number
  readonly request: readonly Fact[]
  readonly response: readonly Fact[]
}

/** A resource or a block of fields that several operations share. */
export interface ShapeFacts {
  readonly shape: string
  readonly line: number
  readonly fields: readonly Fact[]
}

export interface DocumentFacts {
  readonly document: string
  readonly tables: number
  readonly shapes: readonly ShapeFacts[]
  readonly operations: readonly OperationFacts[]
  /** Lines inside operations and resources that state no field, or none that could be read. */
  readonly unread: readonly number[]
  /** Names that look like a field's and stand in none of the tables, with their lines. */
  readonly unplaced: readonly (readonly [name: string, line: number])[]
}

const order = ['name', 'place', 'type', 'length', 'need', 'list', 'shape', 'like', 'example', 'values'] as const

const fieldText = (fact: Fact): string =>
  `{ ${order
    .filter((key) => fact[key] !== undefined && fact[key] !== '')
    .map((key) => `"${key}": ${JSON.stringify(fact[key])}`)
    .join(', ')} }`

/** A line of the document: its number, and the fields that it states. */
const lineText = (facts: readonly Fact[]): string => `[${[facts[0]!.line, ...facts.map(fieldText)].join(', ')}]`

const lineTexts = (facts: readonly Fact[]): readonly string[] => {
  const ends = facts.flatMap(({ line }, at) => (line === facts[at + 1]?.line ? [] : [at + 1]))
  return ends.map((end, at) => lineText(facts.slice(ends[at - 1] ?? 0, end)))
}

const listed = (rows: readonly string[], indent: string): string =>
  rows.length ? `[\n${rows.map((row) => `${indent}  ${row}`).join(',\n')}\n${indent}]` : '[]'

const shapeText = ({ shape, line, fields }: ShapeFacts): string =>
  `{ "shape": ${JSON.stringify(shape)}, "line": ${line}, "fields": ${listed(lineTexts(fields), '    ')} }`

const operationText = ({ operation, section, line, request, response }: OperationFacts): string =>
  `{ "operation": ${JSON.stringify(operation)}, "section": "${section}", "line": ${line},\n      "request": ${listed(lineTexts(request), '      ')},\n      "response": ${listed(lineTexts(response), '      ')} }`

/** The facts as they are stored: a line for each of the document, so that a difference is one line. */
export const written = ({ document, tables, shapes, operations, unread, unplaced }: DocumentFacts): string =>
  `{
  "document": ${JSON.stringify(document)},
  "tables": ${tables},
  "shapes": ${listed(shapes.map(shapeText), '  ')},
  "operations": ${listed(operations.map(operationText), '  ')},
  "unread": ${JSON.stringify(unread)},
  "unplaced": ${listed(
    unplaced.map((one) => JSON.stringify(one)),
    '  ',
  )}
}
`
