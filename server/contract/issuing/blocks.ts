import * as z from 'zod/mini'
import { listOf, long, moment, optional, text, whole } from './fields.ts'

/** Where a payment is accepted (2.3). */
export const CardAcceptorParameters = z.strictObject({
  terminalIdentification: text,
  merchantIdentification: text,
  /** Merchant category code. */
  merchantType: text,
  /** Name, town and country as ISO 8583 field 43 has them: 25, 13 and 2 characters. */
  nameAndLocation: optional(text),
})
export type CardAcceptorParameters = z.infer<typeof CardAcceptorParameters>

export const cardAcceptorParameters = optional(CardAcceptorParameters)

const cycle = {
  /** What a limit allows in a cycle: minor units, or a number of payments. */
  value: optional(long),
  /** Unit of a limit's cycle (2.4); the document shows no code table. */
  cycleType: optional(whole),
  /** Length of a cycle, in units of its cycle type. */
  cycleLength: optional(whole),
}

const exceptionMembers = { limitName: text, startDate: moment, endDate: moment, ...cycle }

/** Another value for a limit from one date to another (2.4). */
export const LimitException = z.strictObject(exceptionMembers)
export type LimitException = z.infer<typeof LimitException>

const limitMembers = {
  name: text,
  startDate: optional(moment),
  endDate: optional(moment),
  ...cycle,
  currency: optional(whole),
  currentValue: optional(long),
}

/** Dates of an answer, in whatever form a bank writes them. */
const dates = { startDate: optional(text), endDate: optional(text) }

/** A change of a limit: what is not given stays as it is (2.4). */
export const LimitChange = z.strictObject(limitMembers)
export type LimitChange = z.infer<typeof LimitChange>

/** The current state of a limit, with what is consumed of it in the present cycle (2.4). */
export const Limit = z.object({
  ...limitMembers,
  ...dates,
  name: optional(text),
  limitExceptions: optional(
    listOf('limitException', z.object({ ...exceptionMembers, ...dates, limitName: optional(text) })),
  ),
})
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
  xid: optional(text),
  cavv: optional(text),
  ucaf: optional(text),
  authenticationIndicator: optional(z.enum(authenticationIndicators)),
})
export type Tds = z.infer<typeof Tds>

/** Fields f57 to f73 of the payment networks, as text (4.4). */
export const PaymentSpecificData = z.object(
  Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`f${57 + at}`, optional(text)])) as Record<
    `f${number}`,
    ReturnType<typeof optional<typeof text>>
  >,
)
