import { currencyOf } from '#contract/money/currencies.ts'
import { moneyFormat } from '#contract/money/money-format.ts'

/** Whether an order can have this currency: not the codes of metals, of tests (963) and of “no currency” (999). */
export const isCurrency = (code: string): boolean => currencyOf(code) !== undefined

/** An amount of an order in minor units, as a payer of a language reads it. */
export function amountText(amount: number, currency: string, language: string): string {
  const { letters, digits } = currencyOf(currency)!
  return moneyFormat(language, letters, digits)(amount)
}
