import * as z from 'zod/mini'

/** Languages that the gateway supports (online gateway 4.1). */
export const languages = ['ru', 'en', 'by', 'kz', 'kk'] as const
export type Language = (typeof languages)[number]

/** `language` of a request (online gateway 4.1): a supported one, in either case. */
export const language = z
  .string()
  .check(z.regex(new RegExp(`^(?:${languages.join('|')})$`, 'i'), `one of ${languages.join(', ')}`))

/** The supported language that a request names, if any. */
export const languageIn = (request: unknown): Language | undefined =>
  typeof request === 'string' ? languages.find((known) => known === request.toLowerCase()) : undefined
