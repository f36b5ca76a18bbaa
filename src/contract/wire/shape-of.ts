import type * as z from 'zod/mini'
import type { Shape } from './shape.ts'

/** The shape of a schema; throws for a kind of schema that no answer to a browser has. */
export function shapeOf(schema: z.core.$ZodType): Shape {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
    case 'number':
    case 'boolean':
      return def.type
    case 'unknown':
      return 'any'
    case 'enum':
      return Object.values(def.entries).map(String)
    case 'literal':
      return def.values.map(String)
    case 'array':
      return { list: shapeOf(def.element) }
    case 'union':
      return { either: def.options.map(shapeOf) }
    case 'object':
      return objectShape(def)
    default:
      throw new Error(`An answer to a browser has a member of the kind "${def.type}"`)
  }
}

function objectShape({ shape, catchall }: z.core.$ZodObjectDef): Shape {
  const members = Object.entries(shape).map(([name, member]) => {
    const { def } = (member as z.core.$ZodTypes)._zod
    return def.type === 'optional' ? [`${name}?`, shapeOf(def.innerType)] : [name, shapeOf(member)]
  })
  const known = { members: Object.fromEntries(members) as Record<string, Shape> }
  // Readers ignore an unknown member where the schema refuses it: a proxy may be one version newer.
  return catchall && catchall._zod.def.type !== 'never' ? { ...known, others: shapeOf(catchall) } : known
}
