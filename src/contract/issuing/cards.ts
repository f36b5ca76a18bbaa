import * as z from 'zod/mini'
import { expiry, integer, text } from '../fields.ts'
import { defineApi } from '../operation.ts'

/** How a card is named (card management 2.2); each operation says which combinations it accepts. */
export const CardIdentification = z.object({
  cardNumber: z.optional(text(1, 19)),
  cardId: z.optional(text(1, 36)),
  cardNumberMask: z.optional(text(1, 19)),
  cardholderId: z.optional(text(1, 36)),
  phoneNumber: z.optional(text(1, 20)),
  barCode: z.optional(text(1, 64)),
  expDate: z.optional(expiry),
  cvv2: z.optional(text(3, 4)),
})
export type CardIdentification = z.infer<typeof CardIdentification>

/** Where a payment is accepted (card management 2.3). */
export const CardAcceptorParameters = z.object({
  terminalIdentification: z.string(),
  merchantIdentification: z.string(),
  /** Merchant category code. */
  merchantType: z.string(),
  nameAndLocation: z.optional(z.string()),
})

/** The result of 3-D Secure as the issuer is told of it (card management, debitCard). */
export const Tds = z.object({
  xid: z.optional(z.string()),
  cavv: z.optional(z.string()),
  ucaf: z.optional(z.string()),
  authenticationIndicator: z.optional(
    z.enum([
      'NOT_PERFORMED',
      'TDS_MERCHANT_ONLY',
      'TDS_PERFORMED',
      'ADDITIONAL_PROTOCOL_USED',
      'RECURRENT_PAYMENT_AUTH',
    ]),
  ),
})

/** debitCard: `amount` in minor units, `currency` numeric ISO 4217 as a number; responseCode `00` is approved. */
export const Debit = z.object({
  cardIdentification: CardIdentification,
  amount: integer(12),
  currency: integer(3),
  preAuthorization: z.optional(z.boolean()),
  cardAcceptorParameters: z.optional(CardAcceptorParameters),
  tds: z.optional(Tds),
})
export type Debit = z.infer<typeof Debit>

export const Debited = z.object({
  responseCode: z.string(),
  processingCode: z.string(),
  systemTraceAuditNumber: z.int(),
  localTransactionDate: z.string(),
  rrn: z.string(),
  authorizationIdResponse: z.optional(z.string()),
})
export type Debited = z.infer<typeof Debited>

/** The card-management interface: what the gateway may ask of the issuer. Paths begin at `base_url`. */
export const issuingApi = defineApi({
  debitCard: {
    summary: 'Authorise a debit of a card',
    source: 'card management 4, debitCard',
    method: 'POST',
    path: '/apigate/ws/rest/debitCard',
    encoding: 'json',
    request: Debit,
    response: Debited,
  },
})
