import * as z from 'zod/mini'

/** What an HTTP status beside 200 says of a request (online gateway 7); none of them says anything of the payment. */
export const failures = {
  400: 'An internal error of the system',
  404: 'There is no such address',
  429: 'Overload: more requests in a second, or at once, than are taken',
  500: 'A failure of the server',
  502: 'A failure of the server',
} as const

/** The body of a failure (family); what is understood has its verdict in the body of a 200. */
export const Failure = z.object({ error: z.string() })
