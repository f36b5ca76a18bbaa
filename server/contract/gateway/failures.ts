import * as z from 'zod/mini'
import { JsonError } from './bindings.ts'

/** The meaning of an HTTP status other than 200 (online gateway 7); none of them says anything about the payment. */
export const failures = {
  400: 'An internal error of the system',
  404: 'There is no such address',
  429: 'Overload: more requests in a second, or at once, than are taken',
  500: 'A failure of the server',
  502: 'A failure of the server',
} as const

/** The body of a failure (family); a request that is understood gets a 200 with its verdict in the body. */
export const Failure = z.object({ error: z.string() })

/** The refusal of a JSON operation (online gateway 4.7). */
export const JsonRefusal = z.object({ success: z.boolean(), error: JsonError })

/** The body of HTTP 400 at a JSON operation: a failure, or the refusal of a body that cannot be read. */
export const UnreadJson = z.object({ success: z.optional(z.boolean()), error: z.union([z.string(), JsonError]) })
