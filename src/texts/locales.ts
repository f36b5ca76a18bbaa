import { fallback } from './choose-locale.ts'
import type { Language } from './language.ts'
import { language as en } from './languages/en.ts'
import { languages, rightToLeft } from './languages.generated.ts'

export { chooseLocale, fallback } from './choose-locale.ts'

/** A language of the checkout: its direction, and its texts, loaded when first needed. */
export interface Locale {
  readonly direction: Language['direction']
  readonly load: (query?: string) => Promise<Language>
}

/** Every language by its BCP 47 tag in lower case; the first one is the fallback. */
export const locales: ReadonlyMap<string, Locale> = new Map<string, Locale>([
  [fallback, { direction: 'ltr', load: async () => en }],
  ...Object.entries(languages).map(([tag, get]): [string, Locale] => [
    tag,
    { direction: rightToLeft.has(tag) ? 'rtl' : 'ltr', load: async (query) => (await get(query)).language },
  ]),
])
