import { currencyNumberOf, fractionDigitsOf } from './currencies.ts'

/**
 * A sum of major units, such as `'49.90'` or `49.9`, in whole minor units of its currency, which is named by its letters or its number:
 * 4990 of EUR, 50 of JPY for `'50'`. Nothing is rounded: throws a TypeError for more decimals than the currency has, so that
 * `0.1 + 0.2` and `'1.000'` of EUR are refused, and for what is no plain decimal number.
 *
 * @example
 * ```ts
 * import { minorUnits } from 'tender-checkout/merchant'
 *
 * export const order = { orderNumber: 'A-17', amount: minorUnits('49.90', 'EUR'), currency: 'EUR' }
 * ```
 */
export function minorUnits(value: string | number, currency: string | number): number {
  const number = currencyNumberOf(currency)
  if (number === undefined) throw new TypeError(`${currency} is no currency of ISO 4217`)
  const digits = fractionDigitsOf(number)
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? []
  if (whole === undefined) throw new TypeError(`${value} must be a decimal number such as 49.90, with a point`)
  if (fraction.length > digits) throw new TypeError(`${value} has more than the ${digits} decimals of ${currency}`)
  const sum = Number(whole + fraction.padEnd(digits, '0'))
  if (!Number.isSafeInteger(sum)) throw new TypeError(`${value} is too large to be exact`)
  return sum
}
