/** The result for a value that the schema rejects. */
export const FAILED = Symbol('failed')

/** The result for a value of which only zod can tell how the schema parses it. */
export const UNSURE = Symbol('unsure')

/** Returns the output of a schema for a value, {@link FAILED} or {@link UNSURE}. */
export type Parse = (value: unknown) => unknown

export const isNoValue = (result: unknown): boolean => result === FAILED || result === UNSURE
