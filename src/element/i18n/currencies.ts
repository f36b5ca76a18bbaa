import { currencyOf } from '#contract/currencies.ts'

/**
 * Formats amounts of minor units for a locale. The fraction digits are ISO's: Intl drops those that a country no longer
 * has coins for, and would show a sum that is not the one charged.
 */
export const moneyIn =
  (locale: string) =>
  (amount: number, currency: string): string => {
    const known = currencyOf(currency)
    if (!known) return ''
    const digits = { minimumFractionDigits: known.digits, maximumFractionDigits: known.digits }
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency: known.letters, ...digits })
    return format.format(amount / 10 ** known.digits)
  }
