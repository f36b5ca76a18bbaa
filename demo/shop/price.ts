import { currencyOf } from '#contract/money/currencies.ts'
import { moneyFormat } from '#contract/money/money-format.ts'

/** Formats an amount of minor units in a numeric ISO 4217 currency for a locale. */
export function priceOf(amount: number, currency: string, locale = 'en'): string {
  const known = currencyOf(currency)
  return known ? moneyFormat(locale, known.letters, known.digits)(amount) : `${amount} (${currency})`
}
