import { actionCodeMeaning } from '#server-contract/gateway/action-codes.ts'
import { russianActions } from './russian/actions.ts'
import { textLanguage, type TextLanguage } from './translate.ts'

const inEnglish = (actionCode: number): string =>
  actionCode === 0 ? 'The payment is done' : actionCodeMeaning(actionCode).gloss

/** The English texts are in the contract. */
const textOf: Readonly<Record<TextLanguage, (actionCode: number) => string>> = {
  en: inEnglish,
  ru: (code) => russianActions.get(code) ?? `Отказ с кодом ${code}`,
}

/** actionCodeDescription in the language of a request (online gateway 2.1, 4.8). */
export const describeAction = (actionCode: number, language: unknown): string =>
  textOf[textLanguage(language)](actionCode)
