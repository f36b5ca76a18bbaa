import * as z from 'zod/mini'

/**
 * Marks a field that the specification does not have: a public fact of the gateway family; its schema says so in
 * OpenAPI.
 */
export const family = <S extends z.ZodMiniType>(field: S, description = ''): S => {
  z.globalRegistry.add(field, { description: description ? `${description} (family)` : 'Family' })
  return field
}

/**
 * Text of an answer, of the length that the specification promises. The client accepts a longer one too: the result of
 * a payment matters more than the length of a message beside it.
 */
export const answerText = (minLength: number, maxLength: number): z.ZodMiniString => {
  const text = z.string()
  z.globalRegistry.add(text, { minLength, maxLength })
  return text
}
