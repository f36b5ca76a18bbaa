import { currencyOf } from '#contract/currencies.ts'

/** Formats an amount of minor units in a numeric ISO 4217 currency for a locale. */
export function priceOf(amount: number, currency: string, locale = 'en'): string {
  const known = currencyOf(currency)
  if (!known) return `${amount} (${currency})`
  return new Intl.NumberFormat(locale, { style: 'currency', currency: known.letters }).format(
    amount / 10 ** known.digits,
  )
}
