import * as z from 'zod/mini'
import { expiry, identifier, text } from '#contract/fields.ts'
import { StoredCard } from '../gateway/bindings.ts'
import { codeMethodNames } from '#contract/methods/methods.ts'
import { MotoCharge } from '../methods/moto.ts'
import { Charge, orderNumber, RecurrentCharge, sum, WalletCharge } from './charges.ts'
import { defineApi } from '#contract/operation.ts'
import { LinkRequest, PaymentLink } from './links.ts'
import { OrderList, OrdersQuestion } from './order-list.ts'
import { Order } from './orders.ts'
import { Receipts } from './receipts.ts'

export { Order, OrderRefund, Try } from './orders.ts'

/** The result of sending a webhook; without `status` there was no response. */
export const WebhookDelivery = z.object({
  delivered: z.boolean(),
  status: z.optional(z.int()),
  /** One sentence when it was not delivered. */
  reason: z.optional(z.string()),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

/** An account of a client that has paid by a code; `charge` charges it, `createdDate` is Unix milliseconds. */
export const StoredAccount = z.object({
  bindingId: z.string(),
  method: z.enum(codeMethodNames),
  bankName: z.optional(z.string()),
  createdDate: z.optional(z.int()),
})
export type StoredAccount = z.infer<typeof StoredAccount>

/** The stored cards of a client (online gateway 2.2), and its accounts where there is a method that stores them. */
export const Cards = z.object({ cards: z.array(StoredCard), accounts: z.optional(z.array(StoredAccount)) })
export type Cards = z.infer<typeof Cards>

const clientId = identifier(1, 255)
const bindingId = identifier(1, 255)

/**
 * The proxy's operations for the merchant's server, with an API key as bearer token (`Authorization: Bearer <key>`).
 * Errors: `key_missing`, `key_refused`, `field_invalid`, `field_unknown`, `not_found`, `order_unknown`,
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
  orders: {
    summary: 'List the tries of a period, in pages',
    source: 'family',
    method: 'GET',
    path: '/merchant/orders',
    encoding: 'json',
    request: OrdersQuestion,
    response: OrderList,
  },
  receipts: {
    summary: 'Read the fiscal receipts of an order',
    source: 'family',
    method: 'GET',
    path: '/merchant/orders/:orderNumber/receipts',
    encoding: 'json',
    request: z.strictObject({ orderNumber }),
    response: Receipts,
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
    summary: 'Close an order that is not paid to every ticket of it, or give its hold back',
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
    summary: 'List the stored cards of a client, and its accounts that have paid by a code',
    source: '2.2, 4.11',
    method: 'GET',
    path: '/merchant/clients/:clientId/cards',
    encoding: 'json',
    request: z.strictObject({ clientId }),
    response: Cards,
  },
  removeCard: {
    summary: 'Deactivate a stored card or account of a client; answers what is left',
    source: 'family',
    method: 'POST',
    path: '/merchant/clients/:clientId/cards/:bindingId/remove',
    encoding: 'json',
    request: z.strictObject({ clientId, bindingId }),
    response: Cards,
  },
  extendCard: {
    summary: 'Give a stored card of a client the expiry of the card that replaced it; answers the cards of the client',
    source: 'family',
    method: 'POST',
    path: '/merchant/clients/:clientId/cards/:bindingId/extend',
    encoding: 'json',
    request: z.strictObject({ clientId, bindingId, newExpiry: expiry }),
    response: Cards,
  },
  charge: {
    summary:
      'Charge a common stored card, or an account, without its holder (tii U); the same order number is never charged twice',
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
  link: {
    summary: 'Make a payment link: an address of one order on the proxy, with a QR code of it',
    source: 'family',
    method: 'POST',
    path: '/merchant/links',
    encoding: 'json',
    request: LinkRequest,
    response: PaymentLink,
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
