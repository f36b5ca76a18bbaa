import { spoken } from '#contract/gateway/language.ts'

/** One text in the languages that the sandbox has texts in. */
export type Words = readonly [english: string, russian: string]

/** Those of the gateway's languages that are told in English; by, kz and kk have no texts and are told in Russian. */
const inEnglish: ReadonlySet<string | undefined> = new Set(['en', undefined])

/** Whether a request in that language is answered in Russian; one that is not spoken, or not sent, is answered in English. */
export const isRussian = (language: unknown): boolean => !inEnglish.has(spoken(language))

/** The text for a request in that language. */
export const translate = ([english, russian]: Words, language: unknown): string =>
  isRussian(language) ? russian : english
