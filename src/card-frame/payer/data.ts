import type { RequestedData, PayerData } from '#contract/payment-methods.ts'
import type { CardTexts } from '#texts/texts.ts'
import { countryCodes } from './countries.ts'
import { digitsIn } from '../card/digits.ts'
import type { Field, FieldSpec, PayerField } from '../form/fields.ts'

type Values = Readonly<Partial<Record<Field, string>>>

/** Lengths are those of online gateway 2.4 and 4.1. */
export const fieldSpecs: Readonly<Record<PayerField, FieldSpec>> = {
  email: { name: 'email', autocomplete: 'email', inputMode: 'email', longest: 40, direction: 'ltr' },
  phone: { name: 'phone', autocomplete: 'tel', inputMode: 'tel', longest: 30, direction: 'ltr', hint: 'phoneHint' },
  address: place('address', 'address-line1', 50),
  city: place('city', 'address-level2', 50),
  postalCode: place('postal-code', 'postal-code', 9),
  state: { ...place('state', 'address-level1', 50), optional: true },
  country: { ...place('country', 'country', 50), choices: countries },
}

function place(name: string, what: AutoFillField, longest: number): FieldSpec {
  return { name, autocomplete: `billing ${what}` as AutoFill, inputMode: 'text', longest, direction: 'auto' }
}

const keys = {
  address: 'billingAddressLine1',
  city: 'billingCity',
  postalCode: 'billingPostalCode',
  state: 'billingState',
  country: 'billingCountry',
} as const

/** What is wrong with a value, as a key of the texts. */
export function check(field: PayerField, value: string): keyof CardTexts | undefined {
  const plain = value.trim()
  if (!plain) return fieldSpecs[field].optional ? undefined : `${field as Exclude<PayerField, 'state'>}Missing`
  if (field === 'email') return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(plain) ? undefined : 'emailWrong'
  if (field === 'phone') return /^(?:\+|00)?\d{7,15}$/.test(phoneToSend(plain)) ? undefined : 'phoneWrong'
  return field === 'state' && !/^[ -~\u00a0-\u024f\u2018\u2019]*$/.test(plain) ? 'stateLatin' : undefined
}

/**
 * Converts digits of any script, keeps the plus, and removes marks that make a number readable; other characters stay
 * and are invalid.
 */
const phoneToSend = (typed: string): string =>
  [...typed.replace(/[\s().\u2010-\u2015-]/g, '')].map((sign) => digitsIn(sign) || sign).join('')

/** Known payer data as values of the fields. */
export function known({ email, phone, billing = {} }: PayerData): Values {
  const { billingCountry = '' } = billing
  return {
    email: email ?? '',
    phone: phone ?? '',
    address: billing.billingAddressLine1 ?? '',
    city: billing.billingCity ?? '',
    postalCode: billing.billingPostalCode ?? '',
    state: billing.billingState ?? '',
    country: countryCodes.includes(billingCountry) ? billingCountry : '',
  }
}

/** The requested data that is present and valid. */
export function dataOf(request: readonly RequestedData[], values: Values): PayerData {
  const good = (field: PayerField): string => (check(field, values[field] ?? '') ? '' : (values[field] ?? '').trim())
  const [email, phone] = [good('email'), phoneToSend(good('phone'))]
  const rows = Object.entries(keys).map(([field, key]) => [key, good(field as PayerField)] as const)
  const billing = Object.fromEntries(rows.filter(([, value]) => value))
  return {
    ...(request.includes('email') && email && { email }),
    ...(request.includes('phone') && phone && { phone }),
    ...(request.includes('billing') && Object.keys(billing).length > 0 && { billing }),
  }
}

/** Countries with their names in a language, in its alphabetical order. */
function countries(locale: string): readonly (readonly [code: string, name: string])[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const { compare } = new Intl.Collator(locale)
  return countryCodes.map((code) => [code, names.of(code) ?? code] as const).toSorted((a, b) => compare(a[1], b[1]))
}
