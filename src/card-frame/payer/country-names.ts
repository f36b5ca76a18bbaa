/**
 * Languages that Chromium writes no names of countries in, each with the one whose names its readers know best; in
 * another browser they are the same, so that what is written of the form holds in all.
 */
const known: Readonly<Record<string, string>> = { az: 'tr', be: 'ru', hy: 'ru', kk: 'ru', ky: 'ru', uz: 'ru' }

/** The names of countries for a reader of a locale. */
export const countryNames = (locale: string): Intl.DisplayNames =>
  new Intl.DisplayNames(known[locale] ?? locale, { type: 'region' })
