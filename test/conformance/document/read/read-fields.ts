import { annotationOf, isScalar, valuesIn } from './annotation.ts'
import type { Fact } from '../facts.ts'
import { tableRows, type Line } from './lines.ts'
import { readSentence, type Named } from './phrase.ts'
import { splitAt } from './split.ts'

/** What the lines of a part of the document state. */
export interface Read {
  readonly fields: readonly Fact[]
  readonly unread: readonly number[]
}

const nameOf = (name: string, list: boolean | undefined): string => (list ? `${name}[]` : name)
const inside = (place: string, name: string): string => (place ? `${place}.${name}` : name)

/** A field and its members, each with its place; a dotted name is a place of its own. */
function factsOf({ members = [], name: full, ...field }: Named, place: string, line: number): Fact[] {
  const parts = full.split('.')
  const name = parts.at(-1)!
  const around = parts.slice(0, -1).reduce(inside, place)
  const own = inside(around, nameOf(name, field.list))
  const holders = parts.slice(0, -1).map((holder, at) => ({
    name: holder.replace('[]', ''),
    place: parts.slice(0, at).reduce(inside, place),
    ...(holder.endsWith('[]') && { list: true as const }),
    line,
  }))
  return [
    ...holders,
    { ...field, name, place: around, line },
    ...members.flatMap((member) => factsOf(member, own, line)),
  ]
}

/** Reads a table whose first column names fields; other tables hold none. */
export function readTable(lines: readonly Line[]): Read {
  const rows = tableRows(lines)
  const [column = ''] = Object.keys(rows[0]?.cells ?? {})
  if (/^[a-z]+$/.test(column)) return { fields: [valuesOf(column, rows)], unread: [] }
  if (!/^(?:Name|Field)$/.test(column)) return { fields: [], unread: [] }
  const unread: number[] = []
  const fields = rows.flatMap(({ at, cells }) => {
    const { Name, Field = Name, Type = '', Req = '', Notes = '', Meaning = Notes } = cells
    const { fields: named } = readSentence(Field!)
    if (!named.length) unread.push(at)
    const { need } =
      Req.startsWith('Mandatory') && /\bunless\b/.test(Req + Meaning)
        ? { need: 'conditional' as const }
        : annotationOf(Req)
    const { type, length, list, like } = annotationOf(Type)
    const about = annotationOf(Meaning)
    const values = type === 'String' || type === undefined ? valuesIn(Meaning) : undefined
    const members = list
      ? readSentence(Meaning.replace(/^[^:]*: /, `${named[0]?.name ?? ''}: list of {`).concat('}')).fields
      : []
    const like2 = like ?? about.like
    return named.flatMap((field) =>
      factsOf(
        {
          ...field,
          ...(type && { type }),
          ...(length && { length }),
          ...(list && { list, ...(members[0]?.members && { members: members[0].members }) }),
          ...(need && { need }),
          ...(values && { values }),
          ...(like2 && { like: like2 }),
          ...(/\b2\.3\b/.test(Meaning) && { shape: '2.3' }),
        },
        '',
        at,
      ),
    )
  })
  return { fields, unread }
}

/** A table of a field's values. */
const valuesOf = (name: string, rows: ReturnType<typeof tableRows>): Fact => ({
  name,
  place: '',
  line: rows[0]!.at,
  values: rows.map(({ cells }) => cells[name]!).filter((value) => value !== 'empty'),
})

interface Level {
  readonly depth: number
  readonly place: string
  /** Bullets below describe values of this field, not members. */
  readonly isScalar: boolean
}

/** Reads bullets: one that is nested states members of the field that the one around it names. */
export function readBullets(lines: readonly Line[]): Read {
  const fields: Fact[] = []
  const unread: number[] = []
  let levels: readonly Level[] = []
  for (const { at, text, depth } of lines) {
    levels = levels.filter((level) => level.depth < depth)
    const around = levels.at(-1) ?? { depth: -2, place: '', isScalar: false }
    const before = fields.length
    if (!around.isScalar) fields.push(...factsOfBullet(text.replace(/:$/, ''), around.place, at))
    if (fields.length === before) unread.push(at)
    const last = fields[before]
    const isField = last !== undefined && !/^(?:Request|Response|The )/.test(text)
    const holder = text.includes('each with:') ? fields.at(-1)! : last
    levels = [
      ...levels,
      {
        depth,
        place: isField ? inside(holder!.place, nameOf(holder!.name, holder!.list)) : around.place,
        isScalar: isField && isScalar(last.type) && !text.endsWith(':'),
      },
    ]
  }
  return { fields, unread }
}

function factsOfBullet(text: string, place: string, line: number): Fact[] {
  const contains = /^(\w+) (\(\w+\)) contains (\w+) (\(\w+\)), each with$/.exec(text)
  if (contains) {
    const [, outer, need, name, itsNeed] = contains
    const within = { name: name!, list: true as const, ...annotationOf(itsNeed!) }
    return factsOf({ name: outer!, ...annotationOf(need!), members: [within] }, place, line)
  }
  const facts: Fact[] = []
  let last = place
  for (const sentence of splitAt(text.replace(/^(?:Request|Response)(?: \([A-Z]+\))?: /, ''), '.')) {
    const { fields, ofLast } = readSentence(sentence)
    facts.push(...fields.flatMap((field) => factsOf(field, ofLast && !field.name.includes('.') ? last : place, line)))
    const holder = ofLast ? undefined : fields.find(({ members }) => members)
    if (holder) last = inside(place, nameOf(holder.name, holder.list))
  }
  const always = valuesIn(text)
  return /value is always/.test(text) ? facts.map((fact) => ({ ...fact, ...(always && { values: always }) })) : facts
}
