import * as z from 'zod/mini'
import { instantOf } from '#contract/time/instant.ts'
import { family, sandboxOwn } from '../gateway/marks.ts'
import { DAY } from '#contract/time/periods.ts'

export { instantOf } from '#contract/time/instant.ts'

/**
 * A String of the document, which states neither lengths nor lists of values unless an operation does. A JSON number is
 * accepted as its digits (2.1).
 */
export const text = z.string()

/** An Integer of the document, of any value. */
export const whole = z.int()

/** A field that may be absent; null is the same as absent. */
export const optional = <Field extends z.core.$ZodType>(field: Field) =>
  z.optional(
    z.pipe(
      z.transform((sent: unknown): unknown => (sent === null ? undefined : sent)),
      z.optional(field),
    ),
  )

const LONG_LIMIT = 2n ** 63n

const isLong = (value: unknown): boolean =>
  typeof value === 'bigint' ? -LONG_LIMIT <= value && value < LONG_LIMIT : Number.isSafeInteger(value)

/** A Long of the document: a number, or a bigint where a number is not exact (see `exact-json.ts`). */
export const long = z.pipe(
  z.transform((sent: unknown) => (typeof sent === 'string' && /^-?\d{16,19}$/.test(sent) ? BigInt(sent) : sent)),
  z
    .custom<number | bigint>(isLong, 'a whole number of at most 19 digits')
    .register(z.globalRegistry, { type: 'integer', format: 'int64' }),
)
export type Long = number | bigint

/**
 * The caller's idempotency key: the same request with the same key gets the first one's answer again, and moves no
 * money. The document shows it in the answer of debitCard only.
 */
export const uniqueReferenceNumber = sandboxOwn(optional(text))

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

/** Milliseconds of the unit that a {@link moment} is given in: a day, a second, or the last digit of its fraction. */
function unitOf(value: string): number {
  if (value.length === 10) return DAY
  const [, fraction = ''] = /\.(\d+)/.exec(value) ?? []
  return 10 ** Math.max(3 - fraction.length, 0)
}

/** The last millisecond that belongs to a {@link moment}, of the whole day or second where it is no finer. */
export const endOf = (value: string): number => instantOf(value) + unitOf(value) - 1

/**
 * A period under either pair of names in use: startDate and endDate, or start and end (4.3, 4.4); a missing end is
 * open.
 */
export const Period = z.strictObject({
  startDate: optional(moment),
  endDate: optional(moment),
  start: optional(moment),
  end: optional(moment),
})
export type Period = z.infer<typeof Period>

/** The instants of a period, both included, in Unix milliseconds. */
export function spanOf({ startDate, start, endDate, end }: Period): { readonly from: number; readonly to: number } {
  const [first, last] = [startDate ?? start, endDate ?? end]
  return {
    from: first === undefined ? Number.NEGATIVE_INFINITY : instantOf(first),
    to: last === undefined ? Number.POSITIVE_INFINITY : endOf(last),
  }
}

/** The names that lists are nested under, by the schema of the list. */
const nests = new WeakMap<object, string>()

/** The name that the examples nest a list under. */
export const nestOf = (list: z.core.$ZodType): string | undefined => nests.get(list)

/** A list as the tables define it, or nested under `name` as the examples show it (`transactions.transaction`). */
export const listOf = <Item extends z.core.$ZodType>(name: string, item: Item) => {
  const list = z.pipe(
    z.transform((sent: unknown) => (isNest(sent, name) ? [(sent as Record<string, unknown>)[name]].flat() : sent)),
    z.array(item),
  )
  nests.set(list, name)
  return list
}

const isNest = (sent: unknown, name: string): boolean =>
  typeof sent === 'object' && sent !== null && !Array.isArray(sent) && Object.keys(sent).join() === name

/** The answer of an operation without data: `00`, or the code of the failure, in the family with a sentence. */
export const Done = z.object({ responseCode: z.string(), message: family(optional(z.string()), 'Of a failure') })
export type Done = z.infer<typeof Done>

const identifiers = {
  processingCode: z.string(),
  systemTraceAuditNumber: z.int(),
  localTransactionDate: z.string(),
}

/** The answer of processing: the same with the identifiers of the transaction; `localTransactionDate` is ISO 8601. */
export const Processed = z.extend(Done, {
  processingCode: optional(identifiers.processingCode),
  systemTraceAuditNumber: optional(identifiers.systemTraceAuditNumber),
  localTransactionDate: optional(identifiers.localTransactionDate),
})
export type Processed = z.infer<typeof Processed>

/** The answer to a payment, whose identifiers are mandatory (4.4); `rrn` is its retrieval reference number. */
export const Paid = z.extend(Done, { ...identifiers, rrn: z.string() })
