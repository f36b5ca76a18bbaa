import type * as z from 'zod/mini'
import { explain, type Problem } from '#contract/explain.ts'
import { coerce, fromForm } from '#contract/wire/form.ts'

/** Added by the gateway and the proxy when they bring the shopper back. */
const returning = ['orderId', 'lang']

/** Reads the query of a page's address by its schema; what breaks a rule is told by field. */
export function readQuery<Schema extends z.ZodMiniType>(
  schema: Schema,
  search: URLSearchParams,
): z.output<Schema> | Problem {
  const request = new URLSearchParams([...search].filter(([name]) => !returning.includes(name)))
  const typed = coerce(schema, fromForm(request))
  const read = schema.safeParse(typed)
  return read.success ? read.data : explain(read.error, typed)
}
