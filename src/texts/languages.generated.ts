import type { Language } from './language.ts'

// Written by `npm run readme` from the files in languages/, so that a tag is known before its file is loaded.

/** Loads a language's file; a query is added to its address for a retry. */
type Load = (query?: string) => Promise<{ readonly language: Language }>

/** Every language but the fallback, by its BCP 47 tag in lower case. */
export const languages: Readonly<Record<string, Load>> = {
  ar: () => import('./languages/ar.ts'),
  az: () => import('./languages/az.ts'),
  be: () => import('./languages/be.ts'),
  bg: () => import('./languages/bg.ts'),
  cs: () => import('./languages/cs.ts'),
  da: () => import('./languages/da.ts'),
  de: () => import('./languages/de.ts'),
  el: () => import('./languages/el.ts'),
  es: () => import('./languages/es.ts'),
  et: () => import('./languages/et.ts'),
  fa: () => import('./languages/fa.ts'),
  fi: () => import('./languages/fi.ts'),
  fr: () => import('./languages/fr.ts'),
  he: () => import('./languages/he.ts'),
  hi: () => import('./languages/hi.ts'),
  hu: () => import('./languages/hu.ts'),
  hy: () => import('./languages/hy.ts'),
  id: () => import('./languages/id.ts'),
  it: () => import('./languages/it.ts'),
  ja: () => import('./languages/ja.ts'),
  ka: () => import('./languages/ka.ts'),
  kk: () => import('./languages/kk.ts'),
  ko: () => import('./languages/ko.ts'),
  ky: () => import('./languages/ky.ts'),
  lt: () => import('./languages/lt.ts'),
  lv: () => import('./languages/lv.ts'),
  nb: () => import('./languages/nb.ts'),
  nl: () => import('./languages/nl.ts'),
  pl: () => import('./languages/pl.ts'),
  'pt-br': () => import('./languages/pt-br.ts'),
  'pt-pt': () => import('./languages/pt-pt.ts'),
  ro: () => import('./languages/ro.ts'),
  ru: () => import('./languages/ru.ts'),
  sk: () => import('./languages/sk.ts'),
  sr: () => import('./languages/sr.ts'),
  sv: () => import('./languages/sv.ts'),
  tr: () => import('./languages/tr.ts'),
  uk: () => import('./languages/uk.ts'),
  uz: () => import('./languages/uz.ts'),
  vi: () => import('./languages/vi.ts'),
  'zh-hans': () => import('./languages/zh-hans.ts'),
}

export const rightToLeft: ReadonlySet<string> = new Set(['ar', 'fa', 'he'])

/** The language of each alias. */
export const aliases: ReadonlyMap<string, string> = new Map([
  ['by', 'be'],
  ['iw', 'he'],
  ['in', 'id'],
  ['kz', 'kk'],
  ['no', 'nb'],
  ['nn', 'nb'],
  ['pt', 'pt-pt'],
  ['zh', 'zh-hans'],
])
