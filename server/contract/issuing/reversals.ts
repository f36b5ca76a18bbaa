import * as z from 'zod/mini'
import { defineApi } from '#contract/operation.ts'
import { identifiedBy } from './card-identification.ts'
import { Done, moment, optional, text, uniqueReferenceNumber, whole } from './fields.ts'
import { rpc } from './rpc.ts'

/** A debit or a hold, identified by the fields of its answer; amounts in minor units, currency numeric ISO 4217. */
const original = z.strictObject({
  cardIdentification: identifiedBy([['cardNumber'], ['cardId']]),
  amount: whole,
  currency: whole,
  processingCode: text,
  systemTraceAuditNumber: z.int(),
  transactionDate: moment,
  rrn: text,
  authorizationIdResponse: optional(z.string()),
  uniqueReferenceNumber,
})
export type Original = z.infer<typeof original>

const Answered = z.extend(Done, {
  processingCode: optional(z.string()),
  systemTraceAuditNumber: optional(z.int()),
  localTransactionDate: optional(z.string()),
  rrn: optional(z.string()),
  authorizationIdResponse: optional(z.string()),
})

/** reversal: responseCode 78 is an original that is not found, 79 one already reversed, 95 more than was debited. */
export type Reversal = Original
export type Reversed = z.infer<typeof Answered>

/** completion: debits a hold, in full or in part, once; the rest of it is released. */
export type Completion = Original

/** A debit or a hold whose answer was lost, identified by the caller's key. */
const Unanswered = z.strictObject({
  cardIdentification: identifiedBy([['cardNumber'], ['cardId']]),
  uniqueReferenceNumber: text,
})
export type ReversalAdvice = z.infer<typeof Unanswered>

/** The operations on a debit or a hold that the card-management specification leaves out and its family has. */
export const reversalApi = defineApi({
  reversal: rpc('reversal', {
    summary: 'Give back a debit or a hold, or a part of it',
    source: 'family',
    request: original,
    response: Answered,
  }),
  reversalAdvice: rpc('reversalAdvice', {
    summary: 'Undo a debit or a hold whose answer never came, if it was made, and refuse it if it comes yet',
    source: "the sandbox's own",
    request: Unanswered,
    response: Done,
  }),
  completion: rpc('completion', {
    summary: 'Debit a hold, or a part of it for good',
    source: 'family',
    request: original,
    response: Answered,
  }),
})
