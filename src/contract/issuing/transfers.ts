import * as z from 'zod/mini'
import { integer, text } from '../fields.ts'
import { cardAcceptorParameters, PaymentSpecificData, Tds } from './blocks.ts'
import { identifiedBy } from './card-identification.ts'
import { accountNumber, currencyCode, moment, money, number, Processed } from './fields.ts'
import { rpc } from './rpc.ts'

/**
 * p2PTransfer (4.4): minor units. With originalTransactionParameters no money moves: it reads the result of that
 * transfer.
 */
export const Transfer = z.strictObject({
  sourceCardIdentification: identifiedBy([['cardNumber']], ['expDate']),
  destinationCardIdentification: identifiedBy([['cardNumber']]),
  amount: money.check(z.minimum(1)),
  currency: currencyCode,
  senderReceiverInfo: z.strictObject({
    /** `Surname, Name`. */
    senderName: text(1, 128).check(z.regex(/^[^,]*[^,\s][^,]*,\s*[^,\s][^,]*$/, '`Surname, Name`')),
    senderAddress: text(1, 255),
    senderCity: z.optional(text(1, 64)),
    senderCountry: z.optional(text(1, 64)),
    senderPostalCode: z.optional(text(1, 16)),
    receiverName: z.optional(text(1, 128)),
  }),
  /** Any text (4.4). */
  pointOfServiceConditionCode: z.string().check(z.minLength(1)),
  preAuthorization: z.optional(z.boolean()),
  sourceAccountNumber: z.optional(accountNumber),
  destinationAccountNumber: z.optional(accountNumber),
  tds: z.optional(Tds),
  pointOfServiceDataCode: z.optional(text(1, 16)),
  cardAcceptorParameters,
  securityLevelIndicator: z.optional(text(1, 16)),
  posCardholderPresence: z.optional(integer(2)),
  businessApplicationIdentifier: z.optional(text(1, 8)),
  originalTransactionParameters: z.optional(
    z.strictObject({ systemTraceAuditNumber: integer(6), localTransactionDate: moment, rrn: number(12) }),
  ),
})
export type Transfer = z.infer<typeof Transfer>

/** The result of a transfer; returned for a declined one too. */
export const Transferred = z.extend(Processed, {
  rrn: z.string(),
  authorizationIdResponse: z.optional(z.string()),
  paymentSpecificData: z.optional(PaymentSpecificData),
})
export type Transferred = z.infer<typeof Transferred>

export const transferOperations = {
  p2PTransfer: rpc('p2PTransfer', {
    summary: 'Move money from one card to another',
    source: '4.4',
    request: Transfer,
    response: Transferred,
  }),
}
