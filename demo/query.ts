import type * as z from 'zod/mini'
import { explain, type Problem } from '#server-contract/explain.ts'
import { coerce, fromForm } from '#contract/wire/form.ts'

/** Parameters that the gateway and the proxy add when the shopper returns. */
const returning = ['orderId', 'lang']

/** Parses the query of a page's address with its schema; returns a `Problem` for an invalid field. */
export function readQuery<Schema extends z.ZodMiniType>(
  schema: Schema,
  search: URLSearchParams,
): z.output<Schema> | Problem {
  const request = new URLSearchParams([...search].filter(([name]) => !returning.includes(name)))
  const typed = coerce(schema, fromForm(request))
  const read = schema.safeParse(typed)
  return read.success ? read.data : explain(read.error, typed)
}
