import type * as z from 'zod/mini'

type Schema = z.core.$ZodType

/** The field that a bank's sentence begins with, where it is one of the request; a dotted path. */
export function fieldNamedIn(sentence: string, request: Schema): string | undefined {
  const [path] = /^[A-Za-z]\w*(?:\.\w+)*/.exec(sentence.trim()) ?? []
  const names = namesIn(request)
  return path?.split('.').every((name) => names.has(name) || /^\d{1,3}$/.test(name)) ? path : undefined
}

/** The names of all members of a schema, at any depth. */
function namesIn(schema: Schema): ReadonlySet<string> {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return new Set(Object.entries(def.shape).flatMap(([name, member]) => [name, ...namesIn(member)]))
    case 'optional':
      return namesIn(def.innerType)
    case 'array':
      return namesIn(def.element)
    case 'pipe':
      return namesIn(def.out)
    default:
      return new Set()
  }
}
