import * as z from 'zod/mini'
import { cardAcceptorParameters, PaymentSpecificData, Tds } from './blocks.ts'
import { identifiedBy } from './card-identification.ts'
import { moment, optional, Paid, text, whole } from './fields.ts'
import { rpc } from './rpc.ts'

/**
 * p2PTransfer (4.4): minor units. With originalTransactionParameters no money moves: it reads the result of that
 * transfer.
 */
export const Transfer = z.strictObject({
  sourceCardIdentification: identifiedBy([['cardNumber']], ['expDate']),
  destinationCardIdentification: identifiedBy([['cardNumber']]),
  amount: optional(whole),
  currency: optional(whole),
  senderReceiverInfo: z.strictObject({
    /** `Surname, Name`. */
    senderName: optional(text),
    senderAddress: optional(text),
    senderCity: optional(text),
    senderCountry: optional(text),
    senderPostalCode: optional(text),
    receiverName: optional(text),
  }),
  /** Any text (4.4). */
  pointOfServiceConditionCode: text,
  preAuthorization: optional(z.boolean()),
  sourceAccountNumber: optional(text),
  destinationAccountNumber: optional(text),
  tds: optional(Tds),
  pointOfServiceDataCode: optional(text),
  cardAcceptorParameters,
  securityLevelIndicator: optional(text),
  posCardholderPresence: optional(whole),
  businessApplicationIdentifier: optional(text),
  originalTransactionParameters: optional(
    z.strictObject({
      systemTraceAuditNumber: optional(whole),
      localTransactionDate: optional(moment),
      rrn: optional(text),
    }),
  ),
})
export type Transfer = z.infer<typeof Transfer>

/** The result of a transfer; returned for a declined one too. */
export const Transferred = z.extend(Paid, {
  authorizationIdResponse: optional(z.string()),
  paymentSpecificData: optional(PaymentSpecificData),
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
