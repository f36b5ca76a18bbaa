import { test } from 'vitest'

/** Whether everything runs, as in `npm run test:full`; `npm test` has time for a fixed share of the long tests. */
export const isFull = process.env['EXTENT'] === 'full'

/** All in a full run; otherwise the first of each `size` in a row. */
export const share = <T>(all: readonly T[], size: number): readonly T[] =>
  isFull ? all : all.filter((_, at) => at % size === 0)

/** All in a full run; otherwise the first of each kind, by each of the given classifications. */
export function oneOfEach<T>(all: readonly T[], ...kinds: readonly ((one: T) => unknown)[]): readonly T[] {
  if (isFull) return all
  const firsts = kinds.flatMap((kindOf) => [...new Map(all.toReversed().map((one) => [kindOf(one), one])).values()])
  return all.filter((one) => firsts.includes(one))
}

/** How often a property is tried: so many times in a full run, otherwise a quarter of them. */
export const runs = (full: number): number => (isFull ? full : Math.ceil(full / 4))

/** A test of the full run only; `npm test` does not declare it. A file of nothing else is named `*.full.test.ts`. */
export const inFull = (name: string, body: () => Promise<void>): void => {
  if (isFull) test(name, body)
}
