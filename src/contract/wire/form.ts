import type * as z from 'zod/mini'
import { withWrittenNumbers } from './exact-json.ts'

type Fields = Readonly<Record<string, unknown>>

const asText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)

/** Encodes fields as a form: a list repeats its name, an object becomes JSON text, `undefined` is left out. */
export function toForm(fields: Fields): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    for (const one of Array.isArray(value) && value.every((entry) => typeof entry !== 'object') ? value : [value])
      form.append(name, asText(one))
  }
  return form
}

/** Reads a form into an object without a prototype; an empty field counts as absent, a repeated one becomes a list. */
export function fromForm(form: URLSearchParams): Record<string, unknown> {
  const fields = Object.create(null) as Record<string, unknown>
  for (const [name, value] of form) {
    if (value === '') continue
    const before = fields[name]
    if (Array.isArray(before)) before.push(value)
    else fields[name] = before === undefined ? value : [before, value]
  }
  return fields
}

const booleans = new Map([
  ['true', true],
  ['false', false],
])

/** Converts the text of a form to the types that its schema expects, without validating it. */
export const coerce = (schema: z.core.$ZodType, value: unknown): unknown => convert(schema, value, false)

/** `inJson`: the value is inside JSON, where a list is written as one. */
function convert(schema: z.core.$ZodType, value: unknown, inJson: boolean): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return isAbsent(def.innerType, value) ? undefined : convert(def.innerType, value, inJson)
    case 'pipe':
      return convert(def.out, value, inJson)
    case 'number':
      return typeof value === 'string' && numeralOf(def).test(value) ? Number(value) : value
    case 'boolean':
      return typeof value === 'string' ? (booleans.get(value) ?? value) : value
    case 'array':
      return convertList(def.element, value, inJson)
    case 'record':
      return parsed(value)
    case 'object':
      return convertFields(def.shape, parsed(value), inJson || typeof value === 'string')
    default:
      return value
  }
}

/** `null` is a value of JSON; in any other field it is a text of four letters, which may be an identifier. */
const isAbsent = (schema: z.core.$ZodType, value: unknown): boolean =>
  value === undefined || (value === 'null' && isJson(schema))

/** Whether a field of a form is written as JSON, and not as plain text or as a list of plain texts. */
function isJson(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return isJson(def.innerType)
    case 'pipe':
      return isJson(def.out)
    case 'array':
      return isJson(def.element)
    default:
      return def.type === 'object' || def.type === 'record'
  }
}

/** An Integer is written without a fraction: `1000.0` is refused. */
const numeralOf = (def: z.core.$ZodNumberDef): RegExp => (isWhole(def) ? /^-?\d+$/ : /^-?\d+(\.\d+)?$/)

const isWhole = (def: z.core.$ZodNumberDef): boolean =>
  'check' in def || (def.checks ?? []).some(({ _zod }) => _zod.def.check === 'multiple_of')

/** A field of a form that is sent once is a list of one entry. */
function convertList(element: z.core.$ZodType, value: unknown, inJson: boolean): unknown {
  const list = parsed(value)
  if (Array.isArray(list)) return list.map((entry) => convert(element, entry, inJson || typeof value === 'string'))
  return inJson ? list : [convert(element, list, inJson)]
}

function convertFields(shape: Readonly<Record<string, z.core.$ZodType>>, value: unknown, inJson: boolean): unknown {
  if (!value || typeof value !== 'object' || Array.isArray(value)) return value
  const fields = Object.create(null) as Record<string, unknown>
  for (const [name, inner] of Object.entries(value))
    fields[name] = Object.hasOwn(shape, name) ? convert(shape[name]!, inner, inJson) : inner
  return fields
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    return JSON.parse(withWrittenNumbers(value))
  } catch {
    return value
  }
}
