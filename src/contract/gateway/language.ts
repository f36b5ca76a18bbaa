import * as z from 'zod/mini'

/** Languages that the gateway supports (online gateway 4.1). */
export const languages = ['ru', 'en', 'by', 'kz', 'kk'] as const
export type Language = (typeof languages)[number]

/** `language` of a request (online gateway 4.1): ISO 639-1, in either case; an unsupported one counts as absent. */
export const language = z
  .string()
  .check(z.regex(/^[A-Za-z]{2}$/, `two letters of ISO 639-1, such as ${languages.join(', ')}`))

/** The supported language that a request names, if any. */
export const spoken = (request: unknown): Language | undefined =>
  typeof request === 'string' ? languages.find((known) => known === request.toLowerCase()) : undefined
