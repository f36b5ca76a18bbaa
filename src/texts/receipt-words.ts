import { locales } from './locales.ts'
import type { ShownWords } from './shown-words.ts'

/** The words of every language, by its tag. The build writes this table down, so that nothing else is loaded with it. */
export const receiptWords: ReadonlyMap<string, ShownWords> = new Map(
  await Promise.all([...locales].map(async ([tag, { load }]) => [tag, (await load()).receiptWords] as const)),
)
