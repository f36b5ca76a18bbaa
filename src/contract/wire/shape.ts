/**
 * What a reader checks of a value, as plain data: the types of its members and their literals, without lengths and
 * patterns. A list of strings is an enumeration; the name of an optional member ends with a question mark.
 */
export type Shape =
  | 'string'
  | 'number'
  | 'boolean'
  | 'any'
  | readonly string[]
  | { readonly list: Shape }
  | { readonly either: readonly Shape[] }
  | { readonly members: Readonly<Record<string, Shape>>; readonly others?: Shape }

/** Thrown by {@link readShape}. */
const mismatch = new TypeError('The value has another shape')

/** Copies the members that a shape knows; throws a TypeError for a value of another shape. */
export function readShape(shape: Shape, value: unknown): unknown {
  if (shape === 'any') return value
  if (typeof shape === 'string') return checked(value, typeof value === shape)
  if (isEnumeration(shape)) return checked(value, shape.includes(value as string))
  if ('list' in shape)
    return (checked(value, Array.isArray(value)) as unknown[]).map((one) => readShape(shape.list, one))
  if ('either' in shape) return readEither(shape.either, value)
  return readMembers(shape, checked(value, isRecord(value)) as Record<string, unknown>)
}

const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

const isEnumeration = (shape: object): shape is readonly string[] => Array.isArray(shape)

function checked(value: unknown, isFitting: boolean): unknown {
  if (!isFitting) throw mismatch
  return value
}

function readEither(options: readonly Shape[], value: unknown): unknown {
  for (const option of options)
    try {
      return readShape(option, value)
    } catch {
      // The next may fit.
    }
  throw mismatch
}

function readMembers(
  { members, others }: Extract<Shape, { members: unknown }>,
  value: Readonly<Record<string, unknown>>,
): unknown {
  const known = Object.entries(members).flatMap(([name, shape]) => {
    const isOptional = name.endsWith('?')
    const own = isOptional ? name.slice(0, -1) : name
    const isThere = Object.hasOwn(value, own) && value[own] !== undefined
    return isOptional && !isThere ? [] : [[own, readShape(shape, checked(value[own], isThere))]]
  })
  const rest = others ? Object.entries(value).map(([name, member]) => [name, readShape(others, member)]) : []
  return Object.fromEntries([...rest, ...known])
}
