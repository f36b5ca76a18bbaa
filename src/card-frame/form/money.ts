import { moneyFormat } from '#contract/money/money-format.ts'

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
  const key = `${locale} ${currencyCode} ${fractionDigits} ${amount + fee}`
  if (last.key !== key) last = { key, text: moneyFormat(locale, currencyCode, fractionDigits)(amount + fee) }
  return last.text
}
