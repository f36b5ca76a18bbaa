import { currencyOf } from '#contract/currencies.ts'

/** Digits after the decimal point. */
export const exponentOf = (currency: string): number => currencyOf(currency)?.digits ?? 2

/** Whether an order can have this currency: not the codes of metals, of tests (963) and of “no currency” (999). */
export const isCurrency = (code: string): boolean => currencyOf(code) !== undefined
