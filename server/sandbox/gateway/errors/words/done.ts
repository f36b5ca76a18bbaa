import { translate } from './translate.ts'

const success = { en: 'Success', ru: 'Успешно', be: 'Паспяхова', kk: 'Сәтті орындалды' }

/** The verdict of a successful request. */
export const done = (language: unknown) => ({ errorCode: '0', errorMessage: translate(success, language) }) as const
