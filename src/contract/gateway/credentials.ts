import * as z from 'zod/mini'
import { text } from '../fields.ts'

/** Login and password, or a token, never both (online gateway 5); the gateway enforces the exclusion. */
export const credentials = {
  userName: z.optional(text(1, 50)),
  password: z.optional(text(1, 30)),
  token: z.optional(text(1, 256)),
}

/** errorCode and errorMessage as most answers carry them; the family sends the code as text or as a number. */
export const verdict = {
  errorCode: z.optional(z.union([z.string(), z.number()])),
  errorMessage: z.optional(z.string()),
}

/** True when an answer's errorCode says that the request was understood and done (absent counts as done). */
export const done = (answer: { errorCode?: string | number | undefined }): boolean =>
  Number(answer.errorCode ?? 0) === 0
