import { currencyOf } from '#contract/money/currencies.ts'

/** Whether an order can have this currency: not the codes of metals, of tests (963) and of “no currency” (999). */
export const isCurrency = (code: string): boolean => currencyOf(code) !== undefined
