import { fill } from './fill.ts'

type PluralForms<Name extends string> = { readonly [Category in Intl.LDMLPluralRule as `${Name}_${Category}`]?: string }

/**
 * Texts with a number, `{count}`: each in the plural forms that a language has (`_one`, `_few`, `_many`…), by the
 * categories of `Intl.PluralRules`. All of a language's are in its file, and no other.
 */
export type PluralTexts = PluralForms<'moreCards'>

type Unit = 'day' | 'minute' | 'second'

/**
 * How a language writes what `Intl` cannot write in it everywhere. Chromium says that it knows `az`, `kk` and `uz` and
 * writes `€ 4,990.00` and `2034 M12 31`; in `be`, `hy`, `ka` and `ky` it writes as in English. These patterns are used in
 * every browser, also in one that has the data.
 */
export interface Formats extends PluralForms<`${Unit}s`> {
  /** The tag of a language that every browser has, and that writes numbers, amounts and the time of day in the same way. */
  readonly numbers: string
  /** The order of `{day}`, `{month}` and `{year}` in a date. */
  readonly date: string
  /** The names of the months as in a date, separated by spaces. */
  readonly months: string
}

/** The form of a text for a number, filled with it. An older browser may have a category that the language no longer has. */
export function plural<Name extends string>(
  texts: PluralForms<Name>,
  name: Name,
  count: number,
  locale: string,
): string {
  const forms: Readonly<Record<string, string | undefined>> = texts
  const form = forms[`${name}_${new Intl.PluralRules(locale).select(count)}`] ?? forms[`${name}_other`]
  return fill(form, { count: String(count) })
}

/** A number of days, minutes or seconds in words. */
export const unitsIn = (
  locale: string,
  formats: Partial<Formats>,
  [count, unit]: readonly [number, Unit],
  unitDisplay: 'long' | 'short',
): string =>
  formats.numbers
    ? plural(formats, `${unit}s`, count, locale)
    : new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay }).format(count)

/** A date with its month in letters, and with the time of day where the style has one. */
export function dateIn(
  locale: string,
  { numbers, date, months = '' }: Partial<Formats>,
  at: number,
  style: Pick<Intl.DateTimeFormatOptions, 'dateStyle' | 'timeStyle' | 'timeZone'>,
): string {
  if (!numbers) return new Intl.DateTimeFormat(locale, style).format(at)
  const { timeStyle, timeZone } = style
  const part = (name: 'day' | 'month' | 'year'): string =>
    new Intl.DateTimeFormat('en', { [name]: 'numeric', timeZone }).format(at)
  const month = months.split(' ')[Number(part('month')) - 1]!
  const day = fill(date, { day: part('day'), month, year: part('year') })
  return timeStyle ? `${day}, ${new Intl.DateTimeFormat(numbers, { timeStyle, timeZone }).format(at)}` : day
}
