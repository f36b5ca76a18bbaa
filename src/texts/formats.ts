import { fill, type Formats, type PluralForms, type Unit } from './texts.ts'

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
