import type { Texts } from './texts.ts'

/** A language of the checkout: its direction, and its sentences, loaded when first needed. */
export interface Locale {
  readonly direction: 'ltr' | 'rtl'
  readonly load: () => Promise<Texts>
}

/** Every language by its BCP 47 tag; the first is what is spoken when none fits. */
export const locales: ReadonlyMap<string, Locale> = new Map<string, Locale>([
  ['en', { direction: 'ltr', load: async () => (await import('./en.ts')).en }],
  ['ru', { direction: 'ltr', load: async () => (await import('./ru.ts')).ru }],
  ['ar', { direction: 'rtl', load: async () => (await import('./ar.ts')).ar }],
])

export const fallback = 'en'

/** The first wish that has a locale, whole tag first, then its language alone (`ru-KZ`, then `ru`). */
export function chooseLocale(...wishes: readonly (string | null | undefined)[]): string {
  for (const wish of wishes) {
    const found = wish && [wish, wish.split('-')[0]!].find((tag) => locales.has(tag.toLowerCase()))
    if (found) return found.toLowerCase()
  }
  return fallback
}
