import { actionCodeMeaning } from '#server-contract/gateway/action-codes.ts'
import { belarusianActions } from './belarusian/actions.ts'
import { kazakhActions } from './kazakh/actions.ts'
import { russianActions } from './russian/actions.ts'
import { textLanguage, type TextLanguage } from './translate.ts'

const inEnglish = (actionCode: number): string =>
  actionCode === 0 ? 'The payment is done' : actionCodeMeaning(actionCode).gloss

/** The English texts are in the contract. */
const textOf: Readonly<Record<TextLanguage, (actionCode: number) => string>> = {
  en: inEnglish,
  ru: (code) => russianActions.get(code) ?? `Отказ с кодом ${code}`,
  be: (code) => belarusianActions.get(code) ?? `Адмова з кодам ${code}`,
  kk: (code) => kazakhActions.get(code) ?? `${code} кодымен бас тартылды`,
}

/** actionCodeDescription in the language of a request (online gateway 2.1, 4.8). */
export const describeAction = (actionCode: number, language: unknown): string =>
  textOf[textLanguage(language)](actionCode)
