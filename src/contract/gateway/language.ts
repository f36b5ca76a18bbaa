import * as z from 'zod/mini'

/** Languages that the gateway speaks (online gateway 4.1). */
export const languages = ['ru', 'en', 'by', 'kz', 'kk'] as const
export type Language = (typeof languages)[number]

/** `language` of a request (online gateway 4.1): ISO 639-1, in either case; one that is not spoken counts as none. */
export const language = z
  .string()
  .check(z.regex(/^[A-Za-z]{2}$/, `two letters of ISO 639-1, such as ${languages.join(', ')}`))

/** The language of the gateway's own that a request asks for. */
export const spoken = (request: unknown): Language | undefined =>
  typeof request === 'string' ? languages.find((known) => known === request.toLowerCase()) : undefined
