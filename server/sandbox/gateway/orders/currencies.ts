import { currencyOf } from '#contract/currencies.ts'

/** Digits after the decimal point; two where ISO 4217 does not know the currency. */
export const exponentOf = (currency: string): number => currencyOf(currency)?.digits ?? 2

/** False for what cannot be paid in: an invalid code, the code for testing (963), and that for “no currency” (999). */
export const isCurrency = (code: string): boolean => /^\d{3}$/.test(code) && !['000', '963', '999'].includes(code)
