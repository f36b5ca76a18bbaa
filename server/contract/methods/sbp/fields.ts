import * as z from 'zod/mini'
import { address, integer, text } from '#contract/fields.ts'
import { credentials, verdict } from '../../gateway/credentials.ts'
import { language } from '../../gateway/language.ts'
import { answerText, deciding } from '../../gateway/marks.ts'
import { LONGEST_PAYLOAD } from '../code-rule.ts'

/** Login and password; several banks refuse a token here. */
const common = { ...credentials, language: z.optional(language) }

const pixels = z.optional(integer(4).check(z.minimum(10), z.maximum(1000)))

/** qr/dynamic/get.do: a code for a registered one-phase order in roubles. */
export const QrQuestion = z.object({
  ...common,
  mdOrder: text(1, 36),
  /** `matrix`: rows of 0 and 1; `image`: a PNG in Base64. */
  qrFormat: z.optional(z.enum(['matrix', 'image'])),
  qrHeight: pixels,
  qrWidth: pixels,
  /** Where the bank's app leads the payer afterwards. */
  redirectUrl: z.optional(address()),
  paymentPurpose: z.optional(text(1, 140)),
  /** Stores the payer's account as a binding of the order's clientId, once it has paid. */
  createSubscription: z.optional(z.boolean()),
})
export type QrQuestion = z.infer<typeof QrQuestion>

/**
 * STARTED: made; CONFIRMED: the payer's bank has accepted the payment; ACCEPTED: paid; REJECTED: it cannot be paid any
 * more; REJECTED_BY_USER: taken back by reject.do. It says what to show and when to ask: the order's status decides.
 */
export const qrStatuses = ['STARTED', 'CONFIRMED', 'ACCEPTED', 'REJECTED', 'REJECTED_BY_USER'] as const
export type QrStatus = (typeof qrStatuses)[number]

const qrStatus = z.optional(z.enum(qrStatuses))

/** `payload` is what the code holds, the address that opens a bank's app; it is there while the code is STARTED. */
export const Qr = z.object({
  ...verdict,
  qrId: deciding(z.optional(answerText(1, 64))),
  payload: deciding(z.optional(answerText(1, LONGEST_PAYLOAD))),
  qrStatus,
  renderedQr: z.optional(z.string()),
})
export type Qr = z.infer<typeof Qr>

/** qr/status.do and qr/dynamic/reject.do. */
export const QrReference = z.object({ ...common, mdOrder: text(1, 36), qrId: text(1, 64) })
export type QrReference = z.infer<typeof QrReference>

/** `transactionState` is the state of the order. */
export const QrState = z.object({
  ...verdict,
  qrStatus,
  qrType: z.optional(z.enum(['DYNAMIC', 'STATIC'])),
  transactionState: z.optional(z.enum(['CREATED', 'DEPOSITED', 'DECLINED'])),
})
export type QrState = z.infer<typeof QrState>

/**
 * The code's status says whether it is taken back, since a bank may have accepted the payment meanwhile. A payment that
 * was under way when the code was taken back may arrive nevertheless.
 */
export const QrRejected = z.object({ ...verdict, rejected: z.optional(z.boolean()) })
export type QrRejected = z.infer<typeof QrRejected>

/** getBindings.do of accounts; `showDisabled` lists those that were removed, too. */
export const AccountsQuestion = z.object({
  ...common,
  clientId: text(1, 255),
  showDisabled: z.optional(z.boolean()),
})
export type AccountsQuestion = z.infer<typeof AccountsQuestion>

/** An account that paymentOrderBinding.do charges; `createdDate` is Unix milliseconds. */
export const AccountBinding = z.object({
  bindingId: z.optional(answerText(1, 255)),
  bankName: z.optional(z.string()),
  createdDate: z.optional(z.int()),
})

/** A list that cannot be read is an error: without it, the client would seem to have no accounts. */
export const Accounts = z.object({ ...verdict, bindings: deciding(z.optional(z.array(AccountBinding))) })
export type Accounts = z.infer<typeof Accounts>

/** unBind.do. */
export const AccountReference = z.object({ ...common, bindingId: text(1, 255) })
export type AccountReference = z.infer<typeof AccountReference>
