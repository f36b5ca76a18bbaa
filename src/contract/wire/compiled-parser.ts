import type * as z from 'zod/mini'
import { objectParser } from './compiled-object.ts'
import { predicatesOf } from './compiled-checks.ts'
import { FAILED, isNoValue, UNSURE, type Parse } from './parse-result.ts'

type Schema = z.core.$ZodType
type Def<Type extends z.core.$ZodTypes['_zod']['def']['type']> = Extract<
  z.core.$ZodTypes['_zod']['def'],
  { type: Type }
>

const compiled = new WeakMap<Schema, Parse>()

/**
 * A function that parses as a schema of zod does, without the objects that zod makes for each field, its result and its
 * problems: it returns the output, {@link FAILED} where the schema rejects the value, or {@link UNSURE} where only zod
 * can tell. Kinds of schema that are not in the tables below are parsed by zod itself.
 */
export function compiledParser(schema: Schema): Parse {
  const known = compiled.get(schema)
  if (known) return known
  const parse = checkedParser(schema) ?? parsedByZod(schema)
  compiled.set(schema, parse)
  return parse
}

/** Classes with rules of their own, which share a kind with those in the table. */
const unlike = ['$ZodStringFormat', '$ZodCustom', '$ZodCodec', '$ZodPreprocess', '$ZodExactOptional', '$ZodXor']

/** The parser of a schema's type, followed by its checks; `undefined` where one of them is not known here. */
function checkedParser(schema: Schema): Parse | undefined {
  const { def, traits } = (schema as z.core.$ZodTypes)._zod
  const predicates = predicatesOf(schema)
  if (!predicates || unlike.some((name) => traits.has(name))) return undefined
  const parse = parserOf(schema, def)
  if (!parse || !predicates.length) return parse
  return (value) => {
    const result = parse(value)
    if (isNoValue(result)) return result
    for (const holds of predicates) if (!holds(result)) return FAILED
    return result
  }
}

function parserOf(schema: Schema, def: z.core.$ZodTypes['_zod']['def']): Parse | undefined {
  switch (def.type) {
    case 'string':
    case 'boolean':
      return def.coerce ? undefined : ofType(def.type)
    case 'number':
      return def.coerce ? undefined : (value) => (Number.isFinite(value) ? value : FAILED)
    case 'literal':
    case 'enum':
      return among(schema._zod.values!)
    case 'unknown':
    case 'any':
      return (value) => value
    case 'optional':
      return optional(def)
    case 'nullable':
      return nullable(def)
    case 'array':
      return array(def)
    case 'object':
      return objectParser(def, compiledParser)
    case 'union':
      return union(def)
    case 'transform':
      return transform(def)
    case 'pipe':
      return pipe(def)
    default:
      return undefined
  }
}

const ofType =
  (type: 'string' | 'boolean'): Parse =>
  (value) =>
    typeof value === type ? value : FAILED

const among =
  (values: ReadonlySet<unknown>): Parse =>
  (value) =>
    values.has(value) ? value : FAILED

function optional({ innerType }: Def<'optional'>): Parse | undefined {
  // One that replaces what is absent.
  if (innerType._zod.optin === 'defaulted') return undefined
  const parse = compiledParser(innerType)
  return (value) => (value === undefined ? undefined : parse(value))
}

function nullable({ innerType }: Def<'nullable'>): Parse {
  const parse = compiledParser(innerType)
  return (value) => (value === null ? null : parse(value))
}

function array({ element }: Def<'array'>): Parse {
  const parse = compiledParser(element)
  return (value) => {
    if (!Array.isArray(value)) return FAILED
    const results: unknown[] = []
    for (const one of value as unknown[]) {
      const result = parse(one)
      if (isNoValue(result)) return result
      results.push(result)
    }
    return results
  }
}

/** The option that a member of the value selects, where there is such a member, or the first that accepts the value. */
function union({ options }: Def<'union'>): Parse {
  const parsers = options.map(compiledParser)
  const name = tellingName(options)
  if (name === undefined)
    return (value) => {
      for (const parse of parsers) {
        const result = parse(value)
        if (result !== FAILED) return result
      }
      return FAILED
    }
  const byLiteral = new Map(
    options.flatMap(({ _zod }, at) => [..._zod.propValues![name]!].map((value) => [value as unknown, parsers[at]!])),
  )
  return (value) => {
    if (typeof value !== 'object' || value === null) return FAILED
    const parse = byLiteral.get((value as Readonly<Record<string, unknown>>)[name])
    return parse ? parse(value) : FAILED
  }
}

/** The member whose literal differs in each of the options. */
function tellingName(options: readonly Schema[]): string | undefined {
  const literals = options.map(({ _zod }) => _zod.propValues ?? {})
  return Object.keys(literals[0]!).find((name) => {
    const result = literals.flatMap((values) => [...(values[name] ?? [])])
    const areAll = literals.every((values) => values[name])
    return areAll && new Set(result).size === result.length
  })
}

function transform({ transform: act }: Def<'transform'>): Parse {
  return (value) => {
    const payload = { value, issues: [] }
    const result = act(value, payload)
    return payload.issues.length || result instanceof Promise ? UNSURE : result
  }
}

function pipe(def: Def<'pipe'>): Parse {
  const [before, after] = [compiledParser(def.in), compiledParser(def.out)]
  return (value) => {
    const result = before(value)
    return isNoValue(result) ? result : after(result)
  }
}

const CONTEXT = { async: false } as const

function parsedByZod({ _zod }: Schema): Parse {
  return (value) => {
    const result = _zod.run({ value, issues: [] }, CONTEXT)
    if (result instanceof Promise) return UNSURE
    return result.issues.length ? FAILED : result.value
  }
}
