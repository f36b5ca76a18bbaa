import { currencyOf } from '#contract/currencies.ts'
import { Declined } from './declined.ts'

/** Decimal digits of a numeric currency; two where ISO 4217 does not know it. */
export const digitsOf = (currency: number): number => currencyOf(code(currency))?.digits ?? 2

/** Letters of a numeric currency. */
export const alphaOf = (currency: number): string | undefined => currencyOf(code(currency))?.letters

/** An amount of one currency in another: the sandbox changes all currencies one for one, minor units by ISO 4217. */
export const exchanged = (amount: number, from: number, to: number): number =>
  from === to ? amount : Math.round(amount * 10 ** (digitsOf(to) - digitsOf(from)))

const code = (currency: number): string => String(currency).padStart(3, '0')

/** Declines with 92 what is no currency. */
export function checkCurrency(currency: number): void {
  if (alphaOf(currency) === undefined) throw new Declined('92', 'currency is no numeric code of ISO 4217')
}
