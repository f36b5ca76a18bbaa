import { regions } from './tables/regions.ts'

type Choices = (locale: string) => readonly (readonly [code: string, name: string])[]

interface Region {
  readonly code: string
  readonly names: readonly string[]
}

const listOf = (country = ''): readonly Region[] | undefined =>
  regions[country]?.split('|').map((row) => {
    const [code = '', ...names] = row.split('~')
    return { code, names: names.length > 0 ? names : [code] }
  })

/** The parts of a country that its addresses must name, for a list; `undefined` where there is none. */
export function regionsOf(country: string | undefined): Choices | undefined {
  const list = listOf(country)
  return list && ((locale) => sorted(list, locale, country!))
}

/** In the country's own script only where its language is read. */
function sorted(list: readonly Region[], locale: string, country: string): ReturnType<Choices> {
  const isOwn = new Intl.Locale(`und-${country}`).maximize().language === new Intl.Locale(locale).language
  const { compare } = new Intl.Collator(locale)
  return list
    .map(({ code, names }) => [code, names[isOwn ? 0 : names.length - 1]!] as const)
    .toSorted((one, other) => compare(one[1], other[1]))
}

/** The code of a region that was named by its code, such as `CA` or `US-CA`, or by a name. */
export function regionOf(country: string | undefined, value: string): string | undefined {
  const wanted = value.trim().toLowerCase()
  const isMeant = ({ code, names }: Region): boolean =>
    [code, `${country}-${code}`, ...names].some((name) => name.toLowerCase() === wanted)
  return listOf(country)?.find(isMeant)?.code
}
