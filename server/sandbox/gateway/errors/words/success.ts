import { errorCodeText } from '#server-contract/gateway/error-codes.ts'
import { translate } from './translate.ts'

const texts = { en: 'Success', ru: 'Успешно' }

/** The verdict of a successful request. */
export const success = (language: unknown) =>
  ({ errorCode: errorCodeText('success'), errorMessage: translate(texts, language) }) as const
