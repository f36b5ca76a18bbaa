import type * as z from 'zod/mini'

/** Converts whole numbers to digits where a schema expects text; everything else stays unchanged. */
export function numeralsAsText(schema: z.core.$ZodType, value: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
      return numeralsAsText(def.innerType, value)
    case 'string':
      return Number.isSafeInteger(value) ? String(value) : value
    case 'pipe':
      return numeralsAsText(def.out, value)
    case 'array':
      return inList(def.element, value)
    case 'object':
      return inFields(def.shape, value)
    default:
      return value
  }
}

/** A list may come nested in an object of one member, as the examples have it. */
function inList(element: z.core.$ZodType, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry) => numeralsAsText(element, entry))
  const [nest, ...more] = isFields(value) ? Object.entries(value) : []
  return nest && !more.length ? { [nest[0]]: inList(element, [nest[1]].flat()) } : value
}

function inFields(shape: Readonly<Record<string, z.core.$ZodType>>, value: unknown): unknown {
  if (!isFields(value)) return value
  const fields = Object.create(null) as Record<string, unknown>
  for (const [name, inner] of Object.entries(value))
    fields[name] = Object.hasOwn(shape, name) ? numeralsAsText(shape[name]!, inner) : inner
  return fields
}

const isFields = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
