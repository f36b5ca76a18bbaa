import * as z from 'zod/mini'

/** Languages that the gateway supports (online gateway 4.1). */
export const languages = ['ru', 'en', 'by', 'kz', 'kk'] as const
export type Language = (typeof languages)[number]

/**
 * `language` of a request (online gateway 4.1): ISO 639-1, in either case; one that the gateway does not support is
 * answered in the default one.
 */
export const language = z.string().check(z.regex(/^[A-Za-z]{2}$/, 'an ISO 639-1 code of two letters'))

/** The supported language that a request names, if any. */
export const languageIn = (request: unknown): Language | undefined =>
  typeof request === 'string' ? languages.find((known) => known === request.toLowerCase()) : undefined
