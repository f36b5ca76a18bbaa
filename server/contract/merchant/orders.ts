import * as z from 'zod/mini'
import { reasons } from '#contract/reasons.ts'
import { tryStates, type TryState } from '#contract/outcome.ts'

/** A refund that the gateway lists (family), whether made here or in the bank's back office. */
export const OrderRefund = z.object({
  refundId: z.optional(z.string()),
  amount: z.int(),
  date: z.optional(z.int()),
})

/** One try to pay an order, as the gateway has it (online gateway 2.1, 4.8): amounts in minor units. */
export const Try = z.object({
  orderNumber: z.string(),
  orderId: z.string(),
  state: z.enum(tryStates),
  amount: z.int(),
  currency: z.optional(z.string()),
  currencyCode: z.optional(z.string()),
  reason: z.optional(z.enum(reasons)),
  code: z.optional(z.int()),
  approvedAmount: z.optional(z.int()),
  depositedAmount: z.optional(z.int()),
  refundedAmount: z.optional(z.int()),
  refunds: z.optional(z.array(OrderRefund)),
  totalAmount: z.optional(z.int()),
  feeAmount: z.optional(z.int()),
  paymentState: z.optional(z.string()),
  maskedPan: z.optional(z.string()),
  expiration: z.optional(z.string()),
  paymentSystem: z.optional(z.string()),
  approvalCode: z.optional(z.string()),
  authRefNum: z.optional(z.string()),
  authDateTime: z.optional(z.int()),
  eci: z.optional(z.string()),
  terminalId: z.optional(z.string()),
  bankName: z.optional(z.string()),
  bankCountryCode: z.optional(z.string()),
  bankCountryName: z.optional(z.string()),
  clientId: z.optional(z.string()),
  bindingId: z.optional(z.string()),
  paymentWay: z.optional(z.string()),
  tii: z.optional(z.string()),
  date: z.optional(z.int()),
  reference: z.optional(z.string()),
})

/** An order with all its tries, oldest first; `state` and `current` are those of the last. */
export const Order = z.object({
  orderNumber: z.string(),
  state: z.enum(tryStates),
  current: Try,
  tries: z.array(Try),
  version: z.int(),
})

// Declared again, since a type that is inferred from a schema shows no text in an editor.

/** A refund that the gateway lists. */
export interface OrderRefund {
  /** The `refundId` of your own `refund`; absent for a refund that was made elsewhere, such as at the bank. */
  refundId?: string | undefined
  /** What it gave back, in minor units. */
  amount: number
  /** When it was made, in Unix milliseconds. */
  date?: number | undefined
}

/** One try to pay an order, as the gateway has it (online gateway 2.1, 4.8): amounts in minor units. */
export interface Try {
  /** The number it is registered under: the order's own, then `…-2`, `…-3`. */
  orderNumber: string
  /** The gateway's identifier (mdOrder). */
  orderId: string
  /** What became of this try. */
  state: TryState
  /** As registered, in minor units (online gateway 2.1). */
  amount: number
  /** Numeric ISO 4217. */
  currency?: string | undefined
  /** The alphabetic code of the currency, such as EUR; absent where ISO 4217 does not know the number. */
  currencyCode?: string | undefined
  /** Why it is declined, cancelled or expired. */
  reason?: (typeof reasons)[number] | undefined
  /** The gateway's actionCode for it. */
  code?: number | undefined
  /** What was held, in minor units; two-phase orders only. */
  approvedAmount?: number | undefined
  /** What was debited, in minor units. */
  depositedAmount?: number | undefined
  /** What was given back, in minor units. */
  refundedAmount?: number | undefined
  /** The refunds that were made, in the order of the gateway; absent where it lists none. */
  refunds?: OrderRefund[] | undefined
  /** The amount with its fee, in minor units. */
  totalAmount?: number | undefined
  /** The fee by itself, in minor units. */
  feeAmount?: number | undefined
  /** The gateway's own word for it, such as APPROVED or DEPOSITED. */
  paymentState?: string | undefined
  /** The card's number, masked by the gateway. */
  maskedPan?: string | undefined
  /** The card's expiry, YYYYMM. */
  expiration?: string | undefined
  /** The card's scheme, such as VISA. */
  paymentSystem?: string | undefined
  /** The issuer's code of its approval, 6 characters. */
  approvalCode?: string | undefined
  /** The reference number (RRN) of the authorisation. */
  authRefNum?: string | undefined
  /** When it was authorised, in Unix milliseconds. */
  authDateTime?: number | undefined
  /** The electronic commerce indicator in two digits, such as 05, whichever form the gateway sends. */
  eci?: string | undefined
  /** The terminal of the merchant. */
  terminalId?: string | undefined
  /** The bank that issued the card. */
  bankName?: string | undefined
  /** Code of that bank's country. */
  bankCountryCode?: string | undefined
  /** Name of that bank's country. */
  bankCountryName?: string | undefined
  /** The client of the order, as the merchant names it. */
  clientId?: string | undefined
  /** The stored card that paid, or that the payment stored. */
  bindingId?: string | undefined
  /** How it was paid, such as CARD or CARD_BINDING. */
  paymentWay?: string | undefined
  /** Who initiated it: the transaction initiator indicator (online gateway 2.3). */
  tii?: string | undefined
  /** When it was registered, in Unix milliseconds. */
  date?: number | undefined
  /** The `reference` of the ticket or the charge that registered it; absent where the gateway does not return it. */
  reference?: string | undefined
}

/**
 * An order with all its tries, oldest first; `state` and `current` are those of the last. One that was cancelled before
 * the gateway had it has no tries, and a `current` with an empty `orderId` and the amount 0.
 */
export interface Order {
  /** The merchant's number of the order, as in its ticket. */
  orderNumber: string
  /** The state of its last try; `pending` is not decided, and must not be paid by other means. */
  state: TryState
  /** Its last try. */
  current: Try
  /** All its tries, the oldest first. */
  tries: Try[]
  /**
   * Grows with every decided state and amount: of two reads, the one with the smaller version is out of date. Up to
   * 2^53: store it in 64 bits.
   */
  version: number
}
