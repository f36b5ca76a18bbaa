import { latinText } from '#contract/latin.ts'
import type { PayerData } from '#contract/payment-methods.ts'
import { addressWords } from '#texts/address-words.ts'
import type { AddressWord, AddressWords } from '#texts/language.ts'
import { fill, type CardTexts } from '#texts/texts.ts'
import { browserCountry } from '#browser/browser-country.ts'
import type { FieldSpec, PayerField } from '../form/fields.ts'
import type { Problem, Values } from '../form/form-context.ts'
import type { Model } from '../form/model.ts'
import { countryNames } from './country-names.ts'
import type { AddressRules } from './data.ts'
import { postalCodeOf, postalProblem } from './postal-code.ts'
import { regionOf, regionsOf } from './regions.ts'
import { formats, type AddressFormat } from './tables/formats.ts'

type AddressField = 'address' | 'addressLine2' | 'city' | 'postalCode' | 'state' | 'country'
type Sign = 'A' | 'C' | 'S' | 'Z'

/** No country’s format names the second line, which follows the first everywhere. */
const fields: Readonly<Record<Sign, readonly AddressField[]>> = {
  A: ['address', 'addressLine2'],
  C: ['city'],
  S: ['state'],
  Z: ['postalCode'],
}
const signs = { address: 'A', addressLine2: '-', city: 'C', state: 'S', postalCode: 'Z', country: '' } as const

/** Where the country is not known. */
const unknown: AddressFormat = ['ACZS', 'ACZ', '', '', '']

const formatOf = ({ country = '' }: Values): AddressFormat => formats[country] ?? unknown

const fieldsOf = (values: Values): readonly AddressField[] => [
  'country',
  ...[...formatOf(values)[0]].flatMap((sign) => fields[sign as Sign]),
]

const isRequired = (field: AddressField, values: Values): boolean =>
  field === 'country' || formatOf(values)[1].includes(signs[field])

const specs: Readonly<Record<AddressField, FieldSpec>> = {
  address: place('address', 'address-line1'),
  addressLine2: place('address2', 'address-line2'),
  city: place('city', 'address-level2'),
  postalCode: place('postal-code', 'postal-code'),
  state: place('state', 'address-level1'),
  country: { ...place('country', 'country'), choices: countries },
}

function place(name: string, what: AutoFillField): FieldSpec {
  return { name, autocomplete: `billing ${what}` as AutoFill, inputMode: 'text', direction: 'auto' }
}

/**
 * In characters (online gateway 2.4). A longer text is refused with a sentence, since a limit of the field would cut it
 * without one; a postal code is sent without its marks where it is longer.
 */
const longest: Readonly<Partial<Record<AddressField, number>>> = { address: 50, addressLine2: 50, city: 50, state: 50 }

function specOf(field: PayerField, values: Values): FieldSpec {
  const of = field as AddressField
  const [, , , , example] = formatOf(values)
  const label = labelOf(of, values)
  const list = of === 'state' ? regionsOf(values.country) : undefined
  return {
    ...specs[of],
    ...(of === 'postalCode' && /^\d+$/.test(example) && { inputMode: 'numeric' }),
    ...(list && { choices: list }),
    ...(label && { label }),
    ...(!isRequired(of, values) && { optional: true as const }),
  }
}

/** The countries whose postal code is a postcode in English. */
const postcodes = new Set(['AU', 'GB', 'GG', 'IM', 'JE', 'NZ'])

/**
 * The label of a field in its country. India's PIN code stays a postal code: beside a card, a PIN is something else.
 */
function labelOf(field: AddressField, values: Values): FieldSpec['label'] {
  const key = labelKeyOf(field, values)
  if (key) return (locale) => labelIn(wordsOf(locale)[key])
  if (field !== 'postalCode') return undefined
  const { country = '' } = values
  if (formatOf(values)[2].includes('eircode')) return () => 'Eircode'
  return postcodes.has(country) ? (locale) => (locale === 'en' ? 'Postcode' : undefined) : undefined
}

/** The tag is one of the checkout’s languages. */
const wordsOf = (locale: string): AddressWords => addressWords.get(locale.toLowerCase()) ?? addressWords.get('en')!

const labelIn = (word: AddressWord | string): string => (typeof word === 'string' ? word : word[0])

/** What a country calls a field, where it is not called as in the texts of the form. */
function labelKeyOf(field: AddressField, values: Values): keyof AddressWords | undefined {
  const [state, zip, locality] = formatOf(values)[2].split(' ')
  const province = regionsOf(values.country) && 'province'
  const words = { addressLine2: 'line2', state: state || province, postalCode: zip, city: locality }
  const word = words[field as keyof typeof words]
  return word && word in wordsOf('en') ? (word as keyof AddressWords) : undefined
}

function check(field: PayerField, values: Values): Problem | undefined {
  const of = field as AddressField
  const value = (values[of] ?? '').trim()
  if (!value) return isRequired(of, values) ? missing(of, values) : undefined
  if (value.length > (longest[of] ?? Infinity)) return 'fieldLong'
  if (of === 'postalCode') return postalProblem(value, formatOf(values))
  if (of !== 'state') return undefined
  if (regionsOf(values.country)) return regionOf(values.country, value) ? undefined : missing(of, values)
  return latinText(value) === undefined ? 'stateLatin' : undefined
}

const missing = (field: AddressField, values: Values): Problem =>
  field === 'state' || labelKeyOf(field, values) ? 'fieldMissing' : (`${field}Missing` as Problem)

/**
 * The message of a problem, with the field as the country calls it, unless the page does otherwise: a sentence of its own
 * has the field's label, and a label of its own stands as it is.
 */
export function sentence(field: string, problem: Problem, { locale, texts, form, own = {} }: Model): string {
  const words = wordsOf(locale)
  const { label } = specOf(field as PayerField, form.values)
  const [, , , , example] = formatOf(form.values)
  const values = { example: `\u2066${example}\u2069`, length: String(longest[field as AddressField]) }
  const labelled = { ...values, field: own[field] ?? label?.(locale) ?? texts[field as keyof CardTexts] }
  const bent = { ...values, field: own[field] ?? objectOf(field as AddressField, form.values, words) }
  const say = (key: string, text: string): string => (own[key] ? fill(own[key], labelled) : fill(text, bent))
  if (problem === 'fieldLong') return say('addressLong', words.long)
  if (problem === 'fieldWrong') return say('postalCodeWrong', words.wrong)
  const isChosen = field === 'state' && regionsOf(form.values.country)
  return say(`${field}Missing`, isChosen ? words.unchosen : words.missing)
}

/** A field as the object of a sentence. */
function objectOf(field: AddressField, values: Values, words: AddressWords): string {
  const word = words[labelKeyOf(field, values) ?? (field === 'state' ? 'region' : 'postalCode')]
  return typeof word === 'string' ? word : word[1]
}

/**
 * Known data as values; without a known country the browser's is chosen. The second line is that of the first line that
 * was typed, if any.
 */
const known: AddressRules['known'] = (billing, typed = {}) => {
  const { billingCountry = '', billingState = '' } = billing
  const country = countryCodes.includes(billingCountry) ? billingCountry : billingCountry ? '' : browserCountry()
  return {
    address: billing.billingAddressLine1 ?? '',
    addressLine2: (typed.address ? typed.addressLine2 : billing.billingAddressLine2) ?? '',
    city: billing.billingCity ?? '',
    postalCode: billing.billingPostalCode ?? '',
    state: regionOf(country, billingState) ?? billingState,
    country: countryCodes.includes(country) ? country : '',
  }
}

const keys = {
  address: 'billingAddressLine1',
  addressLine2: 'billingAddressLine2',
  city: 'billingCity',
  postalCode: 'billingPostalCode',
  state: 'billingState',
  country: 'billingCountry',
} as const

/** An empty second line is sent, too: it says that the line which the ticket may have does not hold. */
function billingOf(values: Values): NonNullable<PayerData['billing']> {
  const isSent = (field: AddressField): unknown => values[field === 'addressLine2' ? 'address' : field]?.trim()
  const good = fieldsOf(values).filter((field) => !check(field, values) && isSent(field))
  return Object.fromEntries(good.map((field) => [keys[field], valueOf(field, values)]))
}

function valueOf(field: AddressField, values: Values): string {
  const value = (values[field] ?? '').trim()
  if (field === 'postalCode') return postalCodeOf(value)
  return (field === 'state' && (regionOf(values.country, value) ?? latinText(value))) || value
}

/** ISO 3166-1 alpha-2. */
export const countryCodes: readonly string[] = `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW
  BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI
  FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN
  IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME
  MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF
  PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV
  SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE
  YT ZA ZM ZW`
  .trim()
  .split(/\s+/)

/** Countries with their names in a language, in its alphabetical order. */
function countries(locale: string): readonly (readonly [code: string, name: string])[] {
  const names = countryNames(locale)
  const { compare } = new Intl.Collator(locale)
  return countryCodes.map((code) => [code, names.of(code) ?? code] as const).toSorted((a, b) => compare(a[1], b[1]))
}

/** Postal addresses as each country writes them. */
export const address: AddressRules = { fieldsOf, specOf, check, known, billingOf }
