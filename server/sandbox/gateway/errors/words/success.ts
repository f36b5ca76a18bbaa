import { translate } from './translate.ts'

const texts = { en: 'Success', ru: 'Успешно', be: 'Паспяхова', kk: 'Сәтті орындалды' }

/** The verdict of a successful request. */
export const success = (language: unknown) => ({ errorCode: '0', errorMessage: translate(texts, language) }) as const
