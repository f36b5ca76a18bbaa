import type { Texts } from './texts.ts'

/** The language whose texts are part of the code. */
export const fallback = 'en'

/** Loads a language's file; a query is added to its address for a retry. */
type Load = (query?: string) => Promise<{ readonly texts: Texts }>

/** Every other language, by its BCP 47 tag in lower case. */
export const languages: Readonly<Record<string, Load>> = {
  de: () => import('./west-european/de.ts'),
  fr: () => import('./west-european/fr.ts'),
  es: () => import('./west-european/es.ts'),
  it: () => import('./west-european/it.ts'),
  'pt-pt': () => import('./west-european/pt.ts'),
  'pt-br': () => import('./west-european/pt-br.ts'),
  nl: () => import('./west-european/nl.ts'),
  sv: () => import('./west-european/sv.ts'),
  da: () => import('./west-european/da.ts'),
  nb: () => import('./west-european/nb.ts'),
  fi: () => import('./west-european/fi.ts'),
  ru: () => import('./east-european/ru.ts'),
  be: () => import('./east-european/be.ts'),
  uk: () => import('./east-european/uk.ts'),
  pl: () => import('./east-european/pl.ts'),
  cs: () => import('./east-european/cs.ts'),
  sk: () => import('./east-european/sk.ts'),
  bg: () => import('./east-european/bg.ts'),
  sr: () => import('./east-european/sr.ts'),
  hu: () => import('./east-european/hu.ts'),
  ro: () => import('./east-european/ro.ts'),
  el: () => import('./east-european/el.ts'),
  lt: () => import('./east-european/lt.ts'),
  lv: () => import('./east-european/lv.ts'),
  et: () => import('./east-european/et.ts'),
  kk: () => import('./asian/kk.ts'),
  ky: () => import('./asian/ky.ts'),
  uz: () => import('./asian/uz.ts'),
  tr: () => import('./asian/tr.ts'),
  az: () => import('./asian/az.ts'),
  ka: () => import('./asian/ka.ts'),
  hy: () => import('./asian/hy.ts'),
  ar: () => import('./asian/ar.ts'),
  he: () => import('./asian/he.ts'),
  fa: () => import('./asian/fa.ts'),
  hi: () => import('./asian/hi.ts'),
  ja: () => import('./asian/ja.ts'),
  ko: () => import('./asian/ko.ts'),
  'zh-hans': () => import('./asian/zh-hans.ts'),
  vi: () => import('./asian/vi.ts'),
  id: () => import('./asian/id.ts'),
}

export const rightToLeft: ReadonlySet<string> = new Set(['ar', 'he', 'fa'])

/** Other tags of a language: older ones, its dialects and regions, and the gateway's own codes (by, kz). */
const aliases: ReadonlyMap<string, string> = new Map([
  ['no', 'nb'],
  ['nn', 'nb'],
  ['iw', 'he'],
  ['in', 'id'],
  // `Intl` formats for Brazil where no region is given.
  ['pt', 'pt-pt'],
  ['by', 'be'],
  ['kz', 'kk'],
  ['zh', 'zh-hans'],
])

/** Chinese in traditional characters, which no language of the table is in. */
const traditional = /^zh-(?:.*-)?(?:hant|tw|hk|mo)\b/

/** The tag and its prefixes, the longest first: `zh-hans-cn`, `zh-hans`, `zh`. */
const prefixesOf = (tag: string): readonly string[] => {
  const parts = tag.split('-')
  return parts.map((_, at) => parts.slice(0, parts.length - at).join('-'))
}

/** The first requested locale that is available: the whole tag, or else what is left without its last parts (RFC 4647). */
export function chooseLocale(...preferred: readonly (string | null | undefined)[]): string {
  for (const locale of preferred) {
    const tag = (locale ?? '').toLowerCase()
    const found = traditional.test(tag) ? undefined : prefixesOf(tag).find(isKnown)
    if (found) return aliases.get(found) ?? found
  }
  return fallback
}

const isKnown = (tag: string): boolean => tag === fallback || aliases.has(tag) || Object.hasOwn(languages, tag)
