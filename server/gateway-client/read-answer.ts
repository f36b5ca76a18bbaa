import type * as z from 'zod/mini'
import { isDeciding } from '#server-contract/gateway/marks.ts'
import { givesTwice } from './strict-json.ts'

type Schema = z.core.$ZodType
type Shape = Readonly<Record<string, Schema>>
type Fields = Readonly<Record<string, unknown>>

/** What was read of an answer. */
export interface ReadAnswer {
  readonly answer: unknown
  /** Dotted paths of the fields that were dropped, without the values. */
  readonly dropped: ReadonlySet<string>
  /** Whether it has every field that is not optional, as a refusal need not. */
  readonly isComplete: boolean
}

/** A value of another shape than described. */
const UNREADABLE = Symbol('unreadable')

/**
 * Reads the JSON of an answer by one rule: a deciding field (see `deciding` in the contract) that cannot be read, or
 * that is given twice with different values, makes the answer unreadable, which is `undefined`; every other field is
 * kept where it has the described shape, and dropped where not. Numbers and booleans may be texts, texts may be
 * numbers, a list of one entry may be the entry and an entry a list of one, names may have any letter case, and an
 * empty text or null is an absent field.
 */
export function readAnswer(schema: Schema, text: string): ReadAnswer | undefined {
  const value = parsed(text)
  if (!isFields(value)) return undefined
  const dropped = new Set<string>()
  const { shape } = (schema as z.core.$ZodObject)._zod.def
  const answer = readMembers(shape, value, '', dropped)
  if (answer === UNREADABLE) return undefined
  if (givesTwice(text, { root: schema, memberOf, counts: isDeciding })) return undefined
  return { answer, dropped, isComplete: hasRequired(shape, answer) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function read(schema: Schema, value: unknown, path: string, dropped: Set<string>): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
      return read(def.innerType, value, path, dropped)
    case 'object':
      return readObject(def.shape, Array.isArray(value) && value.length === 1 ? value[0] : value, path, dropped)
    case 'array':
      return readList(def.element, value, path, dropped)
    default:
      return typeof value === def.type && isBare(def) ? value : readScalar(schema, def.type, value)
  }
}

function readObject(shape: Shape, value: unknown, path: string, dropped: Set<string>): unknown {
  const found = isFields(value) ? readMembers(shape, value, path, dropped) : UNREADABLE
  return found === UNREADABLE || !hasRequired(shape, found) ? UNREADABLE : found
}

const hasRequired = (shape: Shape, found: Fields): boolean =>
  namesOf(shape).required.every((name) => Object.hasOwn(found, name))

function readMembers(shape: Shape, value: Fields, path: string, dropped: Set<string>): Fields | typeof UNREADABLE {
  const { folded } = namesOf(shape)
  const found: Record<string, unknown> = {}
  for (const given of Object.keys(value)) {
    const name = Object.hasOwn(shape, given) ? given : folded.get(given.toLowerCase())
    if (name === undefined || isAbsent(value[given])) continue
    const schema = shape[name]!
    const field = path ? `${path}.${name}` : name
    const result = read(schema, value[given], field, dropped)
    if (isDeciding(schema)) {
      if (result === UNREADABLE) return UNREADABLE
      if (Object.hasOwn(found, name) && !isSame(found[name], result)) return UNREADABLE
      found[name] ??= result
    } else if (result === UNREADABLE) dropped.add(field)
    else if (name === given || !Object.hasOwn(found, name)) found[name] = result
  }
  return found
}

function readList(element: Schema, value: unknown, path: string, dropped: Set<string>): unknown {
  const isList = Array.isArray(value)
  const entries = (isList ? value : [value]).filter((entry) => !isAbsent(entry))
  const found = entries.map((entry) => read(element, entry, path, dropped)).filter((entry) => entry !== UNREADABLE)
  if (found.length === entries.length) return found
  if (!isList) return UNREADABLE
  dropped.add(path)
  return found
}

/** Whether a text or a flag has no rules beside its type, so that it needs no validation. */
const isBare = ({ type, checks }: z.core.$ZodTypeDef): boolean => type !== 'number' && !checks?.length

function readScalar(schema: Schema, type: string, value: unknown): unknown {
  const result = (schema as z.ZodMiniType).safeParse(conversions[type]?.(value) ?? value)
  return result.success ? result.data : UNREADABLE
}

const booleans: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['false', false],
])

/** The value as the described type, where it stands for one. */
const conversions: Readonly<Record<string, (value: unknown) => unknown>> = {
  string: (value) => (typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : value),
  number: (value) => (typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value),
  boolean: (value) => (typeof value === 'string' ? booleans.get(value.toLowerCase()) : value),
}

const isAbsent = (value: unknown): boolean => value === null || value === undefined || value === ''

/** A code may be a number in one spelling of its name, and a text in the other. */
const isSame = (one: unknown, other: unknown): boolean =>
  (typeof one === 'object' ? JSON.stringify(one) : String(one)) ===
  (typeof other === 'object' ? JSON.stringify(other) : String(other))

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

interface Names {
  /** The member that a name in lower case means. */
  readonly folded: ReadonlyMap<string, string>
  readonly required: readonly string[]
}

const knownNames = new WeakMap<Shape, Names>()

function namesOf(shape: Shape): Names {
  const known = knownNames.get(shape)
  if (known) return known
  const members = Object.entries(shape)
  const names = {
    folded: new Map(members.map(([name]) => [name.toLowerCase(), name])),
    required: members.filter(([, schema]) => typeOf(schema) !== 'optional').map(([name]) => name),
  }
  knownNames.set(shape, names)
  return names
}

const typeOf = (schema: Schema): string => (schema as z.core.$ZodTypes)._zod.def.type

/** The schema of a member; what is inside a field that decides, decides too, and each row of a list by its own marks. */
function memberOf(schema: Schema, name: string): Schema | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const isList = def.type === 'optional' && typeOf(def.innerType) === 'array'
  if (isDeciding(schema) && !isList) return schema
  if (def.type === 'optional') return memberOf(def.innerType, name)
  if (def.type === 'array') return memberOf(def.element, name)
  return def.type === 'object' ? def.shape[namesOf(def.shape).folded.get(name.toLowerCase()) ?? ''] : undefined
}
