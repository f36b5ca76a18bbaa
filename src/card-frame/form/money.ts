/** The amount to pay: `amount` and `fee` in minor units, of which `10 ** fractionDigits` make one major unit. */
export interface Money {
  readonly amount: number
  readonly fee?: number | undefined
  readonly currencyCode: string
  readonly fractionDigits: number
}

let last = { key: '', text: '' }

/** Formats the amount for a locale; the same amount is shown again after each key. */
export function showMoney({ amount, fee = 0, currencyCode, fractionDigits }: Money, locale: string): string {
  const sum = (amount + fee) / 10 ** fractionDigits
  const key = `${locale} ${currencyCode} ${fractionDigits} ${sum}`
  if (last.key !== key) last = { key, text: formatted(sum, currencyCode, fractionDigits, locale) }
  return last.text
}

const formatted = (sum: number, currency: string, fractionDigits: number, locale: string): string =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  }).format(sum)
