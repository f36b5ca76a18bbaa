/**
 * Formats amounts in minor units for a locale, with the letters of their currency, or as plain numbers. The fraction
 * digits are the currency's: Intl drops those that a country no longer has coins for, and would show a sum that is not the
 * one charged.
 */
export function moneyFormat(locale: string, currency: string | undefined, digits: number): (amount: number) => string {
  const format = new Intl.NumberFormat(locale, {
    style: currency ? 'currency' : 'decimal',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return (amount) => format.format(amount / 10 ** digits)
}
