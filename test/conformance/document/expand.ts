import { completer } from './complete.ts'
import type { DocumentFacts, Fact } from './facts.ts'
import { bare, inside, isGateway, type Side, type Stated } from './stated.ts'

/** Blocks that a field stands for by its name alone. */
const blocks: Readonly<Record<string, string>> = {
  cardIdentification: '2.2',
  sourceCardIdentification: '2.2',
  destinationCardIdentification: '2.2',
  cardAcceptorParameters: '2.3',
  orderStatus: '4.8',
}

/** An operation whose answer the document leaves to a resource. */
export const resources: Readonly<Record<string, string>> = { '/payment/rest/getOrderStatusExtended.do': '4.8' }

const isScalar = (type: string | undefined): boolean => type !== undefined && type !== 'Object'

const pathOf = ({ place, name, list }: Pick<Fact, 'place' | 'name' | 'list'>): string =>
  `${place ? `${place}.` : ''}${name}${list ? '[]' : ''}`

type Row = Fact & Pick<Stated, 'within' | 'holds'>

/** A document's facts, field by field, for every operation. */
export function expand(facts: DocumentFacts): ReadonlyMap<string, Readonly<Record<Side, readonly Stated[]>>> {
  const { operations, shapes } = facts
  const names = new Set([
    ...operations.map(({ operation }) => operation),
    ...(isGateway(facts) ? Object.keys(resources) : []),
  ])
  const rowsOf = (name: string, side: Side): readonly Fact[] => [
    ...operations.filter(({ operation }) => operation === name).flatMap((one) => one[side]),
    ...(side === 'response' && resources[name]
      ? [
          { name: '*', place: '', line: 0, shape: resources[name] },
          ...shapeRows('2.1').filter((row) => row.name === 'orderId'),
        ]
      : []),
  ]
  const shapeRows = (shape: string): readonly Fact[] => {
    const of = (name: string): readonly Fact[] => shapes.find((one) => one.shape === name)?.fields ?? []
    const status = operations.find(({ section }) => section === '4.8')
    const inStatus = status && isGateway(facts) ? membersOf(status.response, 'orderStatus') : []
    return shape === '4.8' ? [...inStatus, ...of('2.1').filter(({ name }) => name !== 'orderId')] : of(shape)
  }
  const isBlock = (name: string): boolean =>
    shapes.some(({ shape, fields }) => shape === `2.4 ${name}` && fields.some((field) => field.name !== name))
  const shapeOf = ({ name, shape, type }: Fact): string | undefined => {
    if (shape === '2.3' && isGateway(facts)) return undefined
    const block = isScalar(type) ? undefined : (blocks[name] ?? (isBlock(name) ? `2.4 ${name}` : undefined))
    return shape ?? block
  }

  const opened = (row: Row, around: readonly Fact[], side: Side, own: string): readonly Row[] => {
    const path = row.name === '*' ? row.place : pathOf(row)
    const put = (rows: readonly Fact[], shape: string): readonly Row[] =>
      rows
        .filter(({ name }) => !(shape === '2.6' && name === 'cards' && row.name === 'accounts'))
        .flatMap((one) =>
          opened({ ...one, place: inside(path, one.place), within: [shape, one.place] }, rows, side, own),
        )
    const shape = shapeOf(row)
    const self = row.name === '*' ? [] : [{ ...row, ...(shape && { holds: shape }) }]
    if (shape) return [...self, ...put(shapeRows(shape), shape)]
    const same =
      row.name === '*' && operations.find(({ operation }) => operation.endsWith(`/${row.like}.do`))?.operation
    if (same) return put(rowsOf(same, side), same)
    if (row.like === 'sibling') {
      const sibling = around.find(({ place, list, name }) => place === row.place && list && name !== row.name)!
      return [...self, ...membersOf(around, pathOf(sibling)).map((one) => ({ ...one, place: inside(path, one.place) }))]
    }
    const other = row.like ? likeRows(row, own) : sameRows(row, around, side)
    return other.length ? [...self, ...other.map((one) => ({ ...one, place: inside(path, one.place) }))] : self
  }
  /** Members of the same field where `like` shows it. */
  const likeRows = (row: Row, own: string): readonly Fact[] => {
    const from =
      row.like === 'above'
        ? operations.slice(
            0,
            operations.findIndex(({ operation }) => operation === own),
          )
        : operations.filter(({ operation }) => operation === row.like)
    const rows = from.toReversed().flatMap(({ request }) => request)
    const found = rows.find(({ name, place }) => name === row.name && place === '')
    return found ? membersOf(rows, pathOf(found)) : []
  }
  /** Members that another operation shows of an object that is only named here. */
  const sameRows = (row: Row, around: readonly Fact[], side: Side): readonly Fact[] => {
    const path = pathOf(row)
    if (row.place !== '' || row.type || around.some(({ place }) => place === path)) return []
    const found = operations.map((one) => membersOf(one[side], path)).find(({ length }) => length)
    return found ?? []
  }
  const complete = completer(facts)
  const statedOf = (name: string, side: Side): readonly Stated[] => {
    const rows = rowsOf(name, side)
    return merge(rows.flatMap((row) => opened(row, rows, side, name))).map((row) => complete(row, side, name))
  }
  return new Map(
    [...names].map((name) => [name, { request: statedOf(name, 'request'), response: statedOf(name, 'response') }]),
  )
}

/** The fields at a place and below it, as seen from there. */
const membersOf = (rows: readonly Fact[], at: string): readonly Fact[] =>
  rows
    .filter(({ place }) => place === at || place.startsWith(`${at}.`))
    .map((row) => ({ ...row, place: row.place.slice(at.length + 1) }))

/** One row per field: what is stated first counts, and values from everywhere. */
function merge(rows: readonly Row[]): readonly Stated[] {
  const found = new Map<string, Stated>()
  for (const { line, ...row } of rows) {
    const key = bare(inside(row.place, row.name))
    const before = found.get(key)
    const stated = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))
    const values = [...(before?.values ?? []), ...(row.values ?? [])]
    const lines = [...new Set([...(before?.lines ?? []), line])].filter(Boolean)
    found.set(key, { ...stated, ...before, lines, ...(values.length && { values: [...new Set(values)] }) } as Stated)
  }
  const places = new Set([...found.values()].map(({ place }) => bare(place)))
  return [...found.values()].map(({ example, ...row }) => ({
    ...row,
    ...(example && row.lines.length === 1 && { example }),
    hasMembers: places.has(bare(inside(row.place, row.name))),
  }))
}
