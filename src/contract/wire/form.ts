import type * as z from 'zod/mini'

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
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name).filter((value) => value !== '')
    if (values.length) fields[name] = values.length === 1 ? values[0] : values
  }
  return fields
}

const booleans = new Map([
  ['true', true],
  ['false', false],
])

/** Converts the text of a form to the types that its schema expects, without validating it. */
export function coerce(schema: z.core.$ZodType, value: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return value === undefined || value === 'null' ? undefined : coerce(def.innerType, value)
    case 'number':
      return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
    case 'boolean':
      return typeof value === 'string' ? (booleans.get(value) ?? value) : value
    case 'array':
      return coerceList(def.element, value)
    case 'record':
      return parsed(value)
    case 'object':
      return coerceFields(def.shape, parsed(value))
    default:
      return value
  }
}

function coerceList(element: z.core.$ZodType, value: unknown): unknown {
  const list = parsed(value)
  return (Array.isArray(list) ? list : list === undefined ? [] : [list]).map((entry) => coerce(element, entry))
}

function coerceFields(shape: Readonly<Record<string, z.core.$ZodType>>, value: unknown): unknown {
  if (!value || typeof value !== 'object' || Array.isArray(value)) return value
  const fields = Object.create(null) as Record<string, unknown>
  for (const [name, inner] of Object.entries(value))
    fields[name] = Object.hasOwn(shape, name) ? coerce(shape[name]!, inner) : inner
  return fields
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
