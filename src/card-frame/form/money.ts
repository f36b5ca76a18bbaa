/** The amount to pay: `amount` and `fee` in minor units, of which `10 ** fractionDigits` make one major unit. */
export interface Money {
  readonly amount: number
  readonly fee?: number | undefined
  readonly currencyCode: string
  readonly fractionDigits: number
}

/** Formats the amount for a locale. */
export function showMoney({ amount, fee = 0, currencyCode, fractionDigits }: Money, locale: string): string {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: currencyCode,
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  }).format((amount + fee) / 10 ** fractionDigits)
}
