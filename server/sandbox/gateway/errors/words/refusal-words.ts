import type { RefusalName } from '../refusals.ts'
import { englishRefusals } from './english/refusals.ts'
import { russianRefusals } from './russian/refusals.ts'
import { textLanguage, type TextLanguage } from './translate.ts'

const tables: Readonly<Record<TextLanguage, Readonly<Record<RefusalName, string>>>> = {
  en: englishRefusals,
  ru: russianRefusals,
}

/** The developer's sentence of a refusal, in the language of the request. */
export const describeRefusal = (name: RefusalName, language: unknown): string => tables[textLanguage(language)][name]
