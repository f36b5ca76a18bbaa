/** The amount to pay: `amount` in minor units, of which `10 ** fractionDigits` make one major unit. */
export interface Money {
  readonly amount: number
  readonly currencyCode: string
  readonly fractionDigits: number
}

/** Formats the amount for a locale. */
export function showMoney({ amount, currencyCode, fractionDigits }: Money, locale: string): string {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: currencyCode,
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  }).format(amount / 10 ** fractionDigits)
}
