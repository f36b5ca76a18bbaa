import { errorCodeText } from '#contract/gateway/error-codes.ts'
import { translate } from './translate.ts'

const success = { en: 'Success', ru: 'Успешно', be: 'Паспяхова', kk: 'Сәтті орындалды' }

/** The verdict of a successful request. */
export const done = (language: unknown) =>
  ({ errorCode: errorCodeText('success'), errorMessage: translate(success, language) }) as const
