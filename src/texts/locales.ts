import { en } from './en.ts'
import type { Texts } from './texts.ts'

/** A language of the checkout: its direction, and its texts, loaded when first needed. */
export interface Locale {
  readonly direction: 'ltr' | 'rtl'
  readonly load: (query?: string) => Promise<Texts>
}

/** Loads texts from their file; a query is added to its address for a retry. */
const from =
  <Language>(get: (query?: string) => Promise<Language>, pick: (language: Language) => Texts) =>
  async (query?: string): Promise<Texts> =>
    pick(await get(query))

/** Every language by its BCP 47 tag; the first one is the fallback. */
export const locales: ReadonlyMap<string, Locale> = new Map<string, Locale>([
  ['en', { direction: 'ltr', load: async () => en }],
  [
    'ru',
    {
      direction: 'ltr',
      load: from(
        () => import('./ru.ts'),
        ({ ru }) => ru,
      ),
    },
  ],
  [
    'ar',
    {
      direction: 'rtl',
      load: from(
        () => import('./ar.ts'),
        ({ ar }) => ar,
      ),
    },
  ],
])

export const fallback = 'en'

/** The first requested locale that is available, the whole tag first, then its language alone (`ru-KZ`, then `ru`). */
export function chooseLocale(...wishes: readonly (string | null | undefined)[]): string {
  for (const request of wishes) {
    const found = request && [request, request.split('-')[0]!].find((tag) => locales.has(tag.toLowerCase()))
    if (found) return found.toLowerCase()
  }
  return fallback
}
