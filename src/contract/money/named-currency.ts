import * as z from 'zod/mini'
import { currencyNumberOf } from './currencies.ts'

const RULE = 'a currency of ISO 4217 by its number or its letters, such as 978 or EUR'

/**
 * A currency as a merchant names it, by its number (as text, or as a JSON number) or by its letters; read, it is the
 * number in three digits, which is all that the rest of the code has.
 */
export const namedCurrency = z.pipe(
  z.union([z.string().check(z.regex(/^(?:\d{3}|[A-Z]{3})$/, RULE)), z.number()], RULE),
  z.transform((code, { issues }): string => {
    const number = currencyNumberOf(code)
    if (number === undefined) issues.push({ code: 'custom', message: RULE, input: code })
    return number ?? ''
  }),
)
