import { test } from 'vitest'

/** Whether everything runs, as in `npm run test:full`; `npm test` has time for a fixed share of the long tests. */
export const isFull = process.env['EXTENT'] === 'full'

/** All in a full run; otherwise the first of each `size` in a row. */
export const share = <T>(all: readonly T[], size: number): readonly T[] =>
  isFull ? all : all.filter((_, at) => at % size === 0)

/** A test of the full run only; `npm test` does not declare it. */
export const inFull = (name: string, body: () => Promise<void>): void => {
  if (isFull) test(name, body)
}
