import * as z from 'zod/mini'
import { identifier, text } from '../fields.ts'
import { StoredCard } from '../gateway/bindings.ts'
import { reasons } from '../gateway/reasons.ts'
import { MotoCharge } from '../methods/moto.ts'
import { Charge, orderNumber, RecurrentCharge, sum, WalletCharge } from './charges.ts'
import { defineApi } from '../operation.ts'

/**
 * The state of a try, and so of its order: the gateway's orderStatus by name (family; paid and held: online gateway
 * 4.8). `verified`: the card was checked and stored, without a payment; `cancelled`: the shopper or the merchant
 * cancelled before it was paid; `reversed`: the hold was released; `refunded`: the debit was refunded, in full or in
 * part; `pending`: not decided yet, and must not be paid by other means.
 */
export const tryStates = [
  'open',
  'authenticating',
  'held',
  'paid',
  'verified',
  'reversed',
  'refunded',
  'declined',
  'cancelled',
  'pending',
] as const
export type TryState = (typeof tryStates)[number]

/** One try to pay an order, as the gateway has it (online gateway 2.1, 4.8): amounts in minor units. */
export const Try = z.object({
  orderNumber: z.string(),
  orderId: z.string(),
  state: z.enum(tryStates),
  amount: z.int(),
  currency: z.optional(z.string()),
  reason: z.optional(z.enum(reasons)),
  code: z.optional(z.int()),
  approvedAmount: z.optional(z.int()),
  depositedAmount: z.optional(z.int()),
  refundedAmount: z.optional(z.int()),
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
  /** Why it is declined or cancelled. */
  reason?: (typeof reasons)[number] | undefined
  /** The gateway's actionCode for it. */
  code?: number | undefined
  /** What was held, in minor units; two-phase orders only. */
  approvedAmount?: number | undefined
  /** What was debited, in minor units. */
  depositedAmount?: number | undefined
  /** What was given back, in minor units. */
  refundedAmount?: number | undefined
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
}

/** An order with all its tries, oldest first; `state` and `current` are those of the last. */
export interface Order {
  /** The merchant's number of the order, as in its ticket. */
  orderNumber: string
  /** The state of its last try; `pending` is not decided, and must not be paid by other means. */
  state: TryState
  /** Its last try. */
  current: Try
  /** All its tries, the oldest first. */
  tries: Try[]
  /** Grows with every decided state and amount: of two reads, the one with the smaller version is out of date. */
  version: number
}

/** The result of sending a webhook; without `status` there was no response. */
export const WebhookDelivery = z.object({
  delivered: z.boolean(),
  status: z.optional(z.int()),
  /** One sentence when it was not delivered. */
  reason: z.optional(z.string()),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

/** The stored cards of a client (online gateway 2.2). */
export const Cards = z.object({ cards: z.array(StoredCard) })
export type Cards = z.infer<typeof Cards>

const clientId = identifier(1, 255)
const bindingId = identifier(1, 255)

/**
 * The proxy's operations for the merchant's server, with an API key as bearer token (`Authorization: Bearer <key>`).
 * Faults: `key_missing`, `key_refused`, `field_invalid`, `field_unknown`, `not_found`, `order_unknown`,
 * `order_mismatch`, `order_refused`, `state_refused`, `gateway_refused` (with the gateway's own message), `answer_lost`
 * (read before retrying), `busy`, `gateway_unreachable`, `gateway_refused_credentials`, `gateway_misconfigured`.
 */
export const merchantApi = defineApi({
  order: {
    summary: 'Read an order with all its tries',
    source: '4.12, family',
    method: 'GET',
    path: '/merchant/orders/:orderNumber',
    encoding: 'json',
    request: z.strictObject({ orderNumber }),
    response: Order,
  },
  capture: {
    summary: 'Debit a held amount, or a part of it for good',
    source: 'family',
    method: 'POST',
    path: '/merchant/orders/:orderNumber/capture',
    encoding: 'json',
    request: z.strictObject({ orderNumber, amount: z.optional(sum) }),
    response: Order,
  },
  cancel: {
    summary: 'Give up an order that is not paid, or give its hold back',
    source: 'family',
    method: 'POST',
    path: '/merchant/orders/:orderNumber/cancel',
    encoding: 'json',
    request: z.strictObject({ orderNumber }),
    response: Order,
  },
  refund: {
    summary: 'Give a debited amount back, in parts up to the whole; the same refundId again changes nothing',
    source: 'family',
    method: 'POST',
    path: '/merchant/orders/:orderNumber/refund',
    encoding: 'json',
    request: z.strictObject({ orderNumber, amount: z.optional(sum), refundId: z.optional(text(1, 30)) }),
    response: Order,
  },
  cards: {
    summary: 'List the stored cards of a client',
    source: '2.2, 4.11',
    method: 'GET',
    path: '/merchant/clients/:clientId/cards',
    encoding: 'json',
    request: z.strictObject({ clientId }),
    response: Cards,
  },
  removeCard: {
    summary: 'Deactivate a stored card of a client; answers the cards that are left',
    source: 'family',
    method: 'POST',
    path: '/merchant/clients/:clientId/cards/:bindingId/remove',
    encoding: 'json',
    request: z.strictObject({ clientId, bindingId }),
    response: Cards,
  },
  charge: {
    summary: 'Charge a common stored card without its holder (tii U); the same order number is never charged twice',
    source: '2.3, 4.1, 4.11',
    method: 'POST',
    path: '/merchant/charges',
    encoding: 'json',
    request: Charge,
    response: Order,
  },
  chargeRecurrent: {
    summary: 'Charge a recurrent stored card on its schedule (tii R); the same order number is never charged twice',
    source: '2.3, 4.11',
    method: 'POST',
    path: '/merchant/charges/recurrent',
    encoding: 'json',
    request: RecurrentCharge,
    response: Order,
  },
  moto: {
    summary:
      'Charge a card by a mail or telephone order, without 3-D Secure; the same order number is never charged twice',
    source: '4.5',
    method: 'POST',
    path: '/merchant/charges/moto',
    encoding: 'json',
    request: MotoCharge,
    response: Order,
  },
  wallet: {
    summary: "Charge a wallet's token, opened here or by the gateway; the same order number is never charged twice",
    source: '4.7 to 4.10',
    method: 'POST',
    path: '/merchant/charges/wallet',
    encoding: 'json',
    request: WalletCharge,
    response: Order,
  },
  testWebhook: {
    summary: 'Send a `webhook.test` to the configured address, and return the result',
    method: 'POST',
    path: '/merchant/webhook/test',
    encoding: 'json',
    request: z.strictObject({}),
    response: WebhookDelivery,
  },
})
