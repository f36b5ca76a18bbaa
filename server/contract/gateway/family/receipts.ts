import * as z from 'zod/mini'
import { text } from '#contract/fields.ts'
import { credentials, verdict } from '../credentials.ts'
import { language } from '../language.ts'

/**
 * getReceiptStatus.do (family): the fiscal receipts of an order, by orderId or orderNumber, or one receipt by its
 * `uuid`; the order takes precedence.
 */
export const ReceiptQuestion = z.object({
  ...credentials,
  orderId: z.optional(text(1, 36)),
  orderNumber: z.optional(text(1, 36)),
  uuid: z.optional(text(1, 36)),
  language: z.optional(language),
})
export type ReceiptQuestion = z.infer<typeof ReceiptQuestion>

/** The values of receiptStatus, in their order from 0: what was bought or given back, and how far the receipt is. */
export const receiptStatuses = [
  { kind: 'payment', state: 'sent' },
  { kind: 'payment', state: 'delivered' },
  { kind: 'payment', state: 'failed' },
  { kind: 'refund', state: 'sent' },
  { kind: 'refund', state: 'delivered' },
  { kind: 'refund', state: 'failed' },
] as const

const numeral = z.union([z.string(), z.number()])

/** One receipt of the cash register; a date is Unix milliseconds or text, and `amount_total` has decimals: `49.90`. */
const fiscalReceipt = z.object({
  receiptStatus: z.optional(z.int()),
  uuid: z.optional(z.string()),
  shift_number: z.optional(numeral),
  fiscal_receipt_number: z.optional(numeral),
  receipt_date_time: z.optional(numeral),
  fn_number: z.optional(numeral),
  ecr_registration_number: z.optional(numeral),
  fiscal_document_number: z.optional(numeral),
  fiscal_document_attribute: z.optional(numeral),
  amount_total: z.optional(numeral),
  ofd_receipt_url: z.optional(z.string()),
})
export type FiscalReceipt = z.infer<typeof fiscalReceipt>

export const Receipts = z.object({
  ...verdict,
  orderId: z.optional(z.string()),
  orderNumber: z.optional(z.string()),
  daemonCode: z.optional(z.string()),
  ecr_registration_number: z.optional(numeral),
  receipt: z.optional(z.array(fiscalReceipt)),
})
export type Receipts = z.infer<typeof Receipts>
