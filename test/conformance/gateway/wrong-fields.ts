import type * as z from 'zod/mini'

export type Path = readonly (string | number)[]

/** A value that breaks the rule of the field at `path`; `undefined` leaves the field out. */
export interface WrongField {
  readonly path: Path
  /** What is wrong, as the end of the sentence “a field that is …”. */
  readonly how: string
  readonly value: unknown
}

type Def = z.core.$ZodTypes['_zod']['def']
type Encoding = 'form' | 'json'
type Wrong = readonly [how: string, value: unknown]

const defOf = (schema: z.core.$ZodType): Def => (schema as z.core.$ZodTypes)._zod.def

/** The schema of a field's value, without `optional` and after parsing. */
const inner = (schema: z.core.$ZodType): z.core.$ZodType => {
  const def = defOf(schema)
  if (def.type === 'optional') return inner(def.innerType)
  return def.type === 'pipe' ? inner(def.out) : schema
}

/** Every field of a request that its schema alone can refuse, with each kind of wrong value. */
export const wrongFields = (request: z.core.$ZodType, encoding: Encoding): WrongField[] =>
  wrongInside(request, encoding, [])

function wrongInside(schema: z.core.$ZodType, encoding: Encoding, path: Path): WrongField[] {
  const def = defOf(inner(schema))
  if (def.type === 'array') return wrongAt(def.element, encoding, [...path, 0])
  if (def.type !== 'object') return []
  return Object.entries(def.shape).flatMap(([name, field]) => wrongAt(field, encoding, [...path, name]))
}

function wrongAt(field: z.core.$ZodType, encoding: Encoding, path: Path): WrongField[] {
  const isMandatory = defOf(field).type !== 'optional' && typeof path.at(-1) === 'string'
  // Nested values of a form are encoded as JSON.
  const wrong = wrongValues(defOf(inner(field)), path.length > 1 ? 'json' : encoding)
  const here: readonly Wrong[] = [...(isMandatory ? [['missing', undefined] as const] : []), ...wrong]
  return [...here.map(([how, value]) => ({ path, how, value })), ...wrongInside(field, encoding, path)]
}

function wrongValues(def: Def, encoding: Encoding): Wrong[] {
  const ofType: Partial<Record<Def['type'], () => Wrong[]>> = {
    string: () => [...ofAnotherType(encoding), ...wrongLengths(def, encoding), ...wrongFormat(def)],
    number: () => [['of another type', 'ten'], ...wrongNumbers(def)],
    boolean: () => [['of another type', 'maybe']],
    enum: () => [['a value that is not listed', 'nonsense']],
    literal: () => wrongLiterals(def),
    record: () => [
      ['of another type', 'no object'],
      ['a list', ['one']],
    ],
    object: () => [['of another type', 'no object']],
  }
  return ofType[def.type]?.() ?? []
}

function wrongLiterals(def: Def): Wrong[] {
  const numbers = 'values' in def ? def.values.filter((value) => typeof value === 'number') : []
  return [
    ['a value that is not listed', 'nonsense'],
    ...(numbers.length ? [['a number that is not listed', Math.max(...numbers) + 1] as const] : []),
  ]
}

/** Every value of a form is text, but a name that occurs twice is a list. */
const ofAnotherType = (encoding: Encoding): Wrong[] =>
  encoding === 'form' ? [['sent twice', ['one', 'two']]] : [['of another type', 5]]

type Check = z.core.$ZodCheckDef & { readonly minimum?: number; readonly maximum?: number; readonly value?: number }

const checksOf = (def: Def): Check[] =>
  ('checks' in def ? (def.checks ?? []) : []).map((check) => check._zod.def as Check)

function wrongLengths(def: Def, encoding: Encoding): Wrong[] {
  const checks = checksOf(def)
  const most = checks.find(({ check }) => check === 'max_length')?.maximum ?? (hasFormat(def) ? 40 : undefined)
  const least = checks.find(({ check }) => check === 'min_length')?.minimum ?? 0
  // An empty field of a form counts as absent.
  const canBeShort = least > 1 || (least === 1 && encoding === 'json')
  return [
    ...(most === undefined ? [] : [['too long', '1'.repeat(most + 1)] as const]),
    ...(canBeShort ? [['too short', '1'.repeat(least - 1)] as const] : []),
  ]
}

const hasFormat = (def: Def): boolean =>
  checksOf(def).some(({ check }) => check === 'string_format' || check === 'custom')

const wrongFormat = (def: Def): Wrong[] => (hasFormat(def) ? [['of another format', 'ж']] : [])

const isWhole = (def: object): boolean => 'check' in def && def.check === 'number_format'

function wrongNumbers(def: Def): Wrong[] {
  // Of two bounds the narrower applies.
  const bounds = (kind: string) => checksOf(def).flatMap(({ check, value }) => (check === kind ? [value!] : []))
  const [least, most] = [bounds('greater_than'), bounds('less_than')]
  return [
    ...(isWhole(def) ? [['no whole number', 1.5] as const] : []),
    ...(least.length ? [['too small', Math.max(...least) - 1] as const] : []),
    ...(most.length ? [['too large', Math.min(...most) + 1] as const] : []),
  ]
}

/** A copy of the fields with another value at a path, or without one. */
export function withValue(fields: object, [name, ...rest]: Path, value: unknown): object {
  const copy = (Array.isArray(fields) ? [...fields] : { ...fields }) as Record<string | number, unknown>
  if (rest.length) copy[name!] = withValue((copy[name!] ?? {}) as object, rest, value)
  else if (value === undefined) delete copy[name!]
  else copy[name!] = value
  return copy
}
