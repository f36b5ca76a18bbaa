/** A JSON value without the members that are null: in an answer they are the same as absent ones. */
export const withoutNulls = (value: unknown): unknown => (hasNull(value) ? copied(value) : value)

function hasNull(value: unknown): boolean {
  if (typeof value !== 'object') return false
  if (value === null) return true
  if (Array.isArray(value)) return value.some(hasNull)
  for (const name in value) if (hasNull((value as Readonly<Record<string, unknown>>)[name])) return true
  return false
}

function copied(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copied)
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (member === null ? [] : [[name, copied(member)]])),
  )
}
