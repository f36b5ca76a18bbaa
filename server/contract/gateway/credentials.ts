import * as z from 'zod/mini'
import { text } from '#contract/fields.ts'
import { errorCodes } from './error-codes.ts'
import { answerText, deciding } from './marks.ts'

/** Login and password, or a token, never both (online gateway 5); the gateway enforces the exclusion. */
export const credentials = {
  userName: z.optional(text(1, 50)),
  password: z.optional(text(1, 30)),
  token: z.optional(text(1, 256)),
}

/**
 * errorCode and errorMessage as most answers contain them; the family sends the code as text or as a number. Any answer
 * may contain `success`, which then decides (online gateway 7).
 */
export const verdict = {
  success: deciding(z.optional(z.boolean())),
  errorCode: deciding(z.optional(z.union([answerText(1, 2), z.number()]))),
  errorMessage: z.optional(answerText(1, 512)),
}

/** The fields of an answer that say whether the request succeeded. */
interface Answered {
  readonly success?: boolean | undefined
  readonly errorCode?: string | number | undefined
  readonly errorMessage?: string | undefined
  readonly error?: unknown
  /** The names of getOrderStatus.do (family). */
  readonly ErrorCode?: string | number | undefined
  readonly ErrorMessage?: string | undefined
  readonly OrderNumber?: string | undefined
}

/**
 * Reads the verdict of an answer (online gateway 7): success is `success` true, or errorCode 0 (absent counts as 0);
 * when both are present, `success` decides. JSON endpoints put code and message into `error`, and a `description` for
 * developers, which is not to be shown (4.7); an error without a code is no success, and its errorCode is NaN. The old
 * status has an ErrorCode beside a declined order, which it answers all the same.
 */
export function verdictOf({
  success,
  ErrorCode,
  errorCode = ErrorCode,
  ErrorMessage,
  errorMessage = ErrorMessage,
  error,
  OrderNumber,
}: Answered): {
  readonly done: boolean
  readonly errorCode: number
  readonly message: string
  readonly description?: string
} {
  const inside = Object(error) as { readonly [Name in 'code' | 'message' | 'description']?: unknown }
  const code = Number(errorCode ?? (inside === error ? (inside.code ?? Number.NaN) : errorCodes.success.code))
  return {
    done: success ?? (code === errorCodes.success.code || OrderNumber !== undefined),
    errorCode: code,
    message: errorMessage ?? String(inside.message ?? ''),
    ...(typeof inside.description === 'string' && { description: inside.description }),
  }
}
