import * as z from 'zod/mini'

const scalar = [
  z.string(),
  z.number().check(z.refine((value) => !Number.isInteger(value) || Number.isSafeInteger(value))),
  z.boolean(),
  z.null(),
] as const

const RULE = `a text, a number of at most ${Number.MAX_SAFE_INTEGER}, true, false, null, or a list of these`

const attribute = z.union([...scalar, z.array(z.union(scalar, RULE))], RULE)

const noneAsEmpty = (sent: unknown): unknown => (sent === null || (Array.isArray(sent) && !sent.length) ? {} : sent)

/**
 * Free-form attributes by name, passed on unchanged. An empty list counts as none, since PHP writes an empty object so.
 */
export const attributes = z.pipe(z.transform(noneAsEmpty), z.record(z.string(), attribute))
