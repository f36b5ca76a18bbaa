import * as z from 'zod/mini'
import { sparseObject } from './sparse-object.ts'

type Schema = z.core.$ZodType
type Read<S extends Schema> = z.core.util.SafeParseResult<z.core.output<S>>

/** Parses values with a schema, with the same results as the schema itself. */
export interface Reader<S extends Schema> {
  /** Throws zod's error when the value is invalid. */
  parse(value: unknown): z.core.output<S>
  safeParse(value: unknown): Read<S>
}

const readers = new WeakMap<Schema, Reader<Schema>>()

/**
 * A faster parser for servers: objects use code that zod generates, which a browser's content security policy forbids,
 * and a union uses the option that a member of the value selects, instead of trying one after the other.
 */
export function readerOf<S extends Schema>(schema: S): Reader<S> {
  const known = readers.get(schema)
  if (known) return known as Reader<S>
  const swift = swiftly(schema) as S
  const reader: Reader<S> = {
    parse: (value) => z.parse(swift, value),
    safeParse: (value) => z.safeParse(swift, value),
  }
  readers.set(schema, reader)
  return reader
}

type Options = Parameters<typeof z.discriminatedUnion>[1]

/** The same schema, built from zod's faster classes. */
function swiftly(schema: Schema): Schema {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return sparseObject(def, swiftShape(def.shape))
    case 'optional':
      return new z.core.$ZodOptional({ ...def, innerType: swiftly(def.innerType) })
    case 'array':
      return new z.core.$ZodArray({ ...def, element: swiftly(def.element) })
    case 'union':
      return swiftUnion(schema, def.options.map(swiftly))
    default:
      return schema
  }
}

const swiftShape = (shape: z.core.$ZodShape): Record<string, Schema> =>
  Object.fromEntries(Object.entries(shape).map(([name, member]) => [name, swiftly(member)]))

function swiftUnion(schema: Schema, options: Schema[]): Schema {
  const name = tellingName(options)
  return name === undefined ? schema : z.discriminatedUnion(name, options as unknown as Options)
}

/** The member whose literal differs in each of the options. */
function tellingName(options: readonly Schema[]): string | undefined {
  const literals = options.map(({ _zod }) => _zod.propValues ?? {})
  return Object.keys(literals[0]!).find((name) => {
    const result = literals.flatMap((values) => [...(values[name] ?? [])])
    return result.length === options.length && new Set(result).size === result.length
  })
}
