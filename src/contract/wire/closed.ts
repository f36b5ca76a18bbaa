import * as z from 'zod/mini'

/**
 * A schema whose objects, at every depth, refuse a member that they do not name: other parsers would leave it out, and
 * what a merchant wrote would be lost in silence.
 */
export function closed<S extends z.core.$ZodType>(schema: S): S {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
      return changed(schema, { innerType: closed(def.innerType) })
    case 'array':
      return changed(schema, { element: closed(def.element) })
    case 'union':
      return changed(schema, { options: def.options.map((option) => closed(option)) })
    case 'object':
      return changed(schema, { shape: closedFields(def.shape), catchall: z.never() })
    default:
      return schema
  }
}

/** The fields of an object, each of them closed. */
export const closedFields = <Shape extends z.core.$ZodShape>(shape: Shape): Shape =>
  Object.fromEntries(Object.entries(shape).map(([name, member]) => [name, closed(member)])) as Shape

/** A copy, which keeps the description of the original. */
const changed = <S extends z.core.$ZodType>(schema: S, part: object): S =>
  z.clone(schema, { ...schema._zod.def, ...part }, { parent: true })
