import { say } from './say.ts'

/** The verdict of a request that was done. */
export const done = (language: unknown) =>
  ({ errorCode: '0', errorMessage: say(['Success', 'Успешно'], language) }) as const
