import type * as z from 'zod/mini'

type Schema = z.core.$ZodType
type Def = z.core.$ZodTypes['_zod']['def']
type Read = (def: never, value: unknown, field: string) => unknown

/** A field of an answer cannot be read; `field` is its dotted path. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
  readonly field: string
  constructor(field: string) {
    super(`${field || 'the answer'} cannot be read`)
    this.field = field
  }
}

/**
 * Reads an answer by its schema's members and their types alone. Null counts as absent, digits and numbers stand for
 * each other, fields that are not known are left out, and a value that no table lists is passed on. Throws
 * {@link Unreadable}.
 */
export const readTolerantly = (schema: Schema, value: unknown): unknown => read(schema, value, '')

function read(schema: Schema, value: unknown, field: string): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod
  return ((readers[def.type] ?? scalar) as (def: Def, value: unknown, field: string) => unknown)(def, value, field)
}

const scalar: Read = (_, value, field) =>
  ['string', 'number', 'boolean'].includes(typeof value) ? value : unreadable(field)

function unreadable(field: string): never {
  throw new Unreadable(field)
}

const readers: { readonly [Type in Def['type']]?: Read } = {
  string: (_, value, field) =>
    typeof value === 'number' && isExact(value) ? String(value) : ofType('string', value, field),
  number: (_, value, field) => {
    const number = typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value
    return isExact(number) ? number : unreadable(field)
  },
  boolean: (_, value, field) => ofType('boolean', value, field),
  /** A Long, the only type of the document that is not one of zod's. */
  custom: ({ fn }: { fn: (long: unknown) => unknown }, value, field) => {
    const long = typeof value === 'string' && /^-?\d+$/.test(value) ? exactly(value) : value
    return fn(long) ? long : unreadable(field)
  },
  unknown: (_, value) => value,
  optional: ({ innerType }: { innerType: Schema }, value, field) =>
    value === null || value === undefined ? undefined : read(innerType, value, field),
  pipe: ({ out }: { out: Schema }, value, field) => read(out, isList(out) ? nested(value) : value, field),
  array: ({ element }: { element: Schema }, value, field) =>
    value === null
      ? []
      : Array.isArray(value)
        ? value.map((entry, at) => read(element, entry, `${field}.${at}`))
        : unreadable(field),
  object: ({ shape }: { shape: Readonly<Record<string, Schema>> }, value, field) =>
    isFields(value) ? members(shape, value, field) : unreadable(field),
}

const ofType = (type: 'string' | 'boolean', value: unknown, field: string): unknown =>
  typeof value === type ? value : unreadable(field)

/** A bigint where a number does not hold all digits. */
function exactly(digits: string): number | bigint {
  const number = Number(digits)
  return isExact(number) ? number : BigInt(digits)
}

/** Larger whole numbers have lost their last digits. */
const isExact = (value: unknown): boolean =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER

const isList = (schema: Schema): boolean => (schema as z.core.$ZodTypes)._zod.def.type === 'array'

/** The list inside an object of one member, as the document's examples nest it; an empty object has none. */
function nested(value: unknown): unknown {
  if (!isFields(value)) return value
  const inner = Object.values(value)
  return inner.length > 1 ? value : inner.flat().filter((entry) => entry !== null)
}

function members(shape: Readonly<Record<string, Schema>>, value: object, field: string): object {
  const given = new Map(Object.entries(value))
  const found = Object.entries(shape)
    .map(([name, schema]) => [name, read(schema, given.get(name), field ? `${field}.${name}` : name)] as const)
    .filter(([, result]) => result !== undefined)
  return Object.fromEntries(found)
}

const isFields = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
