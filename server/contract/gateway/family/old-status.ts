import * as z from 'zod/mini'
import { text } from '#contract/fields.ts'
import { credentials } from '../credentials.ts'
import { language } from '../language.ts'
import { deciding } from '../marks.ts'

/** getOrderStatus.do (family): the status of older clients; it reads by orderId only. */
export const OldStatusQuestion = z.object({
  ...credentials,
  orderId: text(1, 36),
  language: z.optional(language),
})
export type OldStatusQuestion = z.infer<typeof OldStatusQuestion>

/**
 * The order as getOrderStatus.do answers it, with capitals in some names, refusals included. ErrorCode 2 is a declined
 * payment, `expiration` is YYYYMM, amounts are minor units, and `authCode` is always 2.
 */
export const OldStatus = z.object({
  ErrorCode: deciding(z.optional(z.union([z.string(), z.number()]))),
  ErrorMessage: z.optional(z.string()),
  /** As orderStatus of the extended status, 0 to 6; absent when there is no such order. */
  OrderStatus: deciding(z.optional(z.int())),
  OrderNumber: deciding(z.optional(z.string())),
  Pan: z.optional(z.string()),
  expiration: z.optional(z.string()),
  cardholderName: z.optional(z.string()),
  Amount: deciding(z.optional(z.int())),
  depositAmount: z.optional(z.int()),
  /** Numeric ISO 4217; 810 when absent. */
  currency: deciding(z.optional(z.string())),
  approvalCode: z.optional(z.string()),
  actionCode: deciding(z.optional(z.int())),
  actionCodeDescription: z.optional(z.string()),
  /** The issuer's answer, in the language of the request, where the bank has one. */
  params: z.optional(z.object({ respCode: z.optional(z.string()), respCode_desc: z.optional(z.string()) })),
  authCode: z.optional(z.int()),
  Ip: z.optional(z.string()),
  clientId: z.optional(z.string()),
  bindingId: z.optional(z.string()),
})
export type OldStatus = z.infer<typeof OldStatus>

/** acknowledgeTransaction.do (family): says that the merchant knows of the payment; the same answer as that of the status. */
export const Acknowledgement = z.object({
  ...credentials,
  mdOrder: text(1, 36),
  language: z.optional(language),
})
export type Acknowledgement = z.infer<typeof Acknowledgement>
