import { createHash } from 'node:crypto'
import type { Order, TryState } from '#contract/merchant.ts'

/** A webhook event for the merchant's server; the same event has the same `id`, whichever process sends it. */
export interface WebhookEvent {
  readonly id: string
  /** `order.` and the state, or `webhook.test`. */
  readonly type: string
  /** When the state was read, ISO 8601. */
  readonly timestamp: string
  readonly data: Order | Readonly<Record<string, never>>
}

/** The body of a webhook request; the event's id is its header `webhook-id`. */
export type WebhookBody = Omit<WebhookEvent, 'id'>

export interface OrderEvent extends WebhookEvent {
  readonly data: Order
}

/**
 * Reads an order's current webhook event; `undefined` where there is none. Rejects where the state is not known yet.
 */
export type ReadEvent = (orderNumber: string) => Promise<OrderEvent | undefined>

const sent: ReadonlySet<TryState> = new Set([
  'held',
  'paid',
  'verified',
  'reversed',
  'refunded',
  'declined',
  'cancelled',
])

/** The webhook event of an order's state; `undefined` for a state that is not sent. `now` is Unix milliseconds. */
export function eventOf(order: Order, now: number): OrderEvent | undefined {
  const { state } = order
  if (!sent.has(state)) return undefined
  return { id: idOf(order), type: `order.${state}`, timestamp: new Date(now).toISOString(), data: order }
}

/**
 * From order, attempt, state and amounts: two partial refunds have different ids, the same state read twice has one.
 */
function idOf({ orderNumber, state, current }: Order): string {
  const { amount, approvedAmount, depositedAmount, refundedAmount } = current
  const facts = [orderNumber, current.orderNumber, state, amount, approvedAmount, depositedAmount, refundedAmount]
  return `msg_${createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 32)}`
}

/** An event without an order, with which merchants test their address. */
export const testEvent = (unique: string, now: number): WebhookEvent => ({
  id: `msg_test_${unique}`,
  type: 'webhook.test',
  timestamp: new Date(now).toISOString(),
  data: {},
})
