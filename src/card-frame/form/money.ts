/** What is to be paid: `amount` in minor units, of which `10 ** fractionDigits` make one of the currency. */
export interface Money {
  readonly amount: number
  readonly currencyCode: string
  readonly fractionDigits: number
}

/** The amount as the shopper's language writes it. */
export function showMoney({ amount, currencyCode, fractionDigits }: Money, locale: string): string {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: currencyCode,
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  }).format(amount / 10 ** fractionDigits)
}
