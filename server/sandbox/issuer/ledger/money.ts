import { currencyOf, fractionDigitsOf } from '#contract/money/currencies.ts'
import { Declined } from './declined.ts'

export const digitsOf = (currency: number): number => fractionDigitsOf(code(currency))

/** Letters of a numeric currency. */
export const alphaOf = (currency: number): string | undefined => currencyOf(code(currency))?.letters

/** Converts an amount: the sandbox exchanges all currencies one to one, minor units by ISO 4217. */
export const exchanged = (amount: number, from: number, to: number): number =>
  from === to ? amount : Math.round(amount * 10 ** (digitsOf(to) - digitsOf(from)))

const code = (currency: number): string => String(currency).padStart(3, '0')

/** Declines an unknown currency with 92. */
export function checkCurrency(currency: number): void {
  if (alphaOf(currency) === undefined) throw new Declined('92', 'currency is no numeric code of ISO 4217')
}
