import * as z from 'zod/mini'
import { Binding } from '../gateway/bindings.ts'
import type { TryState } from '#contract/outcome.ts'
import { Order } from './merchant.ts'

/** Webhook events about a stored card. */
export const cardEvents = ['card.stored', 'card.changed', 'card.removed'] as const
export type CardEventType = (typeof cardEvents)[number]

/** A stored card in a webhook; what the gateway does not report of it is absent. */
export const CardNotice = z.object({
  clientId: z.string(),
  bindingId: z.string(),
  maskedPan: z.optional(z.string()),
  /** YYYYMM */
  expiryDate: z.optional(z.string()),
  bindingCategory: Binding.shape.bindingCategory,
  paymentSystem: z.optional(z.string()),
  /** The order whose payment stored it. */
  orderNumber: z.optional(z.string()),
})
export type CardNotice = z.infer<typeof CardNotice>

/** States of an order that are sent; the others decide nothing. */
export const sentStates = [
  'held',
  'paid',
  'verified',
  'reversed',
  'refunded',
  'declined',
  'cancelled',
  'expired',
] as const satisfies readonly TryState[]
export type SentState = (typeof sentStates)[number]

/** A kind of webhook event: when it is sent, and its `data`. */
export interface WebhookKind {
  readonly summary: string
  readonly data: z.core.$ZodType
}

type Type = `order.${SentState}` | CardEventType | 'webhook.test'

/** Every event that the proxy sends; later versions may have more, which a receiver ignores. */
export const webhookKinds: Readonly<Record<Type, WebhookKind>> = {
  'order.held': { summary: 'The amount is held', data: Order },
  'order.paid': { summary: 'The order is paid', data: Order },
  'order.verified': { summary: 'The card was checked, nothing was to pay', data: Order },
  'order.reversed': { summary: 'The hold was given back', data: Order },
  'order.refunded': { summary: 'A debit was refunded, in full or in part', data: Order },
  'order.declined': { summary: 'The payment was declined; another try may still be paid', data: Order },
  'order.cancelled': { summary: 'The order was cancelled before it was paid', data: Order },
  'order.expired': { summary: 'Nobody paid the order in time; another try may still be paid', data: Order },
  'card.stored': { summary: 'A card was stored for a client', data: CardNotice },
  'card.changed': { summary: 'A stored card is active again, or has another expiry', data: CardNotice },
  'card.removed': { summary: 'A stored card was removed, and can no longer pay', data: CardNotice },
  'webhook.test': { summary: 'Sent by `testWebhook`', data: z.object({}) },
}
