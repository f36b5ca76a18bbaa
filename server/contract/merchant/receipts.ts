import * as z from 'zod/mini'

/** A fiscal receipt, as the gateway reports it; what it does not report is absent. */
export const Receipt = z.object({
  kind: z.optional(z.enum(['payment', 'refund'])),
  state: z.optional(z.enum(['sent', 'delivered', 'failed'])),
  uuid: z.optional(z.string()),
  amountTotal: z.optional(z.string()),
  receiptDateTime: z.optional(z.string()),
  shiftNumber: z.optional(z.string()),
  fiscalReceiptNumber: z.optional(z.string()),
  fnNumber: z.optional(z.string()),
  ecrRegistrationNumber: z.optional(z.string()),
  fiscalDocumentNumber: z.optional(z.string()),
  fiscalDocumentAttribute: z.optional(z.string()),
  ofdReceiptUrl: z.optional(z.string()),
})

/** The fiscal receipts of an order: none where it has no basket, or none was made yet. */
export const Receipts = z.object({ receipts: z.array(Receipt) })

// Declared again, since a type that is inferred from a schema shows no text in an editor.

/** A fiscal receipt, as the gateway reports it. */
export interface Receipt {
  /** Whether it is of the payment, or of a refund. */
  kind?: 'payment' | 'refund' | undefined
  /** `delivered` once the operator of fiscal data has it. */
  state?: 'sent' | 'delivered' | 'failed' | undefined
  /** Identifies the receipt. */
  uuid?: string | undefined
  /** With decimals, not in minor units: `49.90`. */
  amountTotal?: string | undefined
  /** When it was made, in the gateway's own words: text, or Unix milliseconds. */
  receiptDateTime?: string | undefined
  /** The shift of the cash register. */
  shiftNumber?: string | undefined
  /** The number of the receipt in its shift. */
  fiscalReceiptNumber?: string | undefined
  /** The fiscal storage. */
  fnNumber?: string | undefined
  /** The cash register. */
  ecrRegistrationNumber?: string | undefined
  /** The number of the fiscal document. */
  fiscalDocumentNumber?: string | undefined
  /** The attribute of the fiscal document. */
  fiscalDocumentAttribute?: string | undefined
  /** Where the payer can see it. */
  ofdReceiptUrl?: string | undefined
}

/** The fiscal receipts of an order: none where it has no basket, or none was made yet. */
export interface Receipts {
  receipts: Receipt[]
}
