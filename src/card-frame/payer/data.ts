import { browserCountry } from '#browser/browser-country.ts'
import type { PayerData, RequestedData } from '#contract/payment-methods.ts'
import type { Field, FieldSpec, PayerField } from '../form/fields.ts'
import type { PayerRules, Problem, Values } from '../form/form-context.ts'
import { countryNames } from './country-names.ts'
import { phoneExample, phoneIn, type Phone } from './phone.ts'

/** The rules of postal addresses, which are loaded only where one is asked for. */
export interface AddressRules extends Pick<PayerRules, 'specOf' | 'check'> {
  /** The fields in the order of the address's country. */
  readonly fieldsOf: (values: Values) => readonly PayerField[]
  readonly known: (billing: NonNullable<PayerData['billing']>, typed?: Values) => Values
  /** The parts of the address that are present and valid. */
  readonly billingOf: (values: Values) => NonNullable<PayerData['billing']>
}

const isContact = (field: Field): field is ContactField => field === 'email' || field === 'phone'

/** The rules of the payer's data, with those of an address where one is asked for. */
export function payerRules(address?: AddressRules): PayerRules {
  const check: PayerRules['check'] = (field, values) =>
    isContact(field) ? checkContact(field, values) : address?.check(field, values)
  const good = (field: ContactField, values: Values): string =>
    check(field, values) ? '' : field === 'phone' ? phoneOf(values)!.number : values.email!.trim()
  return {
    requested: (request, brandOfCard, { number }) =>
      request
        .filter(({ brand = brandOfCard, afterNumber }) => brand === brandOfCard && (number || !afterNumber))
        .map(({ data }) => data),
    check,
    fieldsOf: (data, values) => (data === 'billing' ? (address?.fieldsOf(values) ?? []) : [data]),
    specOf: (field, values) => (isContact(field) ? contactSpec(field, values) : address!.specOf(field, values)),
    known: ({ email = '', phone = '', billing = {} }, typed) => ({ email, phone, ...address?.known(billing, typed) }),
    dataOf(request, values) {
      const [email, phone] = (['email', 'phone'] as const).map((field) => wanted(request, field) && good(field, values))
      const billing = request.includes('billing') ? address?.billingOf(values) : undefined
      const isAny = billing && Object.keys(billing).length > 0
      return { ...(email && { email }), ...(phone && { phone }), ...(isAny && { billing }) }
    },
  }
}

const wanted = (request: readonly RequestedData[], field: ContactField): boolean => request.includes(field)

type ContactField = 'email' | 'phone'

const email = { name: 'email', autocomplete: 'email', inputMode: 'email', direction: 'ltr' } as const
/** In characters (online gateway 2.4). */
const LONGEST_EMAIL = 40

const phone = {
  name: 'phone',
  autocomplete: 'tel',
  inputMode: 'tel',
  direction: 'ltr',
  hint: 'phoneHint',
} as const

/** How a field is described; below a telephone number it says how the number is understood. */
function contactSpec(field: ContactField, values: Values): FieldSpec {
  if (field === 'email') return email
  const read = phoneOf(values)
  return read
    ? { ...phone, note: (locale) => described(read, locale) }
    : { ...phone, example: phoneExample(countryOf(values)) }
}

function checkContact(field: ContactField, values: Values): Problem | undefined {
  const plain = (values[field] ?? '').trim()
  if (!plain) return `${field}Missing`
  if (field === 'email') return isEmail(plain) ? undefined : 'emailWrong'
  return phoneOf(values) ? undefined : 'phoneWrong'
}

const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) && text.length <= LONGEST_EMAIL

/** A number is of the country of the address, or else of the browser's. */
const countryOf = ({ country = '' }: Values): string => country || browserCountry()

const phoneOf = (values: Values): Phone | undefined => phoneIn(values.phone ?? '', countryOf(values))

/** The number as it is sent, which is left-to-right in every language, and the name of its country. */
function described({ number, country }: Phone, locale: string): string {
  const name = country && countryNames(locale).of(country)
  return [`\u2066${number}\u2069`, name].filter(Boolean).join(' · ')
}
