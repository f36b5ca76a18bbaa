import type * as z from 'zod/mini'

/** A value that breaks the rule of the field at `path`; `undefined` leaves the field out. */
export interface WrongField {
  readonly path: readonly string[]
  readonly value: unknown
}

type Def = z.core.$ZodTypes['_zod']['def']

const defOf = (schema: z.core.$ZodType): Def => (schema as z.core.$ZodTypes)._zod.def

/** The schema of a field that is there. */
const inner = (schema: z.core.$ZodType): z.core.$ZodType => {
  const def = defOf(schema)
  return def.type === 'optional' ? inner(def.innerType) : schema
}

/** Every field of a request that can be wrong by its schema alone, each in every way that its kind can be. */
export function wrongFields(request: z.core.$ZodType, encoding: 'form' | 'json'): WrongField[] {
  const def = defOf(inner(request))
  if (def.type !== 'object') return []
  return Object.entries(def.shape).flatMap(([name, field]) => {
    const missing = defOf(field).type === 'optional' ? [] : [{ path: [name], value: undefined }]
    const wrong = wrongValues(inner(field), encoding).map((value) => ({ path: [name], value }))
    const nested = isAllOptional(inner(field)) ? wrongFields(field, encoding) : []
    return [...missing, ...wrong, ...nested.map(({ path, value }) => ({ path: [name, ...path], value }))]
  })
}

const isAllOptional = (schema: z.core.$ZodType): boolean => {
  const def = defOf(schema)
  return def.type === 'object' && Object.values(def.shape).every((field) => defOf(field).type === 'optional')
}

function wrongValues(schema: z.core.$ZodType, encoding: 'form' | 'json'): unknown[] {
  const def = defOf(schema)
  const ofType: Partial<Record<Def['type'], unknown[]>> = {
    string: [...tooLong(def), ...(hasFormat(def) ? ['ж'] : []), ...(encoding === 'json' ? [5] : [])],
    number: ['ten', '1.5', -1, 10 ** 15],
    boolean: ['maybe'],
    enum: ['nonsense'],
    record: ['no object'],
    object: ['no object'],
  }
  return ofType[def.type] ?? []
}

const checksOf = (def: Def): z.core.$ZodCheckDef[] =>
  ('checks' in def ? (def.checks ?? []) : []).map((check) => check._zod.def)

const tooLong = (def: Def): string[] =>
  checksOf(def).flatMap((check) =>
    check.check === 'max_length' ? ['1'.repeat((check as z.core.$ZodCheckMaxLengthDef).maximum + 1)] : [],
  )

const hasFormat = (def: Def): boolean =>
  checksOf(def).some(({ check }) => check === 'string_format' || check === 'custom')
