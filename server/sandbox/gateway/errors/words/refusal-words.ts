import type { RefusalName } from '../refusals.ts'
import { belarusianRefusals } from './belarusian/refusals.ts'
import { englishRefusals } from './english/refusals.ts'
import { kazakhRefusals } from './kazakh/refusals.ts'
import { russianRefusals } from './russian/refusals.ts'
import { textLanguage, type TextLanguage } from './translate.ts'

const tables: Readonly<Record<TextLanguage, Readonly<Record<RefusalName, string>>>> = {
  en: englishRefusals,
  ru: russianRefusals,
  be: belarusianRefusals,
  kk: kazakhRefusals,
}

/** The developer's sentence of a refusal, in the language of the request. */
export const describeRefusal = (name: RefusalName, language: unknown): string => tables[textLanguage(language)][name]
