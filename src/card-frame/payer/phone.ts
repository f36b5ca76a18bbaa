import { digitsIn } from '../card/digits.ts'
import { phonePlans } from './tables/phone-plans.ts'

/** How a country's telephone numbers are made. */
interface Plan {
  readonly country: string
  readonly code: string
  /** Dialled before a number inside the country. */
  readonly prefix: string
  readonly shortest: number
  readonly longest: number
}

const plans: readonly Plan[] = phonePlans
  .trim()
  .split(/\s+/)
  .map((row) => {
    const [country = '', code = '', prefix = '', lengths = ''] = row.split(/[:,]/)
    const [shortest, longest] = lengths.split('-')
    return { country, code, prefix, shortest: Number(shortest), longest: Number(longest) }
  })

/** A telephone number with its country code, and its country where that is certain. */
export interface Phone {
  readonly number: string
  readonly country: string | undefined
}

/** A number that is as long as those of a country, and that of the United States is nobody's; left-to-right in every language. */
export function phoneExample(country: string): string {
  const { code, shortest, longest } = plans.find((plan) => plan.country === country) ?? plans[0]!
  const digits = '20155501234'.slice(0, Math.min(longest, Math.max(shortest, 9)))
  return `\u2066+${code}\u00a0${digits.replaceAll(/\d{3}(?=\d{3})/g, '$&\u00a0')}\u2069`
}

/**
 * Reads a number as it was typed: with the country code, or as it is dialled inside `country`. Digits may be of any
 * script; `undefined` for what is no number.
 */
export function phoneIn(typed: string, country: string): Phone | undefined {
  const plain = plainOf(typed)
  const abroad = /^(?:\+|00)(\d{7,15})$/.exec(plain)?.[1]
  if (abroad) return international(abroad, country)
  if (!/^\d{5,15}$/.test(plain)) return undefined
  return national(plain, country) ?? international(plain, country)
}

/** Without the marks that make a number readable, and the `(0)` that is not dialled from abroad. */
const plainOf = (typed: string): string =>
  Array.from(
    typed.replace(/^(\s*(?:\+|00)[^(]+)\(0\)/, '$1').replace(/[\s().\p{Dash}\p{Cf}\u30fc]/gu, ''),
    (sign) => digitsIn(sign) || sign,
  ).join('')

function international(digits: string, country: string): Phone | undefined {
  if (digits.length < 7) return undefined
  const all = plans.filter(({ code }) => digits.startsWith(code))
  const fitting = all.filter((plan) => isNational(digits.slice(plan.code.length), plan))
  const own = fitting.find((plan) => plan.country === country) ?? (fitting.length === 1 ? fitting[0] : undefined)
  return fitting.length > 0 ? { number: `+${digits}`, country: own?.country } : undefined
}

function national(digits: string, country: string): Phone | undefined {
  const plan = plans.find((one) => one.country === country)
  if (!plan) return undefined
  const own = plan.prefix && digits.startsWith(plan.prefix) ? digits.slice(plan.prefix.length) : digits
  const number = plan.code + own
  return isNational(own, plan) && /^\d{7,15}$/.test(number) ? { number: `+${number}`, country } : undefined
}

const isNational = ({ length }: string, { shortest, longest }: Plan): boolean => length >= shortest && length <= longest
