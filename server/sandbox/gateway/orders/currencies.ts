import { currencyOf } from '#contract/currencies.ts'

/** Digits after the decimal point; two where ISO 4217 does not know the currency. */
export const exponentOf = (currency: string): number => currencyOf(currency)?.digits ?? 2

/** False for what can never be paid in: no code at all, the code for testing, and the code for “no currency”. */
export const isCurrency = (code: string): boolean => /^\d{3}$/.test(code) && !['000', '963', '999'].includes(code)
