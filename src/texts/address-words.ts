import type { AddressWords } from './language.ts'
import { locales } from './locales.ts'

/** The words for addresses of every language, by its tag. The build writes this table down, so that the card frame loads no other texts with it. */
export const addressWords: ReadonlyMap<string, AddressWords> = new Map(
  await Promise.all([...locales].map(async ([tag, { load }]) => [tag, (await load()).addressWords] as const)),
)
