import { en } from './en.ts'
import type { Texts } from './texts.ts'

/** A language of the checkout: its direction, and its sentences, loaded when first needed. */
export interface Locale {
  readonly direction: 'ltr' | 'rtl'
  readonly load: (query?: string) => Promise<Texts>
}

/** Sentences by their file's address, to which a query is added for another try. */
const from =
  <Language>(get: (query?: string) => Promise<Language>, pick: (language: Language) => Texts) =>
  async (query?: string): Promise<Texts> =>
    pick(await get(query))

/** Every language by its BCP 47 tag; the first is what is spoken when none fits. */
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

/** The first wish that has a locale, whole tag first, then its language alone (`ru-KZ`, then `ru`). */
export function chooseLocale(...wishes: readonly (string | null | undefined)[]): string {
  for (const request of wishes) {
    const found = request && [request, request.split('-')[0]!].find((tag) => locales.has(tag.toLowerCase()))
    if (found) return found.toLowerCase()
  }
  return fallback
}
