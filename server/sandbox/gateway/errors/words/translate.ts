import { languageIn, type Language } from '#server-contract/gateway/language.ts'

/** The languages of the gateway's texts, as BCP 47 tags. */
export type TextLanguage = 'en' | 'ru'

export type Words = Readonly<Record<TextLanguage, string>>

/** The gateway's codes of languages (online gateway 4.1); the sandbox answers Belarusian and Kazakh in Russian. */
const tags: Readonly<Record<Language, TextLanguage>> = { en: 'en', ru: 'ru', by: 'ru', kz: 'ru', kk: 'ru' }

/** The language of the texts for a request; one that names no language is answered in English. */
export const textLanguage = (language: unknown): TextLanguage => tags[languageIn(language) ?? 'en']

/** The text for a request in that language. */
export const translate = (words: Words, language: unknown): string => words[textLanguage(language)]
