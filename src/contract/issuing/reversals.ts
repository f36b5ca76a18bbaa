import * as z from 'zod/mini'
import { integer, text } from '../fields.ts'
import { defineApi } from '../operation.ts'
import { CardIdentification } from './cards.ts'

/**
 * reversal (family): gives back a debit or a hold, or a part of it, named by what its answer told. Minor units, numeric
 * ISO 4217. responseCode 78 is an original that is not found, 79 one given back already, 95 more than was taken.
 */
export const Reversal = z.object({
  cardIdentification: CardIdentification,
  amount: integer(12),
  currency: integer(3),
  processingCode: z.string(),
  systemTraceAuditNumber: z.int(),
  transactionDate: z.string(),
  rrn: text(1, 12),
  authorizationIdResponse: z.optional(z.string()),
})
export type Reversal = z.infer<typeof Reversal>

export const Reversed = z.object({
  responseCode: z.string(),
  processingCode: z.optional(z.string()),
  systemTraceAuditNumber: z.optional(z.int()),
  localTransactionDate: z.optional(z.string()),
  rrn: z.optional(z.string()),
  authorizationIdResponse: z.optional(z.string()),
})
export type Reversed = z.infer<typeof Reversed>

/** What the card-management specification leaves out and its family has: the way back of a debit's money. */
export const reversalApi = defineApi({
  reversal: {
    summary: 'Give back a debit or a hold, or a part of it',
    source: 'family',
    method: 'POST',
    path: '/apigate/ws/rest/reversal',
    encoding: 'json',
    request: Reversal,
    response: Reversed,
  },
})
