import * as z from 'zod/mini'
import { integer, text } from '../fields.ts'
import { currencyCode, endOf, instantOf, moment, number } from './fields.ts'

/** Where a payment is accepted (2.3). */
export const CardAcceptorParameters = z.strictObject({
  terminalIdentification: number(16),
  merchantIdentification: number(64),
  /** Merchant category code. */
  merchantType: z.string().check(z.regex(/^\d{4}$/, 'a merchant category code of four digits')),
  /** Name, town and country as ISO 8583 field 43 has them: 25, 13 and 2 characters. */
  nameAndLocation: z.optional(text(1, 99)),
})
export type CardAcceptorParameters = z.infer<typeof CardAcceptorParameters>

export const cardAcceptorParameters = z.optional(CardAcceptorParameters)

/** Unit of a limit's cycle (2.4). The document shows no code table: this one is the sandbox's. */
export const cycleTypes = { payment: 0, day: 1, week: 2, month: 3, year: 4, lifetime: 5 } as const
export type CycleType = (typeof cycleTypes)[keyof typeof cycleTypes]

export const cycleType = z.union(
  Object.values(cycleTypes).map((code) => z.literal(code)) as [z.ZodMiniLiteral<CycleType>],
  {
    error: 'one of 0 (each payment), 1 (day), 2 (week), 3 (month), 4 (year), 5 (lifetime)',
  },
)
/** Length of a cycle, in units of its cycle type. */
export const cycleLength = integer(3).check(z.minimum(1))
/** What a limit allows in a cycle: minor units, or a number of payments. */
export const limitValue = integer(15)
export const limitName = text(1, 64)

const exceptionMembers = {
  limitName,
  startDate: moment,
  endDate: moment,
  value: z.optional(limitValue),
  cycleType: z.optional(cycleType),
  cycleLength: z.optional(cycleLength),
}

/** Another value for a limit from one date to another (2.4). */
export const LimitException = z.strictObject(exceptionMembers).check(
  z.refine(({ startDate, endDate }) => instantOf(startDate) <= endOf(endDate), {
    error: 'a date that does not come after endDate',
    path: ['startDate'],
  }),
)
export type LimitException = z.infer<typeof LimitException>

const limitMembers = {
  name: limitName,
  startDate: z.optional(moment),
  endDate: z.optional(moment),
  value: z.optional(limitValue),
  cycleType: z.optional(cycleType),
  cycleLength: z.optional(cycleLength),
  currency: z.optional(currencyCode),
  currentValue: z.optional(limitValue),
}

/** A change of a limit: what is not given stays as it is (2.4). */
export const LimitChange = z.strictObject(limitMembers)
export type LimitChange = z.infer<typeof LimitChange>

/** The current state of a limit, with what is consumed of it in the present cycle (2.4). */
export const Limit = z.object({ ...limitMembers, limitExceptions: z.optional(z.array(z.object(exceptionMembers))) })
export type Limit = z.infer<typeof Limit>

/** authenticationIndicator of `tds`: how the cardholder was authenticated (4.4, debitCard). */
export const authenticationIndicators = [
  'NOT_PERFORMED',
  'TDS_MERCHANT_ONLY',
  'TDS_PERFORMED',
  'ADDITIONAL_PROTOCOL_USED',
  'RECURRENT_PAYMENT_AUTH',
] as const

/** The result of 3-D Secure as it is sent to the issuer (4.4, debitCard). */
export const Tds = z.strictObject({
  xid: z.optional(text(1, 64)),
  cavv: z.optional(text(1, 64)),
  ucaf: z.optional(text(1, 64)),
  authenticationIndicator: z.optional(z.enum(authenticationIndicators)),
})
export type Tds = z.infer<typeof Tds>

/** Fields f57 to f73 of the payment networks, as text (4.4). */
export const PaymentSpecificData = z.object(
  Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`f${57 + at}`, z.optional(z.string())])) as Record<
    `f${number}`,
    z.ZodMiniOptional<z.ZodMiniString>
  >,
)
