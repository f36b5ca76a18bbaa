import type { FieldSpec } from '../form/fields.ts'
import type { Problem, Values } from '../form/form-context.ts'
import { browserCountry } from '#bridge/browser-country.ts'
import { phoneIn, type Phone } from './phone.ts'

export type ContactField = 'email' | 'phone'

/** Lengths are those of online gateway 2.4. */
const email = { name: 'email', autocomplete: 'email', inputMode: 'email', longest: 40, direction: 'ltr' } as const
const phone = {
  name: 'phone',
  autocomplete: 'tel',
  inputMode: 'tel',
  longest: 30,
  direction: 'ltr',
  hint: 'phoneHint',
} as const

/** How a field is described; below a telephone number it says how the number is understood. */
export function contactSpec(field: ContactField, values: Values): FieldSpec {
  if (field === 'email') return email
  const read = phoneOf(values)
  return read ? { ...phone, note: (locale) => described(read, locale) } : phone
}

export function checkContact(field: ContactField, values: Values): Problem | undefined {
  const plain = (values[field] ?? '').trim()
  if (!plain) return `${field}Missing`
  if (field === 'email') return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(plain) ? undefined : 'emailWrong'
  return phoneOf(values) ? undefined : 'phoneWrong'
}

/** The number is of the country of the address, or else of the browser's. */
export const phoneOf = ({ phone: typed = '', country = '' }: Values): Phone | undefined =>
  phoneIn(typed, country || browserCountry())

/** The number as it is sent, which is left-to-right in every language, and the name of its country. */
function described({ number, country }: Phone, locale: string): string {
  const name = country && new Intl.DisplayNames(locale, { type: 'region' }).of(country)
  return [`\u2066${number}\u2069`, name].filter(Boolean).join(' · ')
}
