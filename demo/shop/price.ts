import { currencyOf } from '#contract/currencies.ts'

/** An amount of minor units in a numeric ISO 4217 currency, as a language writes it. */
export function priceOf(amount: number, currency: string, locale = 'en'): string {
  const known = currencyOf(currency)
  if (!known) return `${amount} (${currency})`
  return new Intl.NumberFormat(locale, { style: 'currency', currency: known.letters }).format(
    amount / 10 ** known.digits,
  )
}
