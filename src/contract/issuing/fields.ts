import * as z from 'zod/mini'
import { integer, text } from '../fields.ts'

/** Numbers of cards, customers, accounts: digits or letters kept as text; a JSON number is accepted as one (2.1). */
export const number = (max = 36) => text(1, max)

export const cardNumber = z.string().check(z.regex(/^\d{12,19}$/, '12 to 19 digits'))
export const cvv2 = z.string().check(z.regex(/^\d{3,4}$/, '3 or 4 digits'))
export const accountNumber = number(34)
export const customerNumber = number(36)

/** Numeric ISO 4217 as a number. */
export const currencyCode = integer(3)

/** Minor units. */
export const money = integer(12)

/**
 * The caller's idempotency key, an addition of the sandbox to the document: the same request with the same key gets the
 * first one's answer again, and moves no money.
 */
export const uniqueReferenceNumber = z.optional(number(100))

/** `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM:SS`, with or without fractions and an offset; without one it is UTC (2.1). */
export const moment = z
  .string()
  .check(
    z.regex(
      /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?)?$/,
      'YYYY-MM-DD or YYYY-MM-DDTHH:MM:SS with or without an offset',
    ),
  )
  .check(z.refine((value) => !Number.isNaN(instantOf(value)), 'a day and a time that exist'))

const DAY = 86_400_000
const isDay = (value: string): boolean => value.length === 10

/**
 * The instant of a {@link moment}, in Unix milliseconds: of a day, its beginning in UTC; NaN when it does not exist.
 */
export function instantOf(value: string): number {
  const [day, time = '00:00:00Z'] = value.split('T')
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/.test(time) ? time.replace(/([+-]\d\d)(\d\d)$/, '$1:$2') : `${time}Z`
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const exists = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day!)
  return exists ? Date.parse(`${day}T${zoned}`) : Number.NaN
}

/** The last millisecond that belongs to a {@link moment}: of a day, the last of that day. */
export const endOf = (value: string): number => instantOf(value) + (isDay(value) ? DAY - 1 : 0)

/**
 * A period under either pair of names in use: startDate and endDate, or start and end (4.3, 4.4); a missing end is
 * open.
 */
export const Period = z
  .strictObject({
    startDate: z.optional(moment),
    endDate: z.optional(moment),
    start: z.optional(moment),
    end: z.optional(moment),
  })
  .check(
    z.refine((it) => it.startDate === undefined || it.start === undefined, 'startDate or start, not both'),
    z.refine((it) => it.endDate === undefined || it.end === undefined, 'endDate or end, not both'),
    z.refine((it) => spanOf(it).from <= spanOf(it).to, 'the start must not come after the end'),
  )
export type Period = z.infer<typeof Period>

/** The instants of a period, both included, in Unix milliseconds. */
export function spanOf({ startDate, start, endDate, end }: Period): { readonly from: number; readonly to: number } {
  const [first, last] = [startDate ?? start, endDate ?? end]
  return {
    from: first === undefined ? Number.NEGATIVE_INFINITY : instantOf(first),
    to: last === undefined ? Number.POSITIVE_INFINITY : endOf(last),
  }
}

/** A list as the tables define it, or nested under `name` as the examples show it (`transactions.transaction`). */
export const listOf = <Item extends z.core.$ZodType>(name: string, item: Item) =>
  z.pipe(
    z.transform((sent: unknown) => (isNest(sent, name) ? [(sent as Record<string, unknown>)[name]].flat() : sent)),
    z.array(item),
  )

const isNest = (sent: unknown, name: string): boolean =>
  typeof sent === 'object' && sent !== null && !Array.isArray(sent) && Object.keys(sent).join() === name

/** The answer of an operation without data: `00`, or the code of the failure, with a sentence. */
export const Done = z.object({ responseCode: z.string(), message: z.optional(z.string()) })
export type Done = z.infer<typeof Done>

/** The answer of processing: the same with the identifiers of the transaction; `localTransactionDate` is ISO 8601. */
export const Processed = z.extend(Done, {
  processingCode: z.string(),
  systemTraceAuditNumber: z.int(),
  localTransactionDate: z.string(),
})
export type Processed = z.infer<typeof Processed>
