import { en } from './en.ts'
import { fallback, languages, rightToLeft } from './languages.ts'
import type { Texts } from './texts.ts'

export { chooseLocale, fallback } from './languages.ts'

/** A language of the checkout: its direction, and its texts, loaded when first needed. */
export interface Locale {
  readonly direction: 'ltr' | 'rtl'
  readonly load: (query?: string) => Promise<Texts>
}

/** Every language by its BCP 47 tag in lower case; the first one is the fallback. */
export const locales: ReadonlyMap<string, Locale> = new Map<string, Locale>([
  [fallback, { direction: 'ltr', load: async () => en }],
  ...Object.entries(languages).map(([tag, get]): [string, Locale] => [
    tag,
    { direction: rightToLeft.has(tag) ? 'rtl' : 'ltr', load: async (query) => (await get(query)).texts },
  ]),
])
