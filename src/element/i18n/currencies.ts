import { currencyOf } from '#contract/money/currencies.ts'
import { moneyFormat } from '#contract/money/money-format.ts'

/** Formats amounts of minor units for a locale; empty for a currency that ISO 4217 does not know. */
export const moneyIn =
  (locale: string) =>
  (amount: number, currency: string): string => {
    const known = currencyOf(currency)
    return known ? moneyFormat(locale, known.letters, known.digits)(amount) : ''
  }
