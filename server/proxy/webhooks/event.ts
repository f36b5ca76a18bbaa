import { createHash } from 'node:crypto'
import type { Order } from '#server-contract/merchant/merchant.ts'
import type { TryState } from '#contract/outcome.ts'
import type { CardEventType, CardNotice, SentState } from '#server-contract/merchant/webhooks.ts'
import { isFinal } from '#contract/outcome.ts'

/** What every webhook event has; the same event has the same `id`, whichever process sends it. */
interface EventOf<Type extends string, Data> {
  readonly id: string
  readonly type: Type
  /** When the state was read, ISO 8601. */
  readonly timestamp: string
  readonly data: Data
}

/** The state of an order. */
export type OrderEvent = EventOf<`order.${SentState}`, Order>

/** A stored card that was made, changed or removed. */
export type CardEvent = EventOf<CardEventType, CardNotice>

/** An event that is delivered until the merchant's server accepts it. */
export type KeptEvent = OrderEvent | CardEvent

/** A webhook event for the merchant's server. Later versions may send other types: a receiver ignores those. */
export type WebhookEvent = KeptEvent | EventOf<'webhook.test', Readonly<Record<string, never>>>

/** The body of a webhook request; the event's id is its header `webhook-id`. */
export type WebhookBody = WebhookEvent extends infer Event ? (Event extends unknown ? Omit<Event, 'id'> : never) : never

/**
 * Reads what is to be sent now in place of a stored event; `undefined` where it is over. Rejects where that is not
 * known yet.
 */
export type ReadEvent = (event: KeptEvent) => Promise<KeptEvent | undefined>

export const isOrderEvent = (event: KeptEvent): event is OrderEvent => event.type.startsWith('order.')

const isSent = (state: TryState): state is SentState => isFinal(state)

/** The webhook event of an order's state; `undefined` for a state that is not sent. `now` is Unix milliseconds. */
export function eventOf(order: Order, now: number): OrderEvent | undefined {
  const { state } = order
  if (!isSent(state)) return undefined
  return { id: idOf(order), type: `order.${state}`, timestamp: new Date(now).toISOString(), data: order }
}

/**
 * From order, attempt, state and amounts: two partial refunds have different ids, the same state read twice has one.
 */
function idOf({ orderNumber, state, current }: Order): string {
  const { amount, approvedAmount, depositedAmount, refundedAmount } = current
  return eventIdOf([orderNumber, current.orderNumber, state, amount, approvedAmount, depositedAmount, refundedAmount])
}

/** The identifier of an event, which depends on its facts alone. */
export const eventIdOf = (facts: readonly unknown[]): string =>
  `msg_${createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 32)}`

/** An event without an order, with which merchants test their address. */
export const testEvent = (unique: string, now: number): WebhookEvent => ({
  id: `msg_test_${unique}`,
  type: 'webhook.test',
  timestamp: new Date(now).toISOString(),
  data: {},
})
