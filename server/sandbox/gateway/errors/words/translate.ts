import { spoken } from '#contract/gateway/language.ts'

/** One text in the sandbox's languages. */
export type Words = readonly [english: string, russian: string]

/** Languages that are answered in English; by, kz and kk have no texts and are answered in Russian. */
const inEnglish: ReadonlySet<string | undefined> = new Set(['en', undefined])

/** Whether a request in that language is answered in Russian; an unsupported or missing one is answered in English. */
export const isRussian = (language: unknown): boolean => !inEnglish.has(spoken(language))

/** The text for a request in that language. */
export const translate = ([english, russian]: Words, language: unknown): string =>
  isRussian(language) ? russian : english
