import { translate } from './translate.ts'

/** The verdict of a successful request. */
export const done = (language: unknown) =>
  ({ errorCode: '0', errorMessage: translate(['Success', 'Успешно'], language) }) as const
