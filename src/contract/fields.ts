import * as z from 'zod/mini'

// In a module of their own, which bundles of browsers leave out.
export { dateTime, day } from './time/dates.ts'

/**
 * Text of `min` to `max` characters: the specifications' `String [min..max]`. A text that is too long is not checked
 * further, since a pattern may take time quadratic in the length.
 */
export const text = (min: number, max: number) => z.string().check(z.minLength(min), z.maxLength(max, { abort: true }))

/** Characters that nobody sees, or that show those beside them in another order. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

/**
 * Identifiers of orders and clients, which are segments of the merchant API's addresses: a lone surrogate is rejected,
 * since encoding would turn it into another identifier, and so are `.` and `..`, which no address can carry (WHATWG URL,
 * dot segments). Two that look alike in a log or a bank's console must not be two orders.
 */
export const identifier = (min: number, max: number) =>
  text(min, max).check(
    z.regex(/^\P{Cs}*$/u, 'well-formed Unicode'),
    z.refine((value) => !unseen.test(value), 'without control, bidirectional and zero-width characters'),
    z.regex(/^(?!\.\.?$)/, 'other than . and .., which no address can carry'),
  )

/**
 * A text of the merchant's that comes back unchanged: printable ASCII, which no gateway writes in another encoding, and
 * no space at either end, which one might trim.
 */
export const reference = text(1, 255).check(
  z.regex(/^[!-~](?:[ -~]*[!-~])?$/, 'printable ASCII, without a space at either end'),
)

/** Digits only, `min` to `max` of them, kept as text. */
export const digits = (min: number, max: number) => text(min, max).check(z.regex(/^\d*$/, 'digits only'))

/** A whole number of at most `length` digits, never negative: the specifications' `Integer [..length]`. */
export const integer = (length: number) =>
  z.int().check(z.minimum(0), z.maximum(Math.min(10 ** length - 1, Number.MAX_SAFE_INTEGER)))

/** An amount in minor units of its currency: `Integer [0..12]`. */
export const amount = integer(12)

/** A currency as numeric ISO 4217, three digits kept as text. */
export const currency = z.string().check(z.regex(/^\d{3}$/, 'a numeric ISO 4217 code of three digits'))

/** An absolute http or https address of at most `max` characters. */
export const address = (max = 512) =>
  text(1, max).check(z.refine((value) => /^https?:$/.test(protocolOf(value)), 'an absolute http or https address'))

const protocolOf = (value: string): string => (URL.canParse(value) ? new URL(value).protocol : '')

/** Digits with the country code, an optional + or 00 before them, 7 to 15 digits (online gateway 2.4). */
export const phone = z.string().check(z.regex(/^(?:\+|00)?\d{7,15}$/, '7 to 15 digits with the country code'))

/** Card expiry as YYYYMM. */
export const expiry = z.string().check(z.regex(/^\d{4}(?:0[1-9]|1[0-2])$/, 'YYYYMM'))
