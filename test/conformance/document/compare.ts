import { describedFields, type Described, type DescribedFields, type Mark } from './described.ts'
import { expand, resources } from './expand.ts'
import { bare, inside, sides, type Side, type Stated } from './stated.ts'
import { storedFacts, type DocumentName } from './stored.ts'

/** How our description may differ from the document. */
export const kinds = {
  missing: 'the document shows the field, ours has none',
  'not shown': 'ours has the field, the document shows none',
  'not required': 'the document says mandatory, ours does not require it',
  required: 'ours requires it, the document says optional or conditional',
  'required, unstated': 'ours requires it, the document states nothing',
  type: 'another type',
  shorter: 'ours takes less than the length of the document',
  longer: 'ours takes more than the length of the document',
  'length dropped': 'ours takes any length in a request, the document states one',
  'length invented': 'the document states no length',
  'values invented': 'the document lists no values',
  values: 'other values than the document lists',
  'values dropped': 'ours takes any value in a request, the document lists some',
  marked: 'ours marks it as an addition, the document shows it',
} as const
export type Kind = keyof typeof kinds

export interface Difference {
  /** An operation, or the section of a block that every operation shares. */
  readonly operation: string
  readonly side: Side
  readonly field: string
  readonly kind: Kind
  readonly lines: readonly number[]
  /** How our contract marks the field as an addition, if it does. */
  readonly mark: Mark | undefined
}

/** The types of JSON Schema that a type of the document may be. */
const compatible: Readonly<Record<string, readonly string[]>> = {
  String: ['string'],
  DateTime: ['string'],
  ByteArray: ['string'],
  Integer: ['integer', 'number'],
  Long: ['integer', 'number'],
  Number: ['number', 'integer'],
  Boolean: ['boolean'],
  Object: ['object'],
}

/** Digits of a number that JSON carries exactly: the schema has no bound for more. */
const EXACT = 15

const mostOf = (length: string): number => Number(length.split('..').at(-1))
const leastOf = (length: string): number => Number(length.split('..')[0])

type Check = (stated: Stated, ours: Described, side: Side) => Kind | undefined

const needChecks: Check = ({ need, example }, { required }) => {
  if (need === 'mandatory') return required ? undefined : 'not required'
  if (!required) return undefined
  return need === undefined || example ? 'required, unstated' : 'required'
}

const checks: readonly Check[] = [
  needChecks,
  ({ type, list }, ours) =>
    type !== undefined && (!list || ours.list) && !ours.types.some((one) => compatible[type]?.includes(one))
      ? 'type'
      : undefined,
  ({ list, hasMembers }, ours) => ((list && !ours.list) || (hasMembers && !list && ours.list) ? 'type' : undefined),
  ({ length, type }, { most, least, largest, types, isPatterned }, side) => {
    if (length === undefined) return most !== undefined || largest !== undefined ? 'length invented' : undefined
    const digits = Math.min(10 ** mostOf(length) - 1, Number.MAX_SAFE_INTEGER)
    const isText = types.includes('string')
    if (isText) {
      if ((most ?? mostOf(length)) < mostOf(length) || (least ?? 0) > leastOf(length)) return 'shorter'
      if (most === undefined) return side === 'request' && !isPatterned ? 'length dropped' : undefined
      return most > mostOf(length) ? 'longer' : undefined
    }
    if (type === 'Boolean') return undefined
    if (largest === undefined && side === 'request' && mostOf(length) <= EXACT) return 'length dropped'
    return largest !== undefined && largest < digits
      ? 'shorter'
      : largest !== undefined && largest > digits
        ? 'longer'
        : undefined
  },
  ({ values, type }, ours, side) => {
    const isFree = !ours.values && !ours.isPatterned && type !== 'Boolean'
    if (!ours.values) return values && side === 'request' && isFree ? 'values dropped' : undefined
    if (!values) return 'values invented'
    const isSame =
      values.every((value) => ours.values!.includes(value)) && ours.values.every((value) => values.includes(value))
    return isSame ? undefined : 'values'
  },
  (_, { mark }) => mark && 'marked',
]

const pathOf = ({ place, name }: { readonly place: string; readonly name: string }): string => bare(inside(place, name))

interface Found extends Difference {
  readonly within?: string | undefined
}

function differencesOf(
  stated: readonly Stated[],
  { operation, ...ours }: DescribedFields,
  side: Side,
): readonly Found[] {
  const byPath = new Map(ours[side].map((field) => [pathOf(field), field]))
  const known = new Map(stated.map((field) => [pathOf(field), field]))
  const found = (kind: Kind, { lines, within, ...field }: Stated, mark?: Mark): Found => ({
    operation,
    side,
    field: pathOf(field),
    kind,
    lines,
    mark,
    within: within && `${within[0]}|${bare(inside(within[1], field.name))}`,
  })
  const missingOrWrong = stated.flatMap((field) => {
    const other = byPath.get(pathOf(field))
    if (!other) return [found('missing', field)]
    return checks.flatMap((check) => check(field, other, side) ?? []).map((kind) => found(kind, field, other.mark))
  })
  const unknown = ours[side].filter((field) => !known.has(pathOf(field)))
  const names = new Set(unknown.map(pathOf))
  const more = unknown
    .filter(({ place }) => !names.has(bare(place)))
    .map((field): Found => {
      const path = pathOf(field)
      const holder = stated.find((one) => one.holds && path.startsWith(`${pathOf(one)}.`))
      const whole = side === 'response' ? resources[operation] : undefined
      if (whole)
        return {
          operation,
          side,
          field: path,
          kind: 'not shown',
          lines: [],
          mark: field.mark,
          within: `${whole}|${path}`,
        }
      const within = holder && `${holder.holds}|${path.slice(pathOf(holder).length + 1)}`
      return { operation, side, field: path, kind: 'not shown', lines: [], mark: field.mark, within }
    })
  return [...missingOrWrong, ...more]
}

/** What the document shows of our operation is nothing at all. */
const isShown = (stated: readonly Stated[] | undefined): stated is readonly Stated[] => Boolean(stated?.length)

export interface Comparison {
  readonly differences: readonly Difference[]
  /** Fields that both have, and fields of ours in operations or answers that the document does not show. */
  readonly checked: number
  readonly ownOnly: number
  /** The operations of ours. */
  readonly operations: readonly string[]
}

/** Compares one of our descriptions with the facts of its document. */
export function compare(document: DocumentName, ours = describedFields(document)): Comparison {
  const facts = expand(storedFacts(document))
  const found: Found[] = []
  let [checked, ownOnly] = [0, 0]
  for (const operation of ours) {
    for (const side of sides) {
      const stated = facts.get(operation.operation)?.[side]
      const names = new Set(stated?.map(pathOf))
      const both = operation[side].filter((field) => names.has(pathOf(field))).length
      checked += both
      ownOnly += operation[side].length - both
      if (isShown(stated)) found.push(...differencesOf(stated, operation, side))
    }
  }
  return { differences: shared(found), checked, ownOnly, operations: ours.map(({ operation }) => operation) }
}

/** A difference in a block that several operations share is one difference of that block. */
function shared(found: readonly Found[]): readonly Difference[] {
  const seen = new Map<string, Difference>()
  for (const { within, ...one } of found) {
    const [operation, field] = within?.split('|') ?? [one.operation, one.field]
    const key = [operation, one.side, field, one.kind].join(' ')
    seen.set(key, seen.get(key) ?? { ...one, operation: operation!, field: field! })
  }
  return [...seen.values()]
}
