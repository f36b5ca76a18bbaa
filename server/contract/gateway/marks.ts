import * as z from 'zod/mini'

/**
 * Marks a field that the specification does not have: a public fact of the gateway family; its schema says so in
 * OpenAPI.
 */
export const family = <S extends z.ZodMiniType>(field: S, description = ''): S => {
  z.globalRegistry.add(field, { description: description ? `${description} (family)` : 'Family' })
  return field
}

/** Marks a field that neither the specification nor the family has: the sandbox's own; its schema says so in OpenAPI. */
export const sandboxOwn = <S extends z.ZodMiniType>(field: S): S => {
  z.globalRegistry.add(field, { description: "The sandbox's own" })
  return field
}

type OptionalFields = Readonly<Record<string, z.ZodMiniOptional<z.ZodMiniType>>>

/** Fields that are marked one by one: those of an operation for which the specification does not show them. */
export const familyFields = <Fields extends OptionalFields>(fields: Fields, description: string): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, family(z.optional(field._zod.def.innerType), description)]),
  ) as Fields

/**
 * Text of an answer, of the length that the specification promises. The client accepts a longer one too: the result of
 * a payment matters more than the length of a message beside it.
 */
export const answerText = (minLength: number, maxLength: number): z.ZodMiniString => {
  const text = z.string()
  z.globalRegistry.add(text, { minLength, maxLength })
  return text
}

const decidingFields = new WeakSet<z.ZodMiniType>()

/**
 * Marks a field of an answer that decides: an answer in which it cannot be read, or is given twice with different
 * values, is an error. Any other field of an answer is dropped where it does not have the described shape.
 */
export const deciding = <S extends z.ZodMiniType>(field: S): S => {
  decidingFields.add(field)
  return field
}

export const isDeciding = (field: object): boolean => decidingFields.has(field as z.ZodMiniType)
