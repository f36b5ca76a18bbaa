import { createHash } from 'node:crypto'
import type { Order, TryState } from '#contract/merchant.ts'

/** An event for the merchant's server; the same event has the same `id` whenever, and by whichever process, it is sent. */
export interface WebhookEvent {
  readonly id: string
  /** `order.` and the state, or `webhook.test`. */
  readonly type: string
  /** When it was seen, ISO 8601. */
  readonly timestamp: string
  readonly data: Order | Readonly<Record<string, never>>
}

/** The body of a webhook request; the event's id is its header `webhook-id`. */
export type WebhookBody = Omit<WebhookEvent, 'id'>

export interface OrderEvent extends WebhookEvent {
  readonly data: Order
}

/** Reads what is to be said of an order now; `undefined` where there is nothing. Rejects where nobody knows yet. */
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

/** The event of how an order stands; `undefined` while there is nothing to tell. `now` is Unix milliseconds. */
export function eventOf(order: Order, now: number): OrderEvent | undefined {
  const { state } = order
  if (!sent.has(state)) return undefined
  return { id: idOf(order), type: `order.${state}`, timestamp: new Date(now).toISOString(), data: order }
}

/** Order, try, state and money: two refunds in part differ, and the same read twice does not. */
function idOf({ orderNumber, state, current }: Order): string {
  const { amount, approvedAmount, depositedAmount, refundedAmount } = current
  const facts = [orderNumber, current.orderNumber, state, amount, approvedAmount, depositedAmount, refundedAmount]
  return `msg_${createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 32)}`
}

/** An event about nothing, for merchants to try their address with. */
export const testEvent = (unique: string, now: number): WebhookEvent => ({
  id: `msg_test_${unique}`,
  type: 'webhook.test',
  timestamp: new Date(now).toISOString(),
  data: {},
})
