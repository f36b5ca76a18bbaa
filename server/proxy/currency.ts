import { number } from 'currency-codes'

/** A currency's letters and its digits after the decimal point, by its numeric ISO 4217 code; `undefined` when unknown. */
export function currencyOf(
  code: string,
): { readonly currencyCode: string; readonly fractionDigits: number } | undefined {
  const found = number(code)
  return found && { currencyCode: found.code, fractionDigits: found.digits }
}
