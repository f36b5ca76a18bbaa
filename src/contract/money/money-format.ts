/** A currency: its letters in ISO 4217, if it has any there, and how many digits its minor unit has. */
export interface Currency {
  readonly letters: string | undefined
  readonly digits: number
}

/**
 * Formats amounts in minor units for a locale. The fraction digits are the currency's: Intl drops those that a country no
 * longer has coins for, and would show a sum that is not the one charged.
 */
export function moneyFormat(locale: string, { letters, digits }: Currency): (amount: number) => string {
  const format = new Intl.NumberFormat(locale, {
    style: letters ? 'currency' : 'decimal',
    currency: letters,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return (amount) => format.format(amount / 10 ** digits)
}
