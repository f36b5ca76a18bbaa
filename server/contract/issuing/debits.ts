import * as z from 'zod/mini'
import { cardAcceptorParameters, PaymentSpecificData, Tds } from './blocks.ts'
import { identifiedBy, usualIdentifications } from './card-identification.ts'
import { optional, Paid, text, uniqueReferenceNumber, whole } from './fields.ts'
import { rpc } from './rpc.ts'

const feeAmount = optional(z.number())

/** The acquirer's fee, in minor units: feeValue by the table, feeAmount by the example (4.4). */
const Fee = z.strictObject({ feeType: optional(text), feeValue: feeAmount, feeAmount })

/** debitCard (4.4): `amount` in minor units, `currency` numeric ISO 4217 as a number; responseCode `00` is approved. */
export const Debit = z.strictObject({
  cardIdentification: identifiedBy(usualIdentifications),
  amount: whole,
  currency: whole,
  /** Holds the amount instead of debiting it. */
  preAuthorization: optional(z.boolean()),
  fee: optional(Fee),
  cardAcceptorParameters,
  tds: optional(Tds),
  uniqueReferenceNumber,
})
export type Debit = z.infer<typeof Debit>

/** The result of a debit; returned for a declined one too. */
export const Debited = z.extend(Paid, {
  authorizationIdResponse: optional(z.string()),
  /** The one of the request. */
  uniqueReferenceNumber: optional(z.string()),
  otp: optional(z.string()),
  acquirerFeeAmount: optional(z.int()),
  issuerFeeAmount: optional(z.int()),
  paymentSpecificData: optional(PaymentSpecificData),
})
export type Debited = z.infer<typeof Debited>

export const debitOperations = {
  debitCard: rpc('debitCard', {
    summary: 'Authorise a debit of a card, or a hold',
    source: '4.4',
    request: Debit,
    response: Debited,
  }),
}
